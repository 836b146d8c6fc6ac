// Kernels whose lanes go through one loop as often as their items ask for, alone or regrouped.
#pragma once

#include "kernels/divergence/divergence.cuh"

LIVEWARP_KERNELS_BEGIN

/// An item under way.
struct DivergenceItem {
  unsigned value;
  int rounds;
  DivergenceRound round;
  __device__ __forceinline__ DivergenceItem(const DivergenceTask& task, int i)
      : value(task.values[i]), rounds(task.counts[i]),
        round(rounds > task.cheap ? task.expensive_round : task.cheap_round) {}
};

// Lesson loop: Both sides do the same with other numbers: then the numbers are chosen, not the
// code, and one loop is left, whose count is the item's. Mixed warps no longer go through both
// sides, but each goes on until its last lane is done: the time is the maximum of 32 counts, and a
// lane works for their mean. With counts at random the two differ most.
__global__ void divergence_loop(const __grid_constant__ DivergenceTask task, int first, int last) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last) return;
  DivergenceItem item(task, i);
  for (int k = 0; k < item.rounds; ++k) item.value = item.round.after(item.value);
  task.results[i] = item.value;
}

// Lesson flattened: A thread takes several items, and begins the next as soon as it is done with
// one, while other lanes still compute: two nested loops become one. A warp waits for the largest
// sum of a lane, no longer for the largest item of each row; the more items a thread has, the more
// alike the sums are. It costs a second branch in every round, and a smaller grid.
//
//   lane 0   4 then 1        nested      4 + 4 = 8 rounds
//   lane 1   1 then 4        flattened   max(4 + 1, 1 + 4) = 5
__global__ void divergence_flattened(const __grid_constant__ DivergenceTask task, int first,
                                     int last, int items) {
  const int begin = first + blockIdx.x * blockDim.x * items;
  const int end = min(begin + int(blockDim.x) * items, last);
  int i = begin + threadIdx.x;
  if (i >= end) return;
  DivergenceItem item(task, i);
  int k = 0;
  do {
    item.value = item.round.after(item.value);
    if (++k == item.rounds) {
      task.results[i] = item.value;
      i += blockDim.x;
      if (i < end) item = DivergenceItem(task, i);
      k = 0;
    }
  } while (i < end);
}

LIVEWARP_KERNELS_END
