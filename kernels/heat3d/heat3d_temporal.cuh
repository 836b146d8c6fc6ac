// Several time steps in one pass over the memory.
#pragma once

#include "kernels/heat3d/heat3d.cuh"

LIVEWARP_KERNELS_BEGIN

/// Where a cell outside of the block is found, at any distance: round on the other side, or mirrored at
/// the edge. A step of the block continued like this is the continuation of its step, so that cells
/// outside need no rule of their own. Nobody asks for those beyond a fixed border.
struct Heat3dPlace {
  int index;
  bool mirrored;
};
__device__ __forceinline__ Heat3dPlace heat3d_continued(int i, int n, int boundary) {
  if (i >= 0 && i < n) return {i, false};
  const int period = boundary == heat3d_periodic ? n : 2 * n;
  i %= period;
  if (i < 0) i += period;
  return i < n ? Heat3dPlace{i, false} : Heat3dPlace{period - 1 - i, true};
}

/// The cells of a thread in every plane: four columns, from x on, of `Rows` rows, from y on. Where the
/// rows of the block are whole vectors, four columns outside of it are a vector too, perhaps mirrored.
template <class Stored, int Rows>
struct Heat3dPatch {
  using Real = Computed<Stored>;
  static constexpr int cells = 4;
  int x, nx, boundary, column, rows[Rows];
  bool vectors, mirrored;

  __device__ __forceinline__ Heat3dPatch(int x_, int y, const Heat3dSolid<Real>& solid)
      : x(x_), nx(solid.nx), boundary(solid.boundary), vectors(solid.nx % cells == 0) {
    const int vector = (x + nx * cells) / cells - nx;  // rounds down, for x < 0 too
    const Heat3dPlace at = heat3d_continued(vector, max(nx / cells, 1), boundary);
    column = at.index * cells;
    mirrored = at.mirrored;
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) rows[r] = heat3d_continued(y + r, solid.ny, boundary).index * nx;
  }
  __device__ __forceinline__ void load(const Stored* plane, Real (&to)[Rows][cells]) const {
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      if (vectors) {
        CellPack<Stored, cells> pack;
        pack.load(plane + rows[r] + column);
        pack.unpack(to[r]);
        continue;
      }
      LIVEWARP_UNROLL()
      for (int i = 0; i < cells; ++i)
        to[r][i] = real_of(plane[rows[r] + heat3d_continued(x + i, nx, boundary).index]);
    }
  }
  /// Puts mirrored columns in their order.
  __device__ __forceinline__ void turn(Real (&v)[Rows][cells]) const {
    if (!vectors || !mirrored) return;
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      const Real first = v[r][0], second = v[r][1];
      v[r][0] = v[r][3], v[r][1] = v[r][2], v[r][2] = second, v[r][3] = first;
    }
  }
  __device__ __forceinline__ void store(Stored* row, const Real (&v)[cells]) const {
    if (vectors) {
      CellPack<Stored, cells> pack;
      pack.pack(v);
      pack.store_past_caches(row + x);
      return;
    }
    LIVEWARP_UNROLL()
    for (int i = 0; i < cells; ++i)
      if (x + i < nx) store_real(row + x + i, v[i]);
  }
  /// A bit a cell, row by row: those that a fixed border keeps in every plane.
  __device__ __forceinline__ unsigned kept(int y, int ny) const {
    unsigned bits = 0;
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) LIVEWARP_UNROLL()
    for (int i = 0; i < cells; ++i) {
      const bool edge = (x + i == 0) | (x + i == nx - 1) | (y + r == 0) | (y + r == ny - 1);
      bits |= unsigned((boundary == heat3d_fixed) & edge) << (r * cells + i);
    }
    return bits;
  }
};

/// One time level of a thread's cells.
template <class Real, int Rows>
struct Heat3dLevel {
  static constexpr int cells = 4;
  Real own[Rows][cells];      ///< the newest plane of this level
  Real partial[Rows][cells];  ///< its next step, but for the plane above

  __device__ __forceinline__ void clear() {
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) LIVEWARP_UNROLL()
    for (int i = 0; i < cells; ++i) own[r][i] = partial[r][i] = Real(0);
  }
  /// Takes the next plane of this level and turns it into the plane below it of the next level, in which
  /// cells with a bit in `kept` are as they were.
  __device__ __forceinline__ void take(Real (&v)[Rows][cells], unsigned kept,
                                       const Heat3dSolid<Real>& solid) {
    Real next[Rows][cells];
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) LIVEWARP_UNROLL()
    for (int i = 0; i < cells; ++i) {
      next[r][i] = partial[r][i] + solid.weight * v[r][i];
      partial[r][i] = solid.centre * v[r][i] + solid.weight * own[r][i];
    }
    if (kept != 0) {
      LIVEWARP_UNROLL()
      for (int r = 0; r < Rows; ++r) LIVEWARP_UNROLL()
      for (int i = 0; i < cells; ++i)
        if (kept >> (r * cells + i) & 1u) next[r][i] = own[r][i];
    }
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) LIVEWARP_UNROLL()
    for (int i = 0; i < cells; ++i) {
      own[r][i] = v[r][i];
      v[r][i] = next[r][i];
    }
  }
  /// Adds the neighbours within the newest plane; `north` and `south` are the rows of the warps beside.
  __device__ __forceinline__ void add_plane(const Real (&north)[cells], const Real (&south)[cells],
                                            Real weight) {
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      const Real west = __shfl_up_sync(0xffffffffu, own[r][cells - 1], 1);
      const Real east = __shfl_down_sync(0xffffffffu, own[r][0], 1);
      LIVEWARP_UNROLL()
      for (int i = 0; i < cells; ++i) {
        const Real across = (i > 0 ? own[r][i - 1] : west) + (i + 1 < cells ? own[r][i + 1] : east);
        const Real along =
            (r > 0 ? own[r - 1][i] : north[i]) + (r + 1 < Rows ? own[r + 1][i] : south[i]);
        partial[r][i] += weight * (across + along);
      }
    }
  }
};

