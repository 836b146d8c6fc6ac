// The rung of one pass with the largest tiles.
#pragma once

#include "kernels/scan/scan_look_back.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int scan_large_items = 56;  ///< elements a thread: 224 KB in blocks of 1,024
constexpr int scan_line = 128;        ///< bytes: where a tile begins in shared memory

/// Of memory that is as much longer than a tile. Eight lanes copy a line of 128 bytes: where they
/// do not write a whole one, the second-level cache is asked twice.
__device__ __forceinline__ float* scan_from_line(float* memory) {
  const auto address = reinterpret_cast<unsigned long long>(memory);
  return reinterpret_cast<float*>((address + scan_line - 1) / scan_line * scan_line);
}

// Lesson look-back-large: What is left to win is the look-back itself, which takes some 10 ns of
// the launch for each tile, whatever its size. So tiles grow: a block's lies in shared memory,
// nearly twice what registers hold, and asynchronous copies bring it there. It is read twice, first
// to add up, then to scan behind what comes before. One block of 1,024 threads fills a
// multiprocessor; several with smaller tiles in its place are slower: try the blocks.
//
//   global ─ copies ─▶ tile in shared memory ─ sum ─▶ word ─▶ look back ─▶ before
//                              └───────────── scan behind before ─────────────▶ global
__global__ void __launch_bounds__(1024)
    scan_look_back_large(const __grid_constant__ ScanTask task, uint64* words, unsigned* counter) {
  constexpr int items = scan_large_items, vectors = items / 4;
  float* const tile = scan_from_line(dynamic_shared<float>());
  const int number = scan_ticket(counter), size = int(blockDim.x) * items;
  const int first = int(threadIdx.x) / 32 * (32 * items) + int(threadIdx.x) % 32 * 4;
  const float* const in = task.in + int64(number) * size;
  float* const out = task.out + int64(number) * size;
  const int there = task.n - number * size;  // elements from the tile's first on

  LIVEWARP_UNROLL()
  for (int k = 0; k < vectors; ++k) {
    const int i = first + 128 * k;
    if (i + 4 <= there)
      copy_async<16>(tile + i, in + i);
    else
      *reinterpret_cast<float4*>(tile + i) = scan_load_four(in, i, there);
  }
  copy_async_commit();
  copy_async_wait<0>();  // a thread reads what it has copied itself: no barrier

  float sum = 0;
  LIVEWARP_UNROLL()
  for (int k = 0; k < vectors; ++k) {
    const float4 v = *reinterpret_cast<const float4*>(tile + first + 128 * k);
    sum += (v.x + v.y) + (v.z + v.w);
  }
  LIVEWARP_UNROLL()
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, apart);
  const ScanOfWarps warps(sum);
  float before = scan_before_tile(words, number, warps.all) + warps.before;
  LIVEWARP_UNROLL()
  for (int k = 0; k < vectors; ++k) {
    const int i = first + 128 * k;
    const float4 own = *reinterpret_cast<const float4*>(tile + i);
    scan_store_four(out, i, there, scan_of_four(own, task.exclusive, before));
  }
}

LIVEWARP_KERNELS_END
