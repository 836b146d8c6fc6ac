#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/exec/exec.h"

namespace livewarp {

/// Point masses coordinate by coordinate, and behind them some without mass, so that vectors may be
/// read beyond the last.
struct PointMasses {
  static constexpr std::int64_t padding = 8;

  explicit PointMasses(std::int64_t count)
      : n(count), x(std::size_t(count + padding)), y(x), z(x), mass(x) {}
  std::int64_t n;
  std::vector<double> x, y, z, mass;
};

/// Sum of m_i m_j / sqrt(|x_j - x_i|^2 + softening2) over all pairs i < j with i in `bodies`, in
/// fp64 with the best vector instructions of this processor.
double sum_over_pairs(const PointMasses& masses, Range bodies, double softening2);

}  // namespace livewarp
