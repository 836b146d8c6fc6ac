// Two time steps in one pass over the memory.
#pragma once

#include "kernels/heat3d/heat3d.cuh"

LIVEWARP_KERNELS_BEGIN

/// Where a cell outside of the block is found, at any distance: round on the other side, or mirrored at
/// the edge. A step of the block continued like this is the continuation of its step, so that cells
/// outside need no rule of their own. Nobody asks for those beyond a fixed border.
__device__ __forceinline__ int heat3d_continued(int i, int n, int boundary) {
  if (i >= 0 && i < n) return i;
  const int period = boundary == heat3d_periodic ? n : 2 * n;
  i %= period;
  if (i < 0) i += period;
  return i < n ? i : period - 1 - i;
}

// Lesson: the memory is the limit of one step, so make two of each pass. A block marches through the
// planes with one thread a cell and a rim of two; when plane z + 1 arrives, the first step makes its
// plane z, and the second step plane z - 1. Of both steps a thread keeps three planes of its column in
// registers, and shows the middle one to its neighbours in shared memory, by turns in two tiles: one
// barrier a plane serves both. The rim is computed again by the block beside: a small block repeats a
// third of the work, a large one waits longer at its barriers.
template <class Stored>
__global__ void __launch_bounds__(1024)
    heat3d_temporal(const Stored* __restrict__ in, Stored* __restrict__ out,
                    const __grid_constant__ Heat3dSolid<Heat3dComputed<Stored>> solid, int planes) {
  using Real = Heat3dComputed<Stored>;
  constexpr int rim = 2;
  Real* const tiles = dynamic_shared<Real>();
  const int pitch = blockDim.x, tile = pitch * blockDim.y, b = solid.boundary;
  const int tx = threadIdx.x, ty = threadIdx.y, at = ty * pitch + tx;
  const int x = blockIdx.x * (pitch - 2 * rim) + tx - rim;
  const int y = blockIdx.y * (int(blockDim.y) - 2 * rim) + ty - rim;
  const int first = blockIdx.z * planes, end = min(first + planes, solid.nz);
  // How far a thread is from the edge of the tile says which steps it can make.
  const int depth = min(min(tx, pitch - 1 - tx), min(ty, int(blockDim.y) - 1 - ty));
  const bool writes = depth >= rim && x < solid.nx && y < solid.ny;
  const int64 place =
      int64(heat3d_continued(y, solid.ny, b)) * solid.nx + heat3d_continued(x, solid.nx, b);
  const auto load = [&](int z) {
    return heat3d_real(in[solid.cell(0, 0, heat3d_continued(z, solid.nz, b)) + place]);
  };
  const auto step = [&](const Real* middle, Real below, Real own, Real above, int z) {
    return solid.keeps(x, y, z) ? own
                                : solid.star(own, middle[at - 1], middle[at + 1],
                                             middle[at - pitch], middle[at + pitch], below, above);
  };
  Real below = load(first - 2), own = load(first - 1);
  Real below_next = 0, own_next = 0;  // after the first step, of planes z - 2 and z - 1
  for (int z = first - 1; z <= end; ++z) {
    const Real above = load(z + 1);
    Real* const now = tiles + (z & 1) * 2 * tile;
    Real* const next = now + tile;
    now[at] = own;
    next[at] = own_next;
    __syncthreads();
    const Real above_next = depth >= 1 ? step(now, below, own, above, z) : own;
    if (writes && z > first)
      heat3d_store(out + solid.cell(x, y, z - 1),
                   step(next, below_next, own_next, above_next, z - 1));
    below = own, own = above;
    below_next = own_next, own_next = above_next;
  }
}

LIVEWARP_KERNELS_END
