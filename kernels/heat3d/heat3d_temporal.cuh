// Several time steps in one pass over the memory.
#pragma once

#include "kernels/heat3d/heat3d_tile.cuh"

LIVEWARP_KERNELS_BEGIN

/// One time level of a thread's cells.
template <class Real, int Rows>
struct Heat3dLevel {
  Real own[Rows][4];      ///< the newest plane of this level
  Real partial[Rows][4];  ///< its next step, but for the plane above

  __device__ __forceinline__ void clear() {
    heat3d_each<Rows>([&](int r, int i) { own[r][i] = partial[r][i] = Real(0); });
  }
  /// Takes the next plane of this level and turns it into the plane below it of the next level, in
  /// which cells that are kept are as they were. What is left to add are the rows of other warps.
  template <class Kept>
  __device__ __forceinline__ void take(Real (&v)[Rows][4], const Kept& kept, bool all_kept,
                                       const Heat3dSolid<Real>& solid) {
    Real next[Rows][4];
    heat3d_each<Rows>([&](int r, int i) { next[r][i] = partial[r][i] + solid.weight * v[r][i]; });
    kept.select(next, own, all_kept);
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      const Real west = __shfl_up_sync(0xffffffffu, v[r][3], 1);
      const Real east = __shfl_down_sync(0xffffffffu, v[r][0], 1);
      LIVEWARP_UNROLL()
      for (int i = 0; i < 4; ++i) {
        Real sum = own[r][i] + ((i > 0 ? v[r][i - 1] : west) + (i < 3 ? v[r][i + 1] : east));
        if (r > 0) sum += v[r - 1][i];
        if (r + 1 < Rows) sum += v[r + 1][i];
        partial[r][i] = solid.centre * v[r][i] + solid.weight * sum;
      }
    }
    heat3d_each<Rows>([&](int r, int i) {
      own[r][i] = v[r][i];
      v[r][i] = next[r][i];
    });
  }
  /// Adds the rows of the warps beside.
  __device__ __forceinline__ void add_beside(const Real (&north)[4], const Real (&south)[4],
                                             Real weight) {
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i) {
      partial[0][i] += weight * north[i];
      partial[Rows - 1][i] += weight * south[i];
    }
  }
};

/// First and last row of each warp's patches, for the warps beside: of all levels but the first,
/// in two buffers by turns, so that one barrier a plane is enough. Those of a warp lie together, so
/// that all are a constant distance from its first one.
template <class Real, int Depth>
struct Heat3dRims {
  static constexpr int columns = 128, of_a_warp = 2 * (Depth - 1) * 2 * columns;
  Real *own, *above, *below;  ///< this lane's cells in the first one of this warp and those beside

  __device__ __forceinline__ Heat3dRims(Real* all, int warp, int warps)
      : own(all + warp * of_a_warp + 4 * threadIdx.x), above(own - (warp > 0 ? of_a_warp : 0)),
        below(own + (warp + 1 < warps ? of_a_warp : 0)) {}
  static __device__ __forceinline__ int row(int buffer, int level, int last) {
    return ((buffer * (Depth - 1) + level - 1) * 2 + last) * columns;
  }
  __device__ __forceinline__ void put(int buffer, int level, const Real (&first)[4],
                                      const Real (&last)[4]) const {
    CellPack<Real, 4> pack;
    pack.pack(first);
    pack.store(own + row(buffer, level, 0));
    pack.pack(last);
    pack.store(own + row(buffer, level, 1));
  }
  __device__ __forceinline__ void get(int buffer, int level, Real (&north)[4],
                                      Real (&south)[4]) const {
    CellPack<Real, 4> last, first;
    last.load(above + row(buffer, level, 1));
    first.load(below + row(buffer, level, 0));
    last.unpack(north);
    first.unpack(south);
  }
};

/// How a launch marches.
struct Heat3dMarch {
  int planes;  ///< of a block
  int stages;  ///< planes that are on their way
};

