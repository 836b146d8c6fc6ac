#pragma once

#include "kernels/core/base/time_span.h"

namespace livewarp {

/// Milliseconds of one step by stage; of short ones the mean of several that were timed together.
struct StepTime {
  double upload = 0, kernel = 0, download = 0;
  int steps = 1;                 ///< that were timed together
  int lead_in = 0;               ///< steps made just before, which nothing times
  int slices = 1;                ///< into which a long one was cut, with pauses between them
  TimeSpan span = {};            ///< from their first command to their last, pauses included
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
