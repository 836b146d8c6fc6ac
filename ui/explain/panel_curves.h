#pragma once

#include "ui/frame/frame.h"

namespace livewarp::ui {

void curves_tab(Frame& frame, const Box& box);
/// What Enter begins while the tab is shown; null: nothing.
const char* proposed_curves(const Frame& frame);

}  // namespace livewarp::ui
