#pragma once

#include "ui/frame/frame.h"

/// The tab Tuner of Analysis.
namespace livewarp::ui {

/// What is varied, with how many settings that makes; then what a search finds.
void tuner_tab(Frame& frame, const Box& box);
/// Id of the action that begins a search; null while something is measured, or none can begin.
const char* proposed_search(const Frame& frame);

}  // namespace livewarp::ui
