// Four cells a thread of several planes, loaded and stored at once.
#pragma once

#include "kernels/heat3d/heat3d.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson float4: Vectorized loads: a thread has four cells in each of a few planes, and loads all
// that it needs by float4 before it computes anything; the cells left and right come from the lanes
// beside. Few large requests in flight keep the memory busy: this runs at nearly the speed of
// copying the volume. Rows that are no multiple of four cells march one cell at a time instead.
//
// Results are stored past the caches, which keep the planes for the blocks above. Rows must be
// whole vectors, and no warp may have but the last four cells of one (its only working lane would
// need both neighbours).
template <class Stored, int Planes>
__global__ void heat3d_vector(const Stored* __restrict__ in, Stored* __restrict__ out,
                              const __grid_constant__ Heat3dSolid<Computed<Stored>> solid) {
  using Real = Computed<Stored>;
  using Vec4 = CellPack<Stored, 4>;
  const int lane = threadIdx.x % 32, nx = solid.nx, b = solid.boundary;
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x), column = min(x, nx - 4);
  const int y = blockIdx.y * blockDim.y + threadIdx.y, first = blockIdx.z * Planes;
  if (y >= solid.ny || x - 4 * lane >= nx) return;  // whole warps: a block is whole warps wide
  const int north_y = heat3d_beside(y - 1, solid.ny, b),
            south_y = heat3d_beside(y + 1, solid.ny, b);
  const bool loads_west = lane == 0, loads_east = (lane == 31) | (column == nx - 4);
  const int single = heat3d_beside(loads_west ? column - 1 : column + 4, nx, b);
  Vec4 pile[Planes + 2], north[Planes], south[Planes];
  Real other[Planes];
  LIVEWARP_UNROLL()
  for (int j = 0; j < Planes + 2; ++j)
    pile[j].load(in + solid.cell(column, y, heat3d_beside(first + j - 1, solid.nz, b)));
  LIVEWARP_UNROLL()
  for (int j = 0; j < Planes; ++j) {
    const int z = min(first + j, solid.nz - 1);
    north[j].load(in + solid.cell(column, north_y, z));
    south[j].load(in + solid.cell(column, south_y, z));
  }
  LIVEWARP_UNROLL()
  for (int j = 0; j < Planes; ++j) {
    const Stored* const from = in + solid.cell(single, y, min(first + j, solid.nz - 1));
    other[j] = loads_west | loads_east ? Real(real_of(*from)) : Real(0);
  }
  // Asked for once, not for every cell.
  const bool fixed = b == heat3d_fixed, keeps_row = fixed & ((y == 0) | (y == solid.ny - 1));
  const bool keeps_first = fixed & (x == 0), keeps_last = fixed & (x == nx - 4);
  LIVEWARP_UNROLL()
  for (int j = 0; j < Planes; ++j) {
    Real below[4], own[4], above[4], up[4], down[4], next[4];
    pile[j].unpack(below), pile[j + 1].unpack(own), pile[j + 2].unpack(above);
    north[j].unpack(up), south[j].unpack(down);
    const Real from_west = __shfl_up_sync(0xffffffffu, own[3], 1);
    const Real from_east = __shfl_down_sync(0xffffffffu, own[0], 1);
    const Real west = loads_west ? other[j] : from_west;
    const Real east = loads_east ? other[j] : from_east;
    const int z = first + j;
    const bool keeps_all = keeps_row | (fixed & ((z == 0) | (z == solid.nz - 1)));
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i) {
      const Real star = solid.star(own[i], i > 0 ? own[i - 1] : west, i < 3 ? own[i + 1] : east,
                                   up[i], down[i], below[i], above[i]);
      const bool keeps = keeps_all | (i == 0 && keeps_first) | (i == 3 && keeps_last);
      next[i] = keeps ? own[i] : star;
    }
    if (x >= nx || z >= solid.nz) continue;
    Vec4 result;
    result.pack(next);
    result.store_past_caches(out + solid.cell(x, y, z));
  }
}

LIVEWARP_KERNELS_END
