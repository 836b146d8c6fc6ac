// Radix passes by the split of a scan.
#pragma once

#include "kernels/sort/sort_radix.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int sort_split_keys = 4;  ///< of a thread: a load of 16 bytes from shared memory
constexpr int sort_split_digits = 16;

/// Where a thread's next keys go: those with a 0 and those with a 1.
struct SortSplit {
  unsigned* keys;
  unsigned zero, one;
  __device__ __forceinline__ void put(unsigned key, int bit) {
    keys[key >> bit & 1 ? one++ : zero++] = key;
  }
};

// Lesson split: Blelloch's split: keys with a 0 in some bit go to the front, those with a 1 behind
// them, and both keep their order. A key with a 0 goes to the number of zeros before it, which an
// exclusive scan of "bit is 0" tells; one with a 1 to its own place minus that, plus all zeros.
// With 1 bit a pass, all keys cross memory 32 times. With 4 a block splits its tile four times in
// shared memory, which leaves 16 runs to be copied, and 8 passes: larger runs make fewer sectors.
//
//   key       5  2  7  4  1  6       5 = 101
//   bit 0     1  0  1  0  1  0
//   zeros     0  0  1  1  2  2       before it, by the scan; 3 in all
//   goes to   3  0  4  1  5  2       0: zeros;  1: place - zeros + all
__global__ void sort_split(const unsigned* __restrict__ from, unsigned* __restrict__ to, int n,
                           const __grid_constant__ SortDigit digit,
                           const __grid_constant__ SortRuns runs) {
  uint4* const vectors = dynamic_shared<uint4>();
  unsigned* const keys = dynamic_shared<unsigned>();
  __shared__ unsigned sums[32], moved[sort_split_digits];
  const int thread = threadIdx.x, tile = sort_split_keys * blockDim.x;
  const int first = blockIdx.x * tile;
  for (int i = thread; i < tile; i += blockDim.x)
    keys[i] = first + i < n ? sort_ordered(from[first + i]) : 0xffffffffu;  // stays last
  __syncthreads();

  for (int bit = digit.shift; bit < digit.shift + digit.bits; ++bit) {
    const uint4 own = vectors[thread];
    const unsigned ones =
        (own.x >> bit & 1) + (own.y >> bit & 1) + (own.z >> bit & 1) + (own.w >> bit & 1);
    unsigned all;
    const unsigned zeros = sort_scan_threads(sort_split_keys - ones, sums, &all);
    SortSplit split{keys, zeros, all + sort_split_keys * thread - zeros};
    split.put(own.x, bit);
    split.put(own.y, bit);
    split.put(own.z, bit);
    split.put(own.w, bit);
    __syncthreads();
  }

  for (int i = thread; i < tile; i += blockDim.x) {
    const int d = digit.of(keys[i]);
    if (i == 0 || digit.of(keys[i - 1]) != d) moved[d] = runs.begin(d) - i;
  }
  __syncthreads();
  for (int i = thread; i < tile && first + i < n; i += blockDim.x)
    to[moved[digit.of(keys[i])] + i] = sort_bits(keys[i]);
}

LIVEWARP_KERNELS_END
