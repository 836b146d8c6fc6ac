// Kernels of the heat equation in three dimensions: one cell a thread, and threads that march. What
// a step computes, and what borders mean, stands in heat3d.h.
#pragma once

#include "kernels/grids/cells.cuh"

LIVEWARP_KERNELS_BEGIN

// Values of Heat3d::Boundary.
constexpr int heat3d_fixed = 0, heat3d_insulated = 1, heat3d_periodic = 2;

/// The block of cells and its star: a cell becomes centre * T + weight * (its six neighbours). All
/// weights together are exactly 1, so that an even block stays as it is.
template <class Real>
struct Heat3dSolid {
  Real centre, weight;
  int nx, ny, nz, boundary;

  __device__ __forceinline__ int64 cell(int x, int y, int z) const {
    return (int64(z) * ny + y) * nx + x;
  }
  /// True where the cell does not change.
  __device__ __forceinline__ bool keeps(int x, int y, int z) const {
    const bool edge =
        (x == 0) | (x == nx - 1) | (y == 0) | (y == ny - 1) | (z == 0) | (z == nz - 1);
    return (boundary == heat3d_fixed) & edge;  // no branch
  }
  __device__ __forceinline__ Real star(Real own, Real west, Real east, Real north, Real south,
                                       Real below, Real above) const {
    return centre * own + weight * (((west + east) + (north + south)) + (below + above));
  }
};

/// Where a nearest neighbour is found, -1 <= i <= n: itself within the block; outside, on the other
/// side or mirrored at the edge. What lies further outside is brought back to the edge.
__device__ __forceinline__ int heat3d_beside(int i, int n, int boundary) {
  const int before = boundary == heat3d_periodic ? n - 1 : 0;
  return i < 0 ? before : i >= n ? n - 1 - before : i;
}

/// The temperature of a cell after a time step.
template <class Stored, class Real>
__device__ __forceinline__ Real heat3d_next(const Stored* in, int x, int y, int z,
                                            const Heat3dSolid<Real>& solid) {
  const int b = solid.boundary;
  const auto at = [&](int column, int row, int plane) {
    return Real(real_of(in[solid.cell(column, row, plane)]));
  };
  const bool keeps = solid.keeps(x, y, z);
  const Real own = at(x, y, z);
  if (keeps) return own;
  return solid.star(
      own, at(heat3d_beside(x - 1, solid.nx, b), y, z), at(heat3d_beside(x + 1, solid.nx, b), y, z),
      at(x, heat3d_beside(y - 1, solid.ny, b), z), at(x, heat3d_beside(y + 1, solid.ny, b), z),
      at(x, y, heat3d_beside(z - 1, solid.nz, b)), at(x, y, heat3d_beside(z + 1, solid.nz, b)));
}

// Lesson point: One thread per cell, in 3D blocks: seven loads for one store, and an
// index to compute for each, more integer work than arithmetic. The caches serve most of the loads:
// a deep block shares planes, a wide one reads whole lines, and what neither shares the
// L2 cache must hold, three planes of it. Compare 32x4x2 with 64x2x2 and 32x8: who shares
// what?
template <class Stored>
__global__ void heat3d_point(const Stored* __restrict__ in, Stored* __restrict__ out,
                             const __grid_constant__ Heat3dSolid<Computed<Stored>> solid) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= solid.nx || y >= solid.ny || z >= solid.nz) return;
  store_real(out + solid.cell(x, y, z), heat3d_next(in, x, y, z, solid));
}

