// Sums over the plate: its heat, its extremes, and how much the next step will change.
#pragma once

#include "kernels/grids/grid_sums.cuh"
#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

/// Of HeatFound.
constexpr int heat_found_numbers = 2;

// A reduction. Millions of numbers become a few: each thread adds up many cells in registers, each
// block adds up its threads by halves in shared memory, and the host adds up the blocks. So the
// plate is read once, nothing of it crosses the bus, and a frame does not wait for it.
template <class Stored>
__global__ void heat_stock(const Stored* __restrict__ in, const unsigned char* __restrict__ marks,
                           const __grid_constant__ HeatPlate<double> plate,
                           const double* __restrict__ found, double steps, double* out) {
  CellSums mine = CellSums::none();
  for (int y = blockIdx.y; y < plate.ny; y += gridDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < plate.nx; x += gridDim.x * blockDim.x) {
      const unsigned char mark = marks ? marks[plate.cell(x, y)] : heat_unmarked;
      if (mark == heat_insulator) {
        mine.insulators += 1;
        continue;
      }
      const double own = real_of(in[plate.cell(x, y)]);
      mine.add(own, heat_next<HeatReadonly>(in, marks, x, y, plate) - own);
      mine.held += mark == heat_held;
    }
  const int block = blockIdx.y * gridDim.x + blockIdx.x, blocks = gridDim.x * gridDim.y;
  write_sums_of_block(mine, out, block);
  // What the last step has found, if it has, goes along behind the sums of all blocks.
  if (block == 0 && threadIdx.x < heat_found_numbers)
    out[blocks * CellSums::numbers + threadIdx.x] = found[0] == steps ? found[threadIdx.x] : 0;
}

LIVEWARP_KERNELS_END
