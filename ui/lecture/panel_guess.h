#pragma once

#include "ui/frame/frame.h"

namespace livewarp::ui {

/// The row of the caption in which the hall's guess stands, and the answer beside it.
float guess_height(const Frame& frame);  ///< px; 0: nothing is guessed
void guess_row(Frame& frame, const Box& row);

}  // namespace livewarp::ui
