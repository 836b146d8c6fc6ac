// Chains of products of matrices, D = A B + D, whose D is 16 x 8 elements, row by row: a tile.
//
//   lane = 4 g + t has of D   (g, 2 t), (g, 2 t + 1)         of A the same places, and those 8
//                             (g + 8, 2 t), (g + 8, 2 t + 1)  columns further
//   and of B the column g, rows 2 t, 2 t + 1, 2 t + 8, 2 t + 9
#pragma once

#include "kernels/rates/rates.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int rates_tile = 128;  ///< elements of D

/// Whole numbers out of an element, so small that no sum is rounded: -1 ... 2 for A and B, where
/// A's columns 8 ... 15 are other bits of the same elements; 0 ... 255 for D at the start.
__device__ __forceinline__ float rates_small(float from, int shift) {
  return float(int(__float_as_uint(from) >> shift & 3u) - 1);
}

/// What a lane holds of a tile.
struct RatesTile {
  float d[4];
  HalfPair a[4], b[2];

  RatesTile() = default;
  __device__ __forceinline__ RatesTile(const RatesTask& task, int64 tile, int lane) {
    const int g = lane / 4, t = lane % 4;
    LIVEWARP_UNROLL()
    for (int half = 0; half < 2; ++half) {
      const int64 place = tile + 8 * (g + 8 * half) + 2 * t;
      const float x0 = rates_start_of(task, place).x, x1 = rates_start_of(task, place + 1).x;
      d[2 * half] = float(__float_as_uint(x0) >> 8 & 0xffu);
      d[2 * half + 1] = float(__float_as_uint(x1) >> 8 & 0xffu);
      a[half] = halves_of(rates_small(x0, 4), rates_small(x1, 4));
      a[half + 2] = halves_of(rates_small(x0, 6), rates_small(x1, 6));
      const int64 row = tile + 8 * (2 * t + 8 * half) + g;
      b[half] = halves_of(rates_small(rates_start_of(task, row).y, 4),
                          rates_small(rates_start_of(task, row + 8).y, 4));
    }
  }
  __device__ __forceinline__ void step() { multiply_add(d, a, b[0], b[1], d); }
  __device__ __forceinline__ void keep(const RatesTask& task, int64 tile, int lane) const {
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i) {
      const int64 place = tile + 8 * (lane / 4 + 8 * (i / 2)) + 2 * (lane % 4) + i % 2;
      if (place < task.last) task.end[place] = __float_as_uint(d[i]);
    }
  }
};

template <int Chains>
__device__ __forceinline__ void rates_products(const RatesTask& task) {
  const int lane = threadIdx.x % 32, in_block = blockDim.x / 32;
  const int64 warps = int64(gridDim.x) * in_block;
  const int64 me = int64(blockIdx.x) * in_block + threadIdx.x / 32;
  const int singles = rates_single_steps(task.steps);
  const int turns = (task.steps - singles) / rates_turn;
  unsigned cycles = 0;
  for (int64 tile = task.first + me * rates_tile; tile < task.last;
       tile += Chains * warps * rates_tile) {
    RatesTile tiles[Chains];
    LIVEWARP_UNROLL()
    for (int k = 0; k < Chains; ++k)
      tiles[k] = RatesTile(task, tile + k * warps * rates_tile, lane);
    LIVEWARP_UNROLL(1)
    for (int step = 0; step < singles; ++step) {
      LIVEWARP_UNROLL()
      for (int k = 0; k < Chains; ++k) tiles[k].step();
    }
    const unsigned before = cycle_counter();
    LIVEWARP_UNROLL(1)
    for (int turn = 0; turn < turns; ++turn) {
      LIVEWARP_UNROLL()
      for (int step = 0; step < rates_turn; ++step) {
        LIVEWARP_UNROLL()
        for (int k = 0; k < Chains; ++k) tiles[k].step();
      }
    }
    cycles = cycle_counter() - before;
    LIVEWARP_UNROLL()
    for (int k = 0; k < Chains; ++k) tiles[k].keep(task, tile + k * warps * rates_tile, lane);
  }
  rates_tell(task, turns * rates_turn, Chains, cycles);
}

// Lesson tensor: A warp multiplies matrices of 16 x 16 and 16 x 8 in one instruction, mma.sync, and
// adds the product to a third one: 2,048 multiply-adds, of binary16 with sums in fp32. Until that
// sum can be used again it takes several times as long as a multiply-add, and each multiprocessor
// has four such units. So sums in flight matter here more than anywhere. wgmma of compute
// capability 9.0 does half as much again: compare the tensor ceiling.
__global__ void rates_tensor(const __grid_constant__ RatesTask task, int chains) {
  switch (chains) {
  case 1: return rates_products<1>(task);
  case 2: return rates_products<2>(task);
  case 4: return rates_products<4>(task);
  default: return rates_products<8>(task);
  }
}

LIVEWARP_KERNELS_END
