// Sums over a grid of temperatures: over cells, a block's share at a time.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// What a thread, then a block, has seen of the cells. In fp64, for millions of cells are added up.
/// Its numbers go to the host in this order, where `GridSums` in grid_sums.h adds up those of the
/// blocks.
struct CellSums {
  double heat, coldest, hottest, squared_change, cells, insulators, held;

  static constexpr int numbers = 7;
  __device__ __forceinline__ static CellSums none() { return {0, 1e300, -1e300, 0, 0, 0, 0}; }

  /// A cell with a temperature, and how that will change in the next step.
  __device__ __forceinline__ void add(double temperature, double change) {
    heat += temperature;
    coldest = temperature < coldest ? temperature : coldest;
    hottest = temperature > hottest ? temperature : hottest;
    squared_change += change * change;
    cells += 1;
  }
  __device__ __forceinline__ void add(const CellSums& other) {
    heat += other.heat;
    coldest = other.coldest < coldest ? other.coldest : coldest;
    hottest = other.hottest > hottest ? other.hottest : hottest;
    squared_change += other.squared_change;
    cells += other.cells;
    insulators += other.insulators;
    held += other.held;
  }
};

/// Adds up what the threads of a block have seen, by halves, and writes it as entry `block` of
/// `out`. All threads of the block call it; their number is a power of two. In a fixed order, so
/// that the same cells always give the same last bit.
__device__ __forceinline__ void write_sums_of_block(CellSums mine, double* out, int block) {
  CellSums* const all = dynamic_shared<CellSums>();
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  all[thread] = mine;
  for (int half = blockDim.x * blockDim.y / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) all[thread].add(all[thread + half]);
  }
  if (thread > 0) return;
  const double numbers[CellSums::numbers] = {
      all->heat,  all->coldest,    all->hottest, all->squared_change,
      all->cells, all->insulators, all->held};
  for (int i = 0; i < CellSums::numbers; ++i) out[block * CellSums::numbers + i] = numbers[i];
}

LIVEWARP_KERNELS_END
