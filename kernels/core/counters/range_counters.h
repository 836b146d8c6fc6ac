#pragma once

#include <functional>

#include "kernels/core/base/error.h"
#include "kernels/core/counters/cupti.h"
#include "kernels/core/telemetry/counter_reading.h"

namespace livewarp {

/// A GPU as the driver knows it.
struct CounterDevice {
  void* context = nullptr;  ///< CUcontext, in which `work` runs
  int index = 0;            ///< as CUDA counts
};

/// Hardware counters cannot be read here: why, and what helps.
class CountersRefused : public Error {
 public:
  using Error::Error;
};

/// Counts what the GPU does in `work`, which is made as often as the chip needs passes for all
/// metrics (6 to 11) and must have ended on the GPU when it returns. Throws `CountersRefused`; what
/// `work` throws it passes on. Afterwards the GPU is as it was.
CounterReading count_range(const Cupti& cupti, const CounterDevice& device,
                           const std::function<void()>& work);

}  // namespace livewarp
