// Several time steps in one pass over the memory.
#pragma once

#include "kernels/heat3d/heat3d.cuh"

LIVEWARP_KERNELS_BEGIN

/// Where a cell outside of the block is found, at any distance: round on the other side, or
/// mirrored at the edge. A step of the block continued like this is the continuation of its step,
/// so that cells outside need no rule of their own. Nobody asks for those beyond a fixed border.
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

/// Calls f(row, column) for each cell of a thread in a plane: four columns of `Rows` rows.
template <int Rows, class F>
__device__ __forceinline__ void heat3d_each(const F& f) {
  LIVEWARP_UNROLL()
  for (int r = 0; r < Rows; ++r) {
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i) f(r, i);
  }
}

/// Where a thread finds its cells in every plane: four columns, from x on, of `Rows` rows, from y
/// on. Where the rows of the block are whole vectors, four columns outside of it are a vector too,
/// perhaps mirrored.
template <class Stored, int Rows>
struct Heat3dPatch {
  using Real = Computed<Stored>;
  int x, nx, boundary, column, rows[Rows];
  bool vectors, mirrored;

  __device__ __forceinline__ Heat3dPatch(int x_, int y, const Heat3dSolid<Real>& solid)
      : x(x_), nx(solid.nx), boundary(solid.boundary), vectors(solid.nx % 4 == 0) {
    const int vector = (x + 4 * nx) / 4 - nx;  // rounds down, for x < 0 too
    const Heat3dPlace at = heat3d_continued(vector, max(nx / 4, 1), boundary);
    column = 4 * at.index;
    mirrored = at.mirrored;
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) rows[r] = heat3d_continued(y + r, solid.ny, boundary).index * nx;
  }
  __device__ __forceinline__ void load(const Stored* plane, Real (&to)[Rows][4]) const {
    if (!vectors) {
      heat3d_each<Rows>([&](int r, int i) {
        to[r][i] = real_of(plane[rows[r] + heat3d_continued(x + i, nx, boundary).index]);
      });
      return;
    }
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      CellPack<Stored, 4> pack;
      pack.load(plane + rows[r] + column);
      pack.unpack(to[r]);
    }
  }
  /// Puts mirrored columns in their order.
  __device__ __forceinline__ void turn(Real (&v)[Rows][4]) const {
    if (!vectors || !mirrored) return;
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      const Real first = v[r][0], second = v[r][1];
      v[r][0] = v[r][3], v[r][1] = v[r][2], v[r][2] = second, v[r][3] = first;
    }
  }
  __device__ __forceinline__ void store(Stored* row, const Real (&v)[4]) const {
    if (vectors) {
      CellPack<Stored, 4> pack;
      pack.pack(v);
      pack.store_past_caches(row + x);
      return;
    }
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i)
      if (x + i < nx) store_real(row + x + i, v[i]);
  }
};

/// The cells of a thread that a fixed border keeps in every plane. Those of the first and the last
/// column are told apart, since all warps along such a border meet them.
struct Heat3dKept {
  bool columns;      ///< of any lane of this warp
  bool first, last;  ///< the first, the last cells of all rows
  unsigned others;   ///< a bit a cell, row by row

  template <class Stored, int Rows>
  __device__ __forceinline__ Heat3dKept(const Heat3dPatch<Stored, Rows>& patch, int y, int ny) {
    const bool fixed = patch.boundary == heat3d_fixed;
    const int end = patch.nx - 1 - patch.x;  // the cell at the end of its row
    first = fixed && patch.x == 0;
    last = fixed && end == 3;
    columns = __any_sync(0xffffffffu, first || last);
    others = 0;
    heat3d_each<Rows>([&](int r, int i) {
      const bool edge = (i == end && !last) | (y + r == 0) | (y + r == ny - 1);
      others |= unsigned(fixed && edge) << (4 * r + i);
    });
  }
};

/// One time level of a thread's cells.
template <class Real, int Rows>
struct Heat3dLevel {
  Real own[Rows][4];      ///< the newest plane of this level
  Real partial[Rows][4];  ///< its next step, but for the plane above

