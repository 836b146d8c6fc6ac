#pragma once

#include "ui/frame/frame.h"

/// The tab Error of Tune.
namespace livewarp::ui {

/// Verified errors of all variants beside their times, and where the running setting was before.
void accuracy_tab(Frame& frame, const Box& box);
/// Id of the action that measures them; null while something is measured.
const char* proposed_accuracy(const Frame& frame);

}  // namespace livewarp::ui
