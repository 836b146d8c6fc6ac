#pragma once

#include <string>

#include "ui/widgets/widgets.h"

/// The tab Timeline: who did what when in the last frames.
namespace livewarp::ui {

struct Frame;

/// Why there is nothing to show; empty if there is, or will be in a moment.
std::string timeline_hindrance(const Frame& frame);
void timeline_tab(Frame& frame, const Box& box);

}  // namespace livewarp::ui
