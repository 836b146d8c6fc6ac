#pragma once

#include "ui/frame/frame.h"

namespace livewarp::ui {

/// What stands of a guess in the caption: the hall's, the answer beside it, and in a second row
/// what can be chosen, or how sure the answer is where few or wide samples leave it open.
float guess_height(const Frame& frame);  ///< px; 0: nothing is guessed
void guess_row(Frame& frame, const Box& rows);

}  // namespace livewarp::ui
