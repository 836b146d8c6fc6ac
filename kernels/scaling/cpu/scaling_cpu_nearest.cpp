#include "kernels/scaling/cpu/scaling_cpu_nearest.h"

#include <algorithm>
#include <cstring>

namespace livewarp {

namespace {

std::int64_t nearest(FixedPoint position) {
  return (position + (FixedPoint{1} << (fixed_bits - 1))) >> fixed_bits;
}

}  // namespace

ScalingNearest::ScalingNearest(const Scaling::Step& step) : problem_(*step.problem), step_(step) {
  for (std::int64_t x = 0; x < problem_.result_width; ++x)
    columns_.push_back(
        std::int32_t(addressed(nearest(problem_.map.u(x, 0)), problem_.width, problem_.address)));
  // Positions ascend, so that those nowhere stand at the ends.
  const auto somewhere = [](std::int32_t column) { return column >= 0; };
  const auto first = std::find_if(columns_.begin(), columns_.end(), somewhere);
  first_ = first - columns_.begin();
  last_ = std::find_if_not(first, columns_.end(), somewhere) - columns_.begin();
}

std::int64_t ScalingNearest::row_of(std::int64_t y) const {
  return addressed(nearest(problem_.map.v(0, y)), problem_.height, problem_.address);
}

/// A row that shows the same texels as the one before is copied from it.
template <class Pixel>
void ScalingNearest::rows_of(Range rows) const {
  const std::size_t pitch = columns_.size() * sizeof(Pixel);
  std::uint8_t* const result = step_.result;
  std::int64_t shown = -2;
  for (std::int64_t y = rows.first; y < rows.last; ++y) {
    std::uint8_t* const out = result + std::size_t(y) * pitch;
    const std::int64_t row = row_of(y);
    if (row == shown) {
      std::memcpy(out, out - pitch, pitch);
      continue;
    }
    shown = row;
    const auto begin = row < 0 ? 0 : first_, end = row < 0 ? 0 : last_;
    const std::uint8_t* const texels = step_.source + std::max<std::int64_t>(row, 0) *
                                                          problem_.width *
                                                          std::int64_t(sizeof(Pixel));
    std::memset(out, 0, std::size_t(begin) * sizeof(Pixel));
    for (std::int64_t x = begin; x < end; ++x)
      std::memcpy(out + std::size_t(x) * sizeof(Pixel),
                  texels + std::size_t(columns_[std::size_t(x)]) * sizeof(Pixel), sizeof(Pixel));
    std::memset(out + std::size_t(end) * sizeof(Pixel), 0,
                pitch - std::size_t(end) * sizeof(Pixel));
  }
}

void ScalingNearest::rows(Range rows) const {
  if (problem_.channels == 1)
    rows_of<std::uint8_t>(rows);
  else
    rows_of<std::uint32_t>(rows);
}

}  // namespace livewarp