  __device__ __forceinline__ void clear() {
    heat3d_each<Rows>([&](int r, int i) { own[r][i] = partial[r][i] = Real(0); });
  }
  /// Takes the next plane of this level and turns it into the plane below it of the next level, in
  /// which cells that are kept are as they were.
  __device__ __forceinline__ void take(Real (&v)[Rows][4], const Heat3dKept& kept, bool all_kept,
                                       const Heat3dSolid<Real>& solid) {
    Real next[Rows][4];
    heat3d_each<Rows>([&](int r, int i) {
      next[r][i] = partial[r][i] + solid.weight * v[r][i];
      partial[r][i] = solid.centre * v[r][i] + solid.weight * own[r][i];
    });
    if (kept.columns) {
      LIVEWARP_UNROLL()
      for (int r = 0; r < Rows; ++r) {
        next[r][0] = kept.first ? own[r][0] : next[r][0];
        next[r][3] = kept.last ? own[r][3] : next[r][3];
      }
    }
    const unsigned others = all_kept ? 0xffffffffu : kept.others;
    if (others != 0) {
      heat3d_each<Rows>([&](int r, int i) {
        if (others >> (4 * r + i) & 1u) next[r][i] = own[r][i];
      });
    }
    heat3d_each<Rows>([&](int r, int i) {
      own[r][i] = v[r][i];
      v[r][i] = next[r][i];
    });
  }
  /// Adds the neighbours within the newest plane; `north` and `south` are the rows of the warps
  /// beside.
  __device__ __forceinline__ void add_plane(const Real (&north)[4], const Real (&south)[4],
                                            Real weight) {
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      const Real west = __shfl_up_sync(0xffffffffu, own[r][3], 1);
      const Real east = __shfl_down_sync(0xffffffffu, own[r][0], 1);
      LIVEWARP_UNROLL()
      for (int i = 0; i < 4; ++i) {
        const Real across = (i > 0 ? own[r][i - 1] : west) + (i < 3 ? own[r][i + 1] : east);
        const Real along =
            (r > 0 ? own[r - 1][i] : north[i]) + (r + 1 < Rows ? own[r + 1][i] : south[i]);
        partial[r][i] += weight * (across + along);
      }
    }
  }
};

/// First and last row of each warp's patches, for the warps beside: of all levels, in two buffers
/// by turns, so that one barrier a plane is enough.
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

// Lesson temporal: 3.5D blocking, several time steps in one pass over the memory: as soon as the
// first step has made a plane, the second works on it, and only the last one's planes are stored.
// Planes of all levels are kept in registers; neighbours come from the lanes beside by shuffle, and
// warps exchange the rows at their edges through shared memory. The halo of a tile is computed
// redundantly, by neighbouring blocks too: in three dimensions that is costly, so more steps are
// soon no gain.
template <class Stored, int Depth, int Rows>
__global__ void __launch_bounds__(384)  // 168 registers: spills up to 900 bytes at a depth of 4
    heat3d_temporal(const Stored* __restrict__ in, Stored* __restrict__ out,
                    const __grid_constant__ Heat3dSolid<Computed<Stored>> solid, int planes) {
  using Real = Computed<Stored>;
  constexpr int rim = (Depth + 3) / 4 * 4, width = 128 - 2 * rim;  // whole vectors
  const int warp = threadIdx.y, warps = blockDim.y, height = warps * Rows - 2 * Depth;
  const int first_x = blockIdx.x * width, end_x = min(first_x + width, solid.nx);
  const int first_y = blockIdx.y * height, end_y = min(first_y + height, solid.ny);
  const int first_z = blockIdx.z * planes, end_z = min(first_z + planes, solid.nz);
  const int x = first_x - rim + 4 * int(threadIdx.x), y = first_y - Depth + warp * Rows;
  const bool writes = x >= first_x && x < end_x;
  const Heat3dPatch<Stored, Rows> patch(x, y, solid);
  const Heat3dKept kept(patch, y, solid.ny);
  const Heat3dRims<Real> rims{dynamic_shared<Real>(), warps, Depth};
  const auto plane_at = [&](int z) {
    return in + solid.cell(0, 0, heat3d_continued(z, solid.nz, solid.boundary).index);
  };
  Heat3dLevel<Real, Rows> levels[Depth];
  LIVEWARP_UNROLL()
  for (int t = 0; t < Depth; ++t) levels[t].clear();
  Real coming[Rows][4];
  patch.load(plane_at(first_z - Depth), coming);
  const auto pass = [&](int z, int buffer) {
    Real v[Rows][4];
    heat3d_each<Rows>([&](int r, int i) { v[r][i] = coming[r][i]; });
    patch.turn(v);
    patch.load(plane_at(z + 1), coming);
    LIVEWARP_UNROLL()
    for (int t = 0; t < Depth; ++t) {
      const int made = z - t - 1;
      const bool edge = (made == 0) | (made == solid.nz - 1);
      levels[t].take(v, kept, (solid.boundary == heat3d_fixed) & edge, solid);
    }
    const int done = z - Depth;
    if (writes && done >= first_z && done < end_z) {
      LIVEWARP_UNROLL()
      for (int r = 0; r < Rows; ++r)
        if (y + r >= first_y && y + r < end_y) patch.store(out + solid.cell(0, y + r, done), v[r]);
    }
    LIVEWARP_UNROLL()
    for (int t = 0; t < Depth; ++t) {
      rims.put(rims.row(buffer, t, warp, 0), levels[t].own[0]);
      rims.put(rims.row(buffer, t, warp, 1), levels[t].own[Rows - 1]);
    }
    __syncthreads();
    LIVEWARP_UNROLL()
    for (int t = 0; t < Depth; ++t) {
      Real north[4], south[4];
      rims.get(rims.row(buffer, t, max(warp - 1, 0), 1), north);
      rims.get(rims.row(buffer, t, min(warp + 1, warps - 1), 0), south);
      levels[t].add_plane(north, south, solid.weight);
    }
  };
  // Two planes at once, so that "the plane before" is a matter of names and not of moves.
  for (int z = first_z - Depth; z < end_z + Depth; z += 2) {
    pass(z, 0);
    pass(z + 1, 1);
  }
}

LIVEWARP_KERNELS_END
