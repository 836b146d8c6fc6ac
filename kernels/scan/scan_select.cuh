// Compaction and split: a scan of zeros and ones tells each element its place.
#pragma once

#include "kernels/scan/scan_look_back.cuh"

LIVEWARP_KERNELS_BEGIN

/// What is done with elements above a bound: `out` gets them in front, in their order. Where
/// `split` says so, it gets the others too, from its end on backwards.
struct ScanSelection {
  const float* in;
  float* out;
  int* kept;  ///< their number
  int n;
  float above;
  int split;
};

__device__ __forceinline__ void scan_place_element(const ScanSelection& task, float element, int i,
                                                   unsigned& front) {
  if (i >= task.n) return;
  if (element > task.above)
    task.out[front++] = element;
  else if (task.split)
    task.out[task.n - 1 - (i - int(front))] = element;
}

// One pass by look-back, as the sum's; what is added are counts. Of the elements before element i,
// `front` were kept and i - front were not: a second scan for those is not needed.
__global__ void scan_select(const __grid_constant__ ScanSelection task, uint64* words,
                            unsigned* counter) {
  __shared__ unsigned of_warps[32];
  const int number = scan_ticket(counter), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const ScanTile<scan_items> tile(task.in, number, task.n);
  unsigned before[ScanTile<scan_items>::vectors], kept = 0;
  LIVEWARP_UNROLL()
  for (int k = 0; k < tile.vectors; ++k) {
    const int rest = task.n - tile.at(k);  // what lies beyond n is 0, and may be above the bound
    const float4 v = tile.v[k];
    unsigned count = 0;
    count += unsigned(rest > 0 && v.x > task.above) + unsigned(rest > 1 && v.y > task.above);
    count += unsigned(rest > 2 && v.z > task.above) + unsigned(rest > 3 && v.w > task.above);
    unsigned up_to = count;
    LIVEWARP_UNROLL()
    for (int apart = 1; apart < 32; apart *= 2) {
      const unsigned other = __shfl_up_sync(0xffffffffu, up_to, apart);
      if (lane >= apart) up_to += other;
    }
    before[k] = kept + up_to - count;
    kept += __shfl_sync(0xffffffffu, up_to, 31);
  }
  if (lane == 0) of_warps[warp] = kept;
  __syncthreads();
  unsigned before_warp = 0, all = 0;
  for (int w = 0; w < int(blockDim.x) / 32; ++w) {
    if (w == warp) before_warp = all;
    all += of_warps[w];
  }
  const unsigned before_tile = scan_before_tile(words, number, all);
  LIVEWARP_UNROLL()
  for (int k = 0; k < tile.vectors; ++k) {
    unsigned front = before_tile + before_warp + before[k];
    const int i = tile.at(k);
    const float4 v = tile.v[k];
    scan_place_element(task, v.x, i, front);
    scan_place_element(task, v.y, i + 1, front);
    scan_place_element(task, v.z, i + 2, front);
    scan_place_element(task, v.w, i + 3, front);
  }
  if (number == int(gridDim.x) - 1 && threadIdx.x == 0) *task.kept = int(before_tile + all);
}

LIVEWARP_KERNELS_END
