#include "kernels/sort/sort_cub_kernels.h"

// CUB comes with a toolkit; of Python's packages it is one of its own.
#if __has_include(<cub/device/device_radix_sort.cuh>)
  #include <cub/device/device_radix_sort.cuh>
  #define LIVEWARP_HAS_CUB 1
#else
  #define LIVEWARP_HAS_CUB 0
#endif

namespace livewarp {

bool cub_sort_compiled() { return LIVEWARP_HAS_CUB; }

#if LIVEWARP_HAS_CUB

int cub_radix_sort(const CubSort& task, std::size_t& bytes, void* stream) {
  auto* const on = static_cast<cudaStream_t>(stream);
  const int n = int(task.n);
  return cub::DeviceRadixSort::SortKeys(task.scratch, bytes, static_cast<const float*>(task.keys),
                                        static_cast<float*>(task.sorted), n, 0, 32, on);
}

#else

int cub_radix_sort(const CubSort&, std::size_t&, void*) { return cudaErrorNotSupported; }

#endif

}  // namespace livewarp
