// What a library's order of reals leaves to do.
#pragma once

#include "kernels/sort/sort_keys.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr unsigned sort_minus_zero = 0x80000000u;

/// How many keys of a row stand before those from `ordered` on. The row is sorted but for its
/// zeros: `ordered` belongs to none of them, or to -0.
__device__ __forceinline__ int sort_keys_before(const unsigned* sorted, int n, unsigned ordered) {
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

/// Among the zeros of a sorted row those with a sign come first. One block: mostly they are few.
__global__ void sort_zeros(unsigned* sorted, int n) {
  const int first = sort_keys_before(sorted, n, sort_ordered(sort_minus_zero));
  const int last = sort_keys_before(sorted, n, sort_ordered(0u) + 1u);
  int negative = 0;
  for (int from = first; from < last; from += blockDim.x) {
    const int i = from + threadIdx.x;
    negative += __syncthreads_count(i < last && sorted[i] == sort_minus_zero);
  }
  __syncthreads();
  for (int i = first + threadIdx.x; i < last; i += blockDim.x)
    sorted[i] = i < first + negative ? sort_minus_zero : 0u;
}

LIVEWARP_KERNELS_END
