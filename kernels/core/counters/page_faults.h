#pragma once

#include <cstdint>
#include <functional>

#include "kernels/core/counters/cupti.h"

namespace livewarp {

/// What the driver tells of managed memory's pages.
struct PageFaults {
  std::int64_t groups = 0;  ///< of faults of a GPU, which the driver handles together
  std::int64_t faults = 0;  ///< in them
  std::int64_t to_gpu_bytes = 0, to_gpu_pieces = 0;
  std::int64_t to_host_bytes = 0, to_host_pieces = 0;
};

/// Counts meanwhile; all that `work` starts must have ended on the GPU when it returns. It is
/// slower than without. What `work` throws is passed on. Throws `Error` where the driver or CUPTI
/// tells nothing. One at a time in a process.
PageFaults count_page_faults(const Cupti& cupti, const std::function<void()>& work);

}  // namespace livewarp
