#include "kernels/scan/scan_cub_kernels.h"

// CUB comes with a toolkit; of Python's packages it is one of its own.
#if __has_include(<cub/device/device_scan.cuh>)
  #include <cub/device/device_scan.cuh>
  #define LIVEWARP_HAS_CUB 1
#else
  #define LIVEWARP_HAS_CUB 0
#endif

#include <cstddef>

namespace livewarp {

bool cub_scan_compiled() { return LIVEWARP_HAS_CUB; }

#if LIVEWARP_HAS_CUB

int cub_scan_call(const CubScan& task, std::size_t& bytes, void* stream) {
  auto* const on = static_cast<cudaStream_t>(stream);
  const int n = int(task.problem.n);
  if (task.problem.is_exclusive())
    return cub::DeviceScan::ExclusiveSum(task.scratch, bytes, task.x, task.result, n, on);
  return cub::DeviceScan::InclusiveSum(task.scratch, bytes, task.x, task.result, n, on);
}

#else

int cub_scan_call(const CubScan&, std::size_t&, void*) { return cudaErrorNotSupported; }

#endif

}  // namespace livewarp
