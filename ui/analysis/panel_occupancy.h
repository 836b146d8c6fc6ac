#pragma once

#include "ui/frame/frame.h"

/// The tab Occupancy of Analysis.
namespace livewarp::ui {

/// Why no variant can be looked at; empty: one can.
std::string occupancy_hindrance(const Frame& frame);
/// What stays on a multiprocessor over block, registers and shared memory, and what limits it.
void occupancy_tab(Frame& frame, const Box& box);

}  // namespace livewarp::ui
