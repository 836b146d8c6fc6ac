#pragma once

#include <string>

#include "kernels/core/model/choice.h"

namespace livewarp::ui {

struct Model;

/// "block 128 -> 256" for what differs between a choice and the model's; never a time. Empty where
/// nothing does, or where all of it is another workload's.
std::string change_text(const Model& model, const Choice& before);

/// Font size in px: text is read from the back row, and never smaller than the user's.
double presenter_font_size(double window_height, double users);

}  // namespace livewarp::ui
