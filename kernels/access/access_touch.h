// Which bytes of the array one load of a warp touches: what the picture shows.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/access/access.h"

namespace livewarp {

/// A line of 128 bytes that the load touches.
struct AccessLine {
  std::int64_t number = 0;  ///< of the array, from 0
  unsigned used = 0;        ///< a bit for each of its 32 elements that a lane asks for
};

/// The load of a warp, its first where a thread makes several; of a stencil all together. `place`
/// is the warp's, as a share of all; its number is told too.
struct AccessTouch {
  std::int64_t warp = 0;
  std::vector<AccessLine> lines;  ///< at most 32, ascending; none of a gather, whose indices tell

  /// Pieces of so many elements that are fetched, and elements that are used.
  int fetched(int unit) const;
  int used() const;
};
AccessTouch access_touch(const Access::Problem& problem, const Launch& launch, double place);

/// Elements that memory gives at once: a GPU's sector of 32 bytes, a CPU's cache line of 64.
int access_unit(const Launch& launch);

}  // namespace livewarp
