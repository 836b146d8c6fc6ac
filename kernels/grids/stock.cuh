// Taking stock of a grid of temperatures: sums over cells, a block's share at a time.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// What a thread, then a block, has seen of the cells. In fp64, for millions of cells are added up. Its
/// numbers go to the host in this order, where `Stock` in stock.h adds up those of the blocks.
struct CellStock {
  double heat, coldest, hottest, squared_change, cells, insulators, held;

  static constexpr int numbers = 7;
  __device__ __forceinline__ static CellStock none() { return {0, 1e300, -1e300, 0, 0, 0, 0}; }

  /// A cell with a temperature, and how that will change in the next step.
  __device__ __forceinline__ void add(double temperature, double change) {
    heat += temperature;
    coldest = temperature < coldest ? temperature : coldest;
    hottest = temperature > hottest ? temperature : hottest;
    squared_change += change * change;
    cells += 1;
  }
  __device__ __forceinline__ void add(const CellStock& other) {
    heat += other.heat;
    coldest = other.coldest < coldest ? other.coldest : coldest;
    hottest = other.hottest > hottest ? other.hottest : hottest;
    squared_change += other.squared_change;
    cells += other.cells;
    insulators += other.insulators;
    held += other.held;
  }
};

/// Adds up what the threads of a block have seen, by halves, and writes it as entry `block` of `out`. All
/// threads of the block call it; their number is a power of two. In a fixed order, so that the same cells
/// always give the same last bit.
__device__ __forceinline__ void write_stock_of_block(CellStock mine, double* out, int block) {
  CellStock* const all = dynamic_shared<CellStock>();
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  all[thread] = mine;
  for (int half = blockDim.x * blockDim.y / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) all[thread].add(all[thread + half]);
  }
  if (thread > 0) return;
  const double numbers[CellStock::numbers] = {
      all->heat,  all->coldest,    all->hottest, all->squared_change,
      all->cells, all->insulators, all->held};
  for (int i = 0; i < CellStock::numbers; ++i) out[block * CellStock::numbers + i] = numbers[i];
}

LIVEWARP_KERNELS_END
