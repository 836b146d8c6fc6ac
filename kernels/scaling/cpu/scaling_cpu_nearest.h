#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/exec/exec.h"
#include "kernels/scaling/scaling.h"

namespace livewarp {

/// Nearest texels by a straight map: where a column's texel lies is the same in every row.
class ScalingNearest {
 public:
  /// Step and what it points to must outlive it.
  explicit ScalingNearest(const Scaling::Step& step);
  /// Computes these rows of the result.
  void rows(Range rows) const;

 private:
  std::int64_t row_of(std::int64_t y) const;
  template <class Pixel>
  void rows_of(Range rows) const;

  const Scaling::Problem& problem_;
  const Scaling::Step& step_;
  std::vector<std::int32_t> columns_;  ///< texel of each pixel of a row; -1: nowhere
  std::int64_t first_ = 0, last_ = 0;  ///< pixels between these have one
};

}  // namespace livewarp
