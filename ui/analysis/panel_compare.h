#pragma once

#include "ui/frame/frame.h"

/// The tab Compare of Analysis: A and B, measured in turn.
namespace livewarp::ui {

void compare_tab(Frame& frame, const Box& box);
/// Id of the action that begins, or that mends what keeps it from beginning; null while something
/// is measured or where nothing helps.
const char* compare_next(const Frame& frame);

}  // namespace livewarp::ui
