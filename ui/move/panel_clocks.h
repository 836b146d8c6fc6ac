#pragma once

#include <string>

#include "kernels/core/measure/step_clocks.h"
#include "ui/widgets/widgets.h"

/// The tab Clocks: one step by the clocks of GPU and host, its first run and warm ones.
namespace livewarp::ui {

struct Frame;

/// Why there is nothing to show and nothing to measure; empty if there is.
std::string clocks_hindrance(const Frame& frame);
void clocks_tab(Frame& frame, const Box& box);
/// The action that Enter performs there; null while something is measured.
const char* proposed_clocks(const Frame& frame);
/// "A stopwatch that does not wait says 4.10 us: 0.05 % of the step."; empty where nothing was
/// measured.
std::string clocks_verdict(const StepClocks& clocks);

}  // namespace livewarp::ui
