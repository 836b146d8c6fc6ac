#pragma once

#include <optional>
#include <string>

#include "kernels/core/model/choice.h"

namespace livewarp::ui {

/// What the presenter remembers from frame to frame; times in seconds.
struct PresenterMemory {
  std::optional<Choice> seen;  ///< of the last frame: changes are said
  std::string change;          ///< "block 128 -> 256"
  std::string key;             ///< that was pressed last, as written on it
  double change_until = -1, key_until = -1;
  double moved_at = -1e9, clicked_at = -1e9;  ///< the mouse
};

}  // namespace livewarp::ui
