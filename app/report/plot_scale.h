#pragma once

#include <string>
#include <vector>

namespace livewarp {

/// A logarithmic axis of a plot, from values to pixels.
struct LogScale {
  double low = 1, high = 10;  ///< values at its ends
  double begin = 0, end = 0;  ///< pixels there
  /// Around all values, which are above 0, with some room.
  static LogScale around(const std::vector<double>& values, double begin, double end);
  double at(double value) const;
  /// 1, 2 and 5 of each decade within, or only 1 where those are more than `most`.
  std::vector<double> ticks(std::size_t most) const;
};

}  // namespace livewarp
