#pragma once

#include "ui/frame/frame.h"

/// The tab Roofline of Analysis.
namespace livewarp::ui {

/// The action that Enter performs there; null while something is measured.
const char* proposed_roofs(const Frame& frame);
/// What was measured, under the measured roofs of this machine.
void roofline_tab(Frame& frame, const Box& box);

}  // namespace livewarp::ui
