#pragma once

#include "ui/frame/frame.h"

/// The tab Transfer: the experiments of the transfer lab.
namespace livewarp::ui {

void transfer_tab(Frame& frame, const Box& box);
/// The action that Enter performs there; null while something is measured, or none can be.
const char* proposed_experiment(const Frame& frame);

}  // namespace livewarp::ui
