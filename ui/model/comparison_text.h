#pragma once

#include <string>

#include "kernels/core/measure/statistics.h"

namespace livewarp::ui {

/// A ratio of times in words. The interval of a ratio that has none is 0 ... 0.
struct ComparisonText {
  std::string verdict;  ///< "1.33x faster than A", "1.20x slower than A", "within noise"
  std::string cell;     ///< "1.33x": A's time over this one
  std::string hover;    ///< change of the time, and the 95 % interval
  bool sure = false;    ///< the interval leaves 1 out
};
ComparisonText comparison_of(const Ratio& a_over_this);

}  // namespace livewarp::ui
