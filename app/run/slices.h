#pragma once

#include <algorithm>
#include <cmath>

namespace livewarp {

/// Milliseconds for which one launch should hold a GPU. Kernels with a thread per body hold it for
/// a whole wave of blocks, however long that takes. (Pictures have a stream that goes first.)
/// Shorter ones would leave much of a large GPU idle where a thread computes a body.
constexpr double longest_launch_ms = 40;

/// Pieces of a step that should take `step_ms`; 1 where it is short enough, or unknown.
inline int slice_count(double step_ms) {
  constexpr int most_slices = 4096;  // of which each fills the GPU badly
  if (!(step_ms > longest_launch_ms)) return 1;
  return int(std::min(std::ceil(step_ms / longest_launch_ms), double{most_slices}));
}

}  // namespace livewarp
