#pragma once

#include "ui/frame.h"
#include "ui/lens_view.h"

/// The tab Lens of Analysis.
namespace livewarp::ui {

/// Source of the kernels with counts, and the figure of the chosen line.
void lens_tab(Frame& frame, const Box& box);

/// Where the lanes of an access go: cache lines, or banks (panel_lens_figure.cpp).
void lens_figure(Frame& frame, const LensAccess& access, const Box& box);

}  // namespace livewarp::ui
