// The rung in shared memory: a block takes the network's steps within a tile in one launch.
#pragma once

#include "kernels/sort/sort_exchange.cuh"

LIVEWARP_KERNELS_BEGIN

/// One step of the network on a tile, by all threads of the block.
__device__ __forceinline__ void sort_exchange_tile(unsigned* keys, int tile, int distance,
                                                   bool mirrored) {
  for (int pair = threadIdx.x; pair < tile / 2; pair += blockDim.x) {
    const SortPair at(pair, distance, mirrored);
    const unsigned low = keys[at.low], high = keys[at.high];
    if (high < low) {
      keys[at.low] = high;
      keys[at.high] = low;
    }
  }
  __syncthreads();
}

// Lesson bitonic: The same network, cut where memory allows. All steps between keys of one tile
// happen in shared memory: one launch sorts tiles, 78 steps for 4,096 keys, and of each later stage
// only the steps over longer distances go through global memory. 4 million keys then cross it 66
// times, not 253. Larger tiles save more, until fewer blocks fit on a multiprocessor. A barrier
// follows each step; the lens shows where distances make banks meet.
//
//   stage        distances
//   2 ... tile   ........................................  one launch, in shared memory
//   2 x tile     tile | tile/2 tile/4 ... 1                a step by itself, then the rest
//   4 x tile     2 tile, tile | tile/2 tile/4 ... 1
__global__ void sort_tiles(const unsigned* from, unsigned* to, int n, int tile, int whole) {
  unsigned* const keys = dynamic_shared<unsigned>();
  const int first = blockIdx.x * tile;
  for (int i = threadIdx.x; i < tile; i += blockDim.x)
    keys[i] = first + i < n ? sort_ordered(from[first + i]) : 0xffffffffu;
  __syncthreads();
  for (int stage = whole ? 2 : tile; stage <= tile; stage *= 2) {
    sort_exchange_tile(keys, tile, stage / 2, whole != 0);
    for (int distance = stage / 4; distance > 0; distance /= 2)
      sort_exchange_tile(keys, tile, distance, false);
  }
  for (int i = threadIdx.x; i < tile; i += blockDim.x)
    if (first + i < n) to[first + i] = sort_bits(keys[i]);
}

LIVEWARP_KERNELS_END
