#include "kernels/sort/sort_cub_kernels.h"

// CUB comes with a toolkit; of Python's packages it is one of its own.
#if __has_include(<cub/device/device_radix_sort.cuh>)
  #include <cub/device/device_radix_sort.cuh>
  #define LIVEWARP_HAS_CUB 1
#else
  #define LIVEWARP_HAS_CUB 0
#endif

#include "kernels/sort/sort_keys.cuh"

namespace livewarp {

bool cub_sort_compiled() { return LIVEWARP_HAS_CUB; }

#if LIVEWARP_HAS_CUB

namespace {

constexpr unsigned minus_zero = 0x80000000u;

/// How many keys of a sorted row are smaller than one with that ordered integer, which is that of
/// no zero, or of the first of them.
__device__ int keys_before(const unsigned* sorted, int n, unsigned ordered) {
  int low = 0, high = n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (sort_ordered(sorted[middle]) < ordered)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Among the zeros of a sorted row those with a sign come first. One block: there are few, mostly.
__global__ void order_zeros(unsigned* sorted, int n) {
  const int first = keys_before(sorted, n, sort_ordered(minus_zero));
  const int last = keys_before(sorted, n, sort_ordered(0u) + 1u);
  int negative = 0;
  for (int from = first; from < last; from += blockDim.x) {
    const int i = from + threadIdx.x;
    negative += __syncthreads_count(i < last && sorted[i] == minus_zero);
  }
  __syncthreads();
  for (int i = first + threadIdx.x; i < last; i += blockDim.x)
    sorted[i] = i < first + negative ? minus_zero : 0u;
}

}  // namespace

int cub_radix_sort(const CubSort& task, std::size_t& bytes, void* stream) {
  auto* const on = static_cast<cudaStream_t>(stream);
  const int n = int(task.n);
  const cudaError_t error =
      cub::DeviceRadixSort::SortKeys(task.scratch, bytes, static_cast<const float*>(task.keys),
                                     static_cast<float*>(task.sorted), n, 0, 32, on);
  if (error != cudaSuccess || !task.scratch) return error;
  order_zeros<<<1, 1024, 0, on>>>(static_cast<unsigned*>(task.sorted), n);
  return cudaGetLastError();
}

#else

int cub_radix_sort(const CubSort&, std::size_t&, void*) { return cudaErrorNotSupported; }

#endif

}  // namespace livewarp
