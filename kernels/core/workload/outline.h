#pragma once

#include <array>
#include <vector>

#include "kernels/core/model/readout.h"

namespace livewarp {

/// What a line over a picture of points belongs to.
enum class LineKind {
  cell,      ///< a box of points
  accepted,  ///< one that counted as a whole
  opened,    ///< one that was looked into
  near       ///< one whose points counted one by one
};

/// From one place to another, in the units of the points.
struct OutlineLine {
  std::array<float, 3> from = {}, to = {};
  LineKind kind = LineKind::cell;
};

/// What a variant makes of its points, as lines over their picture, and what they tell in numbers.
struct Outline {
  std::vector<OutlineLine> lines;
  std::vector<Readout> readouts;
};

}  // namespace livewarp