// Lesson temporal: 3.5D blocking, several time steps in one pass over the memory: as soon as the
// first step has made a plane, the second works on it, and only the last one's planes are stored.
// Planes come into shared memory by asynchronous copies; those of later levels stay in registers:
// neighbours come from the lanes beside by shuffle, and warps exchange the rows at their edges,
// with one barrier a plane for all levels. The halo of a tile is computed redundantly, by
// neighbouring blocks too: in three dimensions that is costly, so more steps are soon no gain.
//
//     plane z is used:      step 1 completes z-1,   step 2 z-2,   step 3 z-3 -> memory
//     asynchronous copies:  z+1, z+2 ...            meanwhile, through no register
template <class Stored, int Depth, int Rows>
__global__ void __launch_bounds__(384)  // 168 registers
    heat3d_temporal(const Stored* __restrict__ in, Stored* __restrict__ out,
                    const __grid_constant__ Heat3dSolid<Computed<Stored>> solid,
                    const __grid_constant__ Heat3dMarch march) {
  using Real = Computed<Stored>;
  constexpr int rim = heat3d_rim<Stored>, width = 128 - 2 * rim;
  const int warp = threadIdx.y, warps = blockDim.y, height = warps * Rows - 2 * Depth;
  const int first_x = blockIdx.x * width, end_x = min(first_x + width, solid.nx);
  const int first_y = blockIdx.y * height, end_y = min(first_y + height, solid.ny);
  const int first_z = blockIdx.z * march.planes, end_z = min(first_z + march.planes, solid.nz);
  int* const columns = dynamic_shared<int>();
  Real* const exchanged = reinterpret_cast<Real*>(columns + (solid.nx % 4 == 0 ? 0 : 128));
  const Heat3dRims<Real, Depth> rims(exchanged, warp, warps);
  const Heat3dPlanes<Stored, Rows> planes(
      reinterpret_cast<Stored*>(exchanged + warps * rims.of_a_warp), march.stages);
  const Heat3dPatch<Stored, Rows> patch(first_x - rim, first_y - Depth + warp * Rows, columns,
                                        solid);
  const Heat3dKept<Rows> kept(patch.x, patch.y, solid.nx, solid.ny, solid.boundary);
  unsigned writes = 0;  // a bit a row
  LIVEWARP_UNROLL()
  for (int r = 0; r < Rows; ++r) {
    const int x = patch.x, y = patch.y + r;
    writes |= unsigned(x >= first_x && x < end_x && y >= first_y && y < end_y) << r;
  }
  const auto fetch = [&](int z, int slot) {
    if (z < end_z + Depth) {
      const int plane = heat3d_continued(z, solid.nz, solid.boundary).index;
      patch.fetch(planes.memory + slot, in + solid.cell(0, 0, plane));
    }
    copy_async_commit();
  };
  Heat3dLevel<Real, Rows> levels[Depth];
  LIVEWARP_UNROLL()
  for (int t = 0; t < Depth; ++t) {
    levels[t].clear();
    if (t > 0) rims.put(1, t, levels[t].own[0], levels[t].own[0]);
  }
  int now = 0, coming = 0;
  for (int z = first_z - Depth; z < first_z - Depth + march.stages; ++z) {
    fetch(z, coming);
    coming = planes.after(coming);
  }
  const auto pass = [&](int z, int buffer) {
    Real v[Rows][4], north[4], south[4];
    planes.wait();
    __syncthreads();  // all have their cells of plane z, and are done with the plane before
    fetch(z + march.stages, coming);
    const Stored* const tile = planes.memory + now;
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) patch.take(tile + r * 128, v[r]);
    Real first_north[4], first_south[4];
    patch.take(tile + planes.north, first_north);
    patch.take(tile + planes.south, first_south);
    LIVEWARP_UNROLL()
    for (int t = 1; t < Depth; ++t) {
      rims.get(buffer ^ 1, t, north, south);
      levels[t].add_beside(north, south, solid.weight);
    }
    LIVEWARP_UNROLL()
    for (int t = 0; t < Depth; ++t) {
      const int made = z - t - 1;
      const bool edge = (made == 0) | (made == solid.nz - 1);
      if (t > 0) rims.put(buffer, t, v[0], v[Rows - 1]);
      levels[t].take(v, kept, (solid.boundary == heat3d_fixed) & edge, solid);
      if (t == 0) levels[t].add_beside(first_north, first_south, solid.weight);
    }
    const int done = z - Depth;
    if (done >= first_z && done < end_z) patch.store(out + solid.cell(0, patch.y, done), writes, v);
    now = planes.after(now), coming = planes.after(coming);
  };
  // Two planes at once, so that "the plane before" is a matter of names and not of moves.
  for (int z = first_z - Depth; z < end_z + Depth; z += 2) {
    pass(z, 0);
    pass(z + 1, 1);
  }
}

LIVEWARP_KERNELS_END
