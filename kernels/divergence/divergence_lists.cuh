// Work that is sorted before it is done: a list of cheap items and one of expensive ones.
#pragma once

#include "kernels/divergence/divergence.cuh"

LIVEWARP_KERNELS_BEGIN

/// Both lists in one array: cheap items from the front, expensive ones from the back.
struct DivergenceLists {
  unsigned* counts;  ///< of cheap and of expensive items that have a place; zero at first
  int* items;
  int n;  ///< items in all
};

// Writes items into the list of their kind. A warp asks for as many places as it needs by one
// atomic addition a list; a lane's place among them is the number of lanes of its kind before it.
__global__ void divergence_list(const int* __restrict__ rounds, int cheap,
                                const __grid_constant__ DivergenceLists lists, int first,
                                int last) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const bool inside = i < last, is_expensive = inside && rounds[i] > cheap;
  const unsigned expensive_lanes = __ballot_sync(0xffffffffu, is_expensive);
  const unsigned cheap_lanes = __ballot_sync(0xffffffffu, inside && !is_expensive);
  unsigned cheap_place = 0, expensive_place = 0;
  if (lane == 0) {
    cheap_place = atomicAdd(lists.counts, unsigned(__popc(cheap_lanes)));
    expensive_place = atomicAdd(lists.counts + 1, unsigned(__popc(expensive_lanes)));
  }
  cheap_place = __shfl_sync(0xffffffffu, cheap_place, 0);
  expensive_place = __shfl_sync(0xffffffffu, expensive_place, 0);
  if (!inside) return;
  const unsigned before = (1u << lane) - 1;
  if (is_expensive)
    lists.items[lists.n - 1 - int(expensive_place) - __popc(expensive_lanes & before)] = i;
  else
    lists.items[int(cheap_place) + __popc(cheap_lanes & before)] = i;
}

// Lesson sorted: Work sorted into a list of cheap items and one of expensive ones: thread t takes
// the item that stands at place t. All warps agree but the one where the lists meet, whatever the
// arrangement was. Making the lists is a pass over the counts, and items of a warp no longer lie
// side by side: on an H100 that cost more than the lists saved, with 64 rounds for a quarter of the
// items. Where costs stay as they are from step to step, lists can be kept: see the axis.
__global__ void divergence_sorted(const __grid_constant__ DivergenceTask task,
                                  const int* __restrict__ items, int first, int last) {
  const int t = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= last) return;
  const int i = items[t], rounds = task.counts[i];
  if (rounds > task.cheap)
    task.results[i] = task.expensive_side(task.values[i], rounds);
  else
    task.results[i] = task.cheap_side(task.values[i], rounds);
}

LIVEWARP_KERNELS_END
