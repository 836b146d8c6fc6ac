// The rung that takes three steps between two visits to memory.
#pragma once

#include "kernels/sort/sort_tile.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int sort_register_keys = 8;  ///< of a thread: they meet one another in three steps

__device__ __forceinline__ void sort_exchange_registers(unsigned& low, unsigned& high) {
  const unsigned smaller = min(low, high);
  high = max(low, high);
  low = smaller;
}

// Lesson bitonic-registers: Steps over long distances are what is left in global memory. A thread
// that loads 8 keys at equal spacing has in its registers all that meet in three steps, over 4, 2
// and 1 times that spacing, and stores them once: 4 million keys cross memory 36 times, not 66.
// What does not fit a block's shared memory fits its threads' registers, if they take the right
// keys. Neighbouring threads take neighbouring ones, so that all accesses are coalesced.
//
//   key of the thread     0   1   2   3   4   5   6   7       in memory `spacing` apart
//   step over 4           0-4 1-5 2-6 3-7                     mirrored: 0-7 1-6 2-5 3-4
//   step over 2           0-2 1-3 4-6 5-7
//   step over 1           0-1 2-3 4-5 6-7
//
// Where the first step is mirrored, the upper four are those at mirrored places, which stand at
// equal spacing too.
__global__ void sort_registers(unsigned* keys, int n, int spacing, int mirrored) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, within = thread & (spacing - 1);
  const int lower = sort_register_keys * (thread - within) + within;
  const int upper = mirrored ? lower - 2 * within + spacing - 1 : lower;
  if (lower >= n) return;
  unsigned own[sort_register_keys];
  LIVEWARP_UNROLL()
  for (int k = 0; k < sort_register_keys; ++k) {
    const int place = (k < 4 ? lower : upper) + k * spacing;
    own[k] = place < n ? sort_ordered(keys[place]) : 0xffffffffu;
  }
  LIVEWARP_UNROLL()
  for (int k = 0; k < 4; ++k) {
    if (mirrored)
      sort_exchange_registers(own[k], own[7 - k]);
    else
      sort_exchange_registers(own[k], own[k + 4]);
  }
  LIVEWARP_UNROLL()
  for (int distance = 2; distance > 0; distance /= 2) {
    LIVEWARP_UNROLL()
    for (int k = 0; k < sort_register_keys; ++k)
      if ((k & distance) == 0) sort_exchange_registers(own[k], own[k + distance]);
  }
  LIVEWARP_UNROLL()
  for (int k = 0; k < sort_register_keys; ++k) {
    const int place = (k < 4 ? lower : upper) + k * spacing;
    if (place < n) keys[place] = sort_bits(own[k]);
  }
}

LIVEWARP_KERNELS_END
