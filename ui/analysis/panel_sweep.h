#pragma once

#include "ui/frame/frame.h"

/// The tab Sweep of Analysis.
namespace livewarp::ui {

/// What can be varied, each with its time; then the graphs.
void sweep_tab(Frame& frame, const Box& box);
/// Why nothing can be swept and nothing was; empty: it can, or it was.
std::string sweep_hindrance(const Frame& frame);
/// Id of the action that begins what is proposed; null while something is measured.
const char* proposed_sweep(const Frame& frame);

}  // namespace livewarp::ui
