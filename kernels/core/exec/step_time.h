#pragma once

#include "kernels/core/base/time_span.h"

namespace livewarp {

/// Milliseconds of one step by stage.
struct StepTime {
  double upload = 0, kernel = 0, download = 0;
  TimeSpan span = {};            ///< from its first command to its last, pauses included
  double clock_uncertainty = 0;  ///< of both ends of the span
  double total() const { return upload + kernel + download; }
  StepTime over(int count) const {
    StepTime one = *this;
    one.upload /= count;
    one.kernel /= count;
    one.download /= count;
    return one;
  }
};

}  // namespace livewarp
