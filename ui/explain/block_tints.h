#pragma once

#include <span>

#include "kernels/core/blocks/block_tint.h"

/// By what the picture can be tinted: the tab Blocks and its actions read this table.
namespace livewarp::ui {

struct TintChoice {
  TintBy by;
  const char* id;      ///< of its segment
  const char* action;  ///< id
  const char* label;
  const char* help;
};
std::span<const TintChoice> tint_choices();

}  // namespace livewarp::ui
