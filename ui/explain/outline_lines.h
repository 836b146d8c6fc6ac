#pragma once

#include "ui/frame/frame.h"

namespace livewarp::ui {

/// Lines over the picture: blue what counts as a whole, yellow what counts one by one, grey the
/// rest.
void outline_lines(const Frame& frame, const Box& picture);

}  // namespace livewarp::ui
