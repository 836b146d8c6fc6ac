#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/core/model/precision.h"

namespace livewarp {

/// What a picture of points shows where that follows from the points and not from the problem.
struct Framing {
  double extent = 1;  ///< half size of the region that a fitted camera shows
  double top = 1;     ///< value at the top of the legend
};

/// State in plain host memory, one array a field in the workload's canonical layout.
struct HostState {
  std::vector<std::vector<std::byte>> fields;
  Precision precision = Precision::fp32;  ///< of the reals in it
  std::int64_t steps = 0;
  double time = 0;
  bool primed = false;  ///< derived fields (accelerations) fit the rest
  std::optional<Framing> framing;
};

}  // namespace livewarp
