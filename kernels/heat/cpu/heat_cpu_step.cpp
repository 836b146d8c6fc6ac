#include "kernels/heat/cpu/heat_cpu_step.h"

namespace livewarp {

std::int64_t heat_cell_beyond(std::int64_t i, std::int64_t n, HeatBoundary boundary) {
  while (i < 0 || i >= n) {
    if (boundary == HeatBoundary::periodic)
      i += i < 0 ? n : -n;
    else
      i = i < 0 ? -1 - i : 2 * n - 1 - i;
  }
  return i;
}

bool heat_meets_marks(const std::uint8_t* row, const std::uint8_t* up, const std::uint8_t* down,
                      std::int64_t first, std::int64_t last) {
  unsigned any = unsigned(row[first - 1] | row[last]);
  for (std::int64_t x = first; x < last; ++x) any |= unsigned(row[x] | up[x] | down[x]);
  return any != 0;
}

}  // namespace livewarp
