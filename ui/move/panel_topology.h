#pragma once

#include "ui/frame/frame.h"

/// The tab Topology: how the GPUs of this machine are joined.
namespace livewarp::ui {

void topology_tab(Frame& frame, const Box& box);

}  // namespace livewarp::ui