/// First and last row of each warp's patches, for the warps beside: of all levels, in two buffers by
/// turns, so that one barrier a plane is enough.
template <class Real>
struct Heat3dRims {
  static constexpr int columns = 128;
  Real* memory;
  int warps, levels;

  __device__ __forceinline__ Real* row(int plane, int level, int warp, int last) const {
    return memory + ((((plane & 1) * levels + level) * warps + warp) * 2 + last) * columns +
           4 * threadIdx.x;
  }
  __device__ __forceinline__ void put(Real* to, const Real (&v)[4]) const {
    CellPack<Real, 4> pack;
    pack.pack(v);
    pack.store(to);
  }
  __device__ __forceinline__ void get(const Real* from, Real (&v)[4]) const {
    CellPack<Real, 4> pack;
    pack.load(from);
    pack.unpack(v);
  }
};

// Lesson: the memory is the limit of one step, so make `Depth` steps of each pass. A block marches
// through the planes; when plane z arrives, the first step completes its plane z - 1, with that the
// second its plane z - 2, and so on: only the last one is stored. A thread keeps 4 x `Rows` cells of
// two planes of each level in registers. It finds its neighbours there, in the lanes beside by shuffle,
// and in the warps beside through shared memory. The rim of a tile is computed again by the blocks
// beside: the price of a step that needs no barrier between blocks.
template <class Stored, int Depth, int Rows>
__global__ void __launch_bounds__(Rows* Depth > 8 ? 384 : 512)
    heat3d_temporal(const Stored* __restrict__ in, Stored* __restrict__ out,
                    const __grid_constant__ Heat3dSolid<Computed<Stored>> solid, int planes) {
  using Real = Computed<Stored>;
  constexpr int cells = 4, rim = (Depth + cells - 1) / cells * cells, width = 32 * cells - 2 * rim;
  const int warp = threadIdx.y, warps = blockDim.y, height = warps * Rows - 2 * Depth;
  const int x = blockIdx.x * width - rim + cells * int(threadIdx.x);
  const int y = int(blockIdx.y) * height - Depth + warp * Rows;
  const int first = blockIdx.z * planes, end = min(first + planes, solid.nz);
  const int first_y = blockIdx.y * height, end_y = min(first_y + height, solid.ny);
  const bool writes =
      x >= int(blockIdx.x) * width && x < min(int(blockIdx.x + 1) * width, solid.nx);
  const Heat3dPatch<Stored, Rows> patch(x, y, solid);
  const Heat3dRims<Real> rims{dynamic_shared<Real>(), warps, Depth};
  const unsigned kept = patch.kept(y, solid.ny);
  const auto plane_at = [&](int z) {
    return in + solid.cell(0, 0, heat3d_continued(z, solid.nz, solid.boundary).index);
  };
  Heat3dLevel<Real, Rows> levels[Depth];
  LIVEWARP_UNROLL()
  for (int t = 0; t < Depth; ++t) levels[t].clear();
  Real coming[Rows][cells];
  patch.load(plane_at(first - Depth), coming);
  for (int z = first - Depth; z < end + Depth; ++z) {
    Real v[Rows][cells];
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) LIVEWARP_UNROLL()
    for (int i = 0; i < cells; ++i) v[r][i] = coming[r][i];
    patch.turn(v);
    patch.load(plane_at(z + 1), coming);
    LIVEWARP_UNROLL()
    for (int t = 0; t < Depth; ++t) {
      const int made = z - t - 1;
      const bool all = (solid.boundary == heat3d_fixed) & ((made == 0) | (made == solid.nz - 1));
      levels[t].take(v, all ? 0xffffffffu : kept, solid);
    }
    if (writes && z - Depth >= first) {
      LIVEWARP_UNROLL()
      for (int r = 0; r < Rows; ++r)
        if (y + r >= first_y && y + r < end_y)
          patch.store(out + solid.cell(0, y + r, z - Depth), v[r]);
    }
    LIVEWARP_UNROLL()
    for (int t = 0; t < Depth; ++t) {
      rims.put(rims.row(z, t, warp, 0), levels[t].own[0]);
      rims.put(rims.row(z, t, warp, 1), levels[t].own[Rows - 1]);
    }
    __syncthreads();
    LIVEWARP_UNROLL()
    for (int t = 0; t < Depth; ++t) {
      Real north[cells], south[cells];
      rims.get(rims.row(z, t, max(warp - 1, 0), 1), north);
      rims.get(rims.row(z, t, min(warp + 1, warps - 1), 0), south);
      levels[t].add_plane(north, south, solid.weight);
    }
  }
}

LIVEWARP_KERNELS_END
