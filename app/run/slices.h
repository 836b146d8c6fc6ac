#pragma once

#include <algorithm>
#include <cmath>

namespace livewarp {

/// Milliseconds for which one launch may hold a GPU: what is abandoned ends no later. (Pictures
/// have a stream that goes first.)
constexpr double longest_launch_ms = 100;

/// Pieces of a step that should take `step_ms`; 1 where it is short enough, or unknown.
inline int slice_count(double step_ms) {
  constexpr double longest_slice_ms = 0.5 * longest_launch_ms;  // predictions are rough
  constexpr int most_slices = 4096;                             // of which each fills the GPU badly
  if (!(step_ms > longest_launch_ms)) return 1;
  return int(std::min(std::ceil(step_ms / longest_slice_ms), double{most_slices}));
}

}  // namespace livewarp
