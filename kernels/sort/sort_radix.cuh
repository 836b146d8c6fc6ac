// What the radix rungs share. A pass sorts by some bits of the keys, the lowest first, and keeps
// the order of keys that agree in them; after the last pass all bits have had their turn.
//
//   count     each block: how often each digit occurs in its tile     counts[digit][block]
//   scan      a block a digit: sums of the row before each place      where a block's run begins
//   scatter   each block again: every key to its place
//
// Places of a digit begin where those of all smaller ones end, and within them a block's begin
// where those of the blocks before it end: that keeps the order.
#pragma once

#include "kernels/sort/sort_keys.cuh"

LIVEWARP_KERNELS_BEGIN

/// Some bits of a key.
struct SortDigit {
  int shift, bits;
  __device__ __forceinline__ int count() const { return 1 << bits; }
  __device__ __forceinline__ int of(unsigned ordered) const {
    return int(ordered >> shift) & (count() - 1);
  }
};

/// The sum of `value` over the threads of the block before this one, and over all; `sums` are 32
/// numbers in shared memory. All threads call it, whole warps of them.
__device__ __forceinline__ unsigned sort_scan_threads(unsigned value, unsigned* sums,
                                                      unsigned* all) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  unsigned up_to = value;
  for (int distance = 1; distance < 32; distance *= 2) {
    const unsigned before = __shfl_up_sync(0xffffffffu, up_to, distance);
    if (lane >= distance) up_to += before;
  }
  if (lane == 31) sums[warp] = up_to;
  __syncthreads();
  unsigned before = 0;
  *all = 0;
  for (int other = 0; other < warps; ++other) {
    if (other == warp) before = *all;
    *all += sums[other];
  }
  __syncthreads();
  return before + up_to - value;
}

/// Every number of a row becomes the sum of those before it; returns the sum of all. All threads of
/// the block call it, when the row is written; others may read it after a barrier.
__device__ __forceinline__ unsigned sort_scan_row(unsigned* row, int count, unsigned* sums) {
  unsigned done = 0;
  for (int first = 0; first < count; first += blockDim.x) {
    const int i = first + threadIdx.x;
    unsigned all;
    const unsigned before = sort_scan_threads(i < count ? row[i] : 0u, sums, &all);
    if (i < count) row[i] = done + before;
    done += all;
  }
  return done;
}

/// How often each digit occurs in a block's tile.
__global__ void sort_count(const unsigned* __restrict__ keys, unsigned* __restrict__ counts, int n,
                           int tile, const __grid_constant__ SortDigit digit) {
  unsigned* const found = dynamic_shared<unsigned>();
  for (int d = threadIdx.x; d < digit.count(); d += blockDim.x) found[d] = 0;
  __syncthreads();
  const int first = blockIdx.x * tile, last = first + tile < n ? first + tile : n;
  for (int i = first + threadIdx.x; i < last; i += blockDim.x)
    atomicAdd(&found[digit.of(sort_ordered(keys[i]))], 1u);
  __syncthreads();
  for (int d = threadIdx.x; d < digit.count(); d += blockDim.x)
    counts[d * gridDim.x + blockIdx.x] = found[d];
}

/// Scans rows of `count` numbers, a block a row; `totals` gets the sum of each, if it is not null.
__global__ void sort_scan(unsigned* counts, unsigned* totals, int count) {
  __shared__ unsigned sums[32];
  const unsigned all = sort_scan_row(counts + int64(blockIdx.x) * count, count, sums);
  if (totals && threadIdx.x == 0) totals[blockIdx.x] = all;
}

/// Where a block's keys go, once its tile is in order of the digit: those of a digit are a run.
struct SortRuns {
  const unsigned* places;  ///< scanned counts
  const unsigned* totals;  ///< scanned: where a digit's keys begin

  __device__ __forceinline__ unsigned begin(int digit) const {
    return totals[digit] + places[digit * gridDim.x + blockIdx.x];
  }
};

LIVEWARP_KERNELS_END