// Lesson march: 2.5D register blocking: a plane of threads marches through the volume, and the cell
// above becomes the cell itself, then the cell below, without being loaded again. Five loads in
// place of seven, and less than half the integer work. Long marches load less and leave fewer
// threads to hide the latency, and each waits for one plane before it asks for the next: less work
// need not be faster.
template <class Stored>
__global__ void heat3d_march(const Stored* __restrict__ in, Stored* __restrict__ out,
                             const __grid_constant__ Heat3dSolid<Computed<Stored>> solid,
                             int planes) {
  using Real = Computed<Stored>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int first = blockIdx.z * planes, b = solid.boundary;
  if (x >= solid.nx || y >= solid.ny) return;
  // Places of the neighbours within a plane, relative to its first cell.
  const int own_at = y * solid.nx + x;
  const int west_at = y * solid.nx + heat3d_beside(x - 1, solid.nx, b);
  const int east_at = y * solid.nx + heat3d_beside(x + 1, solid.nx, b);
  const int north_at = heat3d_beside(y - 1, solid.ny, b) * solid.nx + x;
  const int south_at = heat3d_beside(y + 1, solid.ny, b) * solid.nx + x;
  const auto plane_of = [&](int z) { return in + solid.cell(0, 0, heat3d_beside(z, solid.nz, b)); };
  Real below = real_of(plane_of(first - 1)[own_at]), own = real_of(plane_of(first)[own_at]);
  LIVEWARP_UNROLL(2)
  for (int z = first; z < min(first + planes, solid.nz); ++z) {
    const Stored* const plane = plane_of(z);
    const Real above = real_of(plane_of(z + 1)[own_at]);
    const Real next = solid.star(own, real_of(plane[west_at]), real_of(plane[east_at]),
                                 real_of(plane[north_at]), real_of(plane[south_at]), below, above);
    store_real(out + solid.cell(x, y, z), solid.keeps(x, y, z) ? own : next);
    below = own;
    own = above;
  }
}

// Lesson ring: 2.5D blocking with a ring of three planes in shared memory, each the block's cells
// and their halo, from which the stencil is computed: little more than one load per cell, and one
// barrier per plane. The L1 cache does the same unasked, and without barriers: compare with
// register blocking.
//
// One barrier a plane is enough: a plane's edge is read by other threads while it is the middle
// one, its inside after that only by the thread that will overwrite it.
template <class Stored>
__global__ void heat3d_ring(const Stored* __restrict__ in, Stored* __restrict__ out,
                            const __grid_constant__ Heat3dSolid<Computed<Stored>> solid,
                            int planes) {
  using Real = Computed<Stored>;
  Real* const ring = dynamic_shared<Real>();
  const int pitch = blockDim.x + 2, tile = pitch * (blockDim.y + 2), b = solid.boundary;
  const int x0 = blockIdx.x * blockDim.x, y0 = blockIdx.y * blockDim.y;
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y, first = blockIdx.z * planes;
  const int at = (threadIdx.y + 1) * pitch + threadIdx.x + 1;
  const int last_x = blockDim.x - 1, last_y = blockDim.y - 1;
  // Threads beyond the edge load too: the first of them loads the neighbour of the last cell.
  const int column = heat3d_beside(x, solid.nx, b), row = heat3d_beside(y, solid.ny, b);
  const auto load_plane = [&](int z, Real* to) {
    const int plane = heat3d_beside(z, solid.nz, b);
    const auto from = [&](int i, int j) { return real_of(in[solid.cell(i, j, plane)]); };
    to[at] = from(column, row);
    if (threadIdx.x == 0) to[at - 1] = from(heat3d_beside(x0 - 1, solid.nx, b), row);
    if (int(threadIdx.x) == last_x) to[at + 1] = from(heat3d_beside(x + 1, solid.nx, b), row);
    if (threadIdx.y == 0) to[at - pitch] = from(column, heat3d_beside(y0 - 1, solid.ny, b));
    if (int(threadIdx.y) == last_y)
      to[at + pitch] = from(column, heat3d_beside(y + 1, solid.ny, b));
  };
  Real *below = ring, *own = ring + tile, *above = ring + 2 * tile;
  load_plane(first - 1, below);
  load_plane(first, own);
  for (int z = first; z < min(first + planes, solid.nz); ++z) {
    load_plane(z + 1, above);
    __syncthreads();
    if (x < solid.nx && y < solid.ny) {
      const Real next = solid.star(own[at], own[at - 1], own[at + 1], own[at - pitch],
                                   own[at + pitch], below[at], above[at]);
      store_real(out + solid.cell(x, y, z), solid.keeps(x, y, z) ? own[at] : next);
    }
    Real* const oldest = below;
    below = own;
    own = above;
    above = oldest;
  }
}

LIVEWARP_KERNELS_END
