#pragma once

#include <optional>
#include <string>

#include "kernels/core/choice.h"

namespace livewarp::ui {

struct Model;

/// What the presenter remembers from frame to frame; times in seconds.
struct PresenterMemory {
  std::optional<Choice> seen;  ///< of the last frame: changes are said
  std::string change;          ///< "block 128 -> 256"
  std::string key;             ///< that was pressed last, as written on it
  double change_until = -1, key_until = -1;
  double moved_at = -1e9, clicked_at = -1e9;  ///< the mouse
};

/// "block 128 -> 256" for what differs between a choice and the model's; never a time. Empty where
/// nothing does, or where all of it is another workload's.
std::string change_text(const Model& model, const Choice& before);

/// Font size in px: text is read from the back row, and never smaller than the user's.
double presenter_font_size(double window_height, double users);

}  // namespace livewarp::ui
