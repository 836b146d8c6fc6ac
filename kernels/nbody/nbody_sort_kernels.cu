#include "kernels/nbody/nbody_sort_kernels.h"

// CUB comes with a toolkit; of Python's packages it is one of its own.
#if __has_include(<cub/device/device_radix_sort.cuh>)
  #include <cub/device/device_radix_sort.cuh>
  #define LIVEWARP_HAS_CUB 1
#else
  #define LIVEWARP_HAS_CUB 0
#endif

namespace livewarp {

bool nbody_sort_compiled() { return LIVEWARP_HAS_CUB; }

#if LIVEWARP_HAS_CUB

int nbody_radix_sort(const NbodySort& task, std::size_t& bytes, void* stream) {
  return cub::DeviceRadixSort::SortPairs(task.scratch, bytes, task.keys, task.sorted_keys,
                                         task.bodies, task.order, int(task.n), 0, nbody_sort_bits,
                                         static_cast<cudaStream_t>(stream));
}

#else

int nbody_radix_sort(const NbodySort&, std::size_t&, void*) { return cudaErrorNotSupported; }

#endif

}  // namespace livewarp
