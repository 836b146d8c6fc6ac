#pragma once

#include <string>

#include "ui/views/warp_view.h"

/// What a step of a warp does, in words.
namespace livewarp::ui {

struct WarpWords {
  std::string head;   ///< "global load of 4 bytes a lane"
  std::string where;  ///< "temperature before: elements 1,024 ... 1,055"; may be empty
  std::string cost;   ///< "4 sectors of 32 bytes in 1 cache line"; may be empty
};

/// `access`: of the step the one that is shown; null: it has none.
WarpWords warp_words(const WarpView& view, const WarpStep& step, const WarpAccess* access);

/// "warp 0 of 8 in block (16, 256) of heat_naive<float>".
std::string warp_name(const WarpView& view);

}  // namespace livewarp::ui
