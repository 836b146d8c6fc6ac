// Sums over the block: its heat, its extremes, and how much the next step will change.
#pragma once

#include "kernels/grids/grid_sums.cuh"
#include "kernels/heat3d/heat3d.cuh"

LIVEWARP_KERNELS_BEGIN

// A reduction, as in heat_sums.cuh: threads add up cells in registers, blocks their threads in
// shared memory, the host the blocks. To this kernel the rows of all planes are rows of one tall
// plate.
template <class Stored>
__global__ void heat3d_stock(const Stored* __restrict__ in,
                             const __grid_constant__ Heat3dSolid<double> solid, double* out) {
  CellSums mine = CellSums::none();
  for (int row = blockIdx.y; row < solid.ny * solid.nz; row += gridDim.y) {
    const int y = row % solid.ny, z = row / solid.ny;
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < solid.nx; x += gridDim.x * blockDim.x) {
      const double own = real_of(in[solid.cell(x, y, z)]);
      mine.add(own, heat3d_next(in, x, y, z, solid) - own);
    }
  }
  write_sums_of_block(mine, out, blockIdx.y * gridDim.x + blockIdx.x);
}

LIVEWARP_KERNELS_END
