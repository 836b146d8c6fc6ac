#pragma once

#include "ui/frame/frame.h"

/// The tab Traffic.
namespace livewarp::ui {

void traffic_tab(Frame& frame, const Box& box);
/// What Enter does there: the limits are measured, but not of what is only studied.
const char* proposed_limits(const Frame& frame);

}  // namespace livewarp::ui
