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
/// perhaps mirrored; else each column of the tile is looked up.
template <class Stored, int Rows>
struct Heat3dPatch {
  using Real = Computed<Stored>;
  int x, y, nx, boundary;
  int places[Rows];    ///< of the vectors of a plane, or of its rows
  const int* columns;  ///< in shared memory: where this lane's columns lie
  bool vectors, mirrored;

  /// Each thread of the block makes one; `all_columns` has room for 128.
  __device__ __forceinline__ Heat3dPatch(int first_x, int y_, int* all_columns,
                                         const Heat3dSolid<Real>& solid)
      : x(first_x + 4 * int(threadIdx.x)), y(y_), nx(solid.nx), boundary(solid.boundary),
        columns(all_columns + 4 * threadIdx.x), vectors(solid.nx % 4 == 0) {
    const int vector = (x + 4 * nx) / 4 - nx;  // rounds down, for x < 0 too
    const Heat3dPlace at = heat3d_continued(vector, max(nx / 4, 1), boundary);
    mirrored = vectors && at.mirrored;
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r)
      places[r] =
          heat3d_continued(y + r, solid.ny, boundary).index * nx + (vectors ? 4 * at.index : 0);
    if (vectors) return;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 128; i += blockDim.y * 32)
      all_columns[i] = heat3d_continued(first_x + i, nx, boundary).index;
    __syncthreads();
  }
  /// Puts mirrored columns in their order.
  __device__ __forceinline__ void turn(Real (&v)[Rows][4]) const {
    if (!mirrored) return;
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      const Real first = v[r][0], second = v[r][1];
      v[r][0] = v[r][3], v[r][1] = v[r][2], v[r][2] = second, v[r][3] = first;
    }
  }
  /// Stores the rows whose bit is set; `row` is the first one.
  __device__ __forceinline__ void store(Stored* row, unsigned which,
                                        const Real (&v)[Rows][4]) const {
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r, row += nx) {
      if ((which >> r & 1u) == 0) continue;
      if (vectors) {
        CellPack<Stored, 4> pack;
        pack.pack(v[r]);
        pack.store_past_caches(row + x);
        continue;
      }
      LIVEWARP_UNROLL()
      for (int i = 0; i < 4; ++i)
        if (x + i < nx) store_real(row + x + i, v[r][i]);
    }
  }
};

/// The planes that are on their way, a slot each: asynchronous copies bring a thread's cells into
/// shared memory, where nobody else needs them, so that it waits for no other thread.
template <class Stored, int Rows>
struct Heat3dRing {
  Stored* memory;  ///< the thread's cells in the first row of the first slot
  int row;         ///< cells from a row to the next
  int stages;

  __device__ __forceinline__ Stored* at(int slot, int r) const {
    return memory + (slot * Rows + r) * row;
  }
  __device__ __forceinline__ void fetch(const Heat3dPatch<Stored, Rows>& patch, const Stored* plane,
                                        int slot) const {
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      if (patch.vectors) {
        copy_cells_async<4>(at(slot, r), plane + patch.places[r]);
        continue;
      }
      LIVEWARP_UNROLL()
      for (int i = 0; i < 4; ++i)
        copy_cells_async<1>(at(slot, r) + i, plane + patch.places[r] + patch.columns[i]);
    }
  }
  /// Waits until the oldest plane has come.
  __device__ __forceinline__ void wait() const {
    if (stages == 2)
      copy_async_wait<1>();
    else if (stages == 3)
      copy_async_wait<2>();
    else
      copy_async_wait<3>();
  }
  __device__ __forceinline__ void take(int slot, Computed<Stored> (&v)[Rows][4]) const {
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      CellPack<Stored, 4> pack;
      pack.load(at(slot, r));
      pack.unpack(v[r]);
    }
  }
};

/// The cells of a thread that a fixed border keeps in every plane. Those of the first and the last
/// column are told apart, since all warps along such a border meet them.
struct Heat3dKept {
  bool any, columns;  ///< any cells, such columns, of any lane of this warp
  bool first, last;   ///< the first, the last cells of all rows
  unsigned others;    ///< a bit a cell, row by row

  template <class Stored, int Rows>
  __device__ __forceinline__ Heat3dKept(const Heat3dPatch<Stored, Rows>& patch, int ny) {
    const int y = patch.y;
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
    any = columns | (__any_sync(0xffffffffu, others != 0) != 0);
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
  /// which cells that are kept are as they were. What is left to add are the rows of other warps.
  __device__ __forceinline__ void take(Real (&v)[Rows][4], const Heat3dKept& kept, bool all_kept,
                                       const Heat3dSolid<Real>& solid) {
    Real next[Rows][4];  // first of all, so that `partial`, then `own` need no registers any more
    heat3d_each<Rows>([&](int r, int i) { next[r][i] = partial[r][i] + solid.weight * v[r][i]; });
    if (kept.any | all_kept) keep(next, kept, all_kept);
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
  __device__ __forceinline__ void keep(Real (&next)[Rows][4], const Heat3dKept& kept,
                                       bool all_kept) const {
    if (kept.columns) {
      LIVEWARP_UNROLL()
      for (int r = 0; r < Rows; ++r) {
        next[r][0] = kept.first ? own[r][0] : next[r][0];
        next[r][3] = kept.last ? own[r][3] : next[r][3];
      }
    }
    const unsigned others = all_kept ? 0xffffffffu : kept.others;
    if (others == 0) return;
    heat3d_each<Rows>([&](int r, int i) {
      if (others >> (4 * r + i) & 1u) next[r][i] = own[r][i];
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
  __device__ __forceinline__ Real* end() const { return memory + 4 * levels * warps * columns; }
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

/// How a launch marches.
struct Heat3dMarch {
  int planes;  ///< of a block
  int stages;  ///< planes that are on their way
  bool pairs;  ///< a warp waits for the two beside it, not for all of its block
};

// Lesson temporal: 3.5D blocking, several time steps in one pass over the memory: as soon as the
// first step has made a plane, the second works on it, and only the last one's planes are stored.
//
//     plane z arrives:      step 1 completes z-1,   step 2 z-2,   step 3 z-3 -> memory
//     asynchronous copies:  z+1, z+2 ...            meanwhile, through no register
//
// Planes of all levels are kept in registers; neighbours come from the lanes beside by shuffle, and
// warps exchange the rows at their edges through shared memory, with one barrier for all levels.
// The halo of a tile is computed redundantly, by neighbouring blocks too: in three dimensions that
// is costly, so more steps are soon no gain.
template <class Stored, int Depth, int Rows>
__global__ void __launch_bounds__(384)  // 168 registers: spills up to 900 bytes at a depth of 4
    heat3d_temporal(const Stored* __restrict__ in, Stored* __restrict__ out,
                    const __grid_constant__ Heat3dSolid<Computed<Stored>> solid,
                    const __grid_constant__ Heat3dMarch march) {
  using Real = Computed<Stored>;
  constexpr int rim = (Depth + 3) / 4 * 4, width = 128 - 2 * rim;  // whole vectors
  const int warp = threadIdx.y, warps = blockDim.y, height = warps * Rows - 2 * Depth;
  const int first_x = blockIdx.x * width, end_x = min(first_x + width, solid.nx);
  const int first_y = blockIdx.y * height, end_y = min(first_y + height, solid.ny);
  const int first_z = blockIdx.z * march.planes, end_z = min(first_z + march.planes, solid.nz);
  int* const columns = dynamic_shared<int>();
  const Heat3dRims<Real> rims{reinterpret_cast<Real*>(columns + 128), warps, Depth};
  const Heat3dRing<Stored, Rows> ring{reinterpret_cast<Stored*>(rims.end()) + warp * 128 +
                                          4 * threadIdx.x,
                                      warps * 128, march.stages};
  const Heat3dPatch<Stored, Rows> patch(first_x - rim, first_y - Depth + warp * Rows, columns,
                                        solid);
  const Heat3dKept kept(patch, solid.ny);
  unsigned writes = 0;  // a bit a row
  LIVEWARP_UNROLL()
  for (int r = 0; r < Rows; ++r) {
    const int x = patch.x, y = patch.y + r;
    writes |= unsigned(x >= first_x && x < end_x && y >= first_y && y < end_y) << r;
  }
  const auto fetch = [&](int z, int slot) {
    if (z < end_z + Depth) {
      const int plane = heat3d_continued(z, solid.nz, solid.boundary).index;
      ring.fetch(patch, in + solid.cell(0, 0, plane), slot);
    }
    copy_async_commit();
  };
  Heat3dLevel<Real, Rows> levels[Depth];
  LIVEWARP_UNROLL()
  for (int t = 0; t < Depth; ++t) levels[t].clear();
  for (int i = 0; i < march.stages; ++i) fetch(first_z - Depth + i, i);
  int slot = 0;
  const auto pass = [&](int z, int buffer) {
    Real v[Rows][4];
    ring.wait();
    ring.take(slot, v);
    patch.turn(v);
    LIVEWARP_UNROLL()
    for (int t = 0; t < Depth; ++t) {
      rims.put(rims.row(buffer, t, warp, 0), v[0]);
      rims.put(rims.row(buffer, t, warp, 1), v[Rows - 1]);
      const int made = z - t - 1;
      const bool edge = (made == 0) | (made == solid.nz - 1);
      levels[t].take(v, kept, (solid.boundary == heat3d_fixed) & edge, solid);
    }
    const int done = z - Depth;
    if (done >= first_z && done < end_z) patch.store(out + solid.cell(0, patch.y, done), writes, v);
    if (march.pairs)
      barrier_beside(warp, warps);
    else
      __syncthreads();
    LIVEWARP_UNROLL()
    for (int t = 0; t < Depth; ++t) {
      Real north[4], south[4];
      rims.get(rims.row(buffer, t, max(warp - 1, 0), 1), north);
      rims.get(rims.row(buffer, t, min(warp + 1, warps - 1), 0), south);
      levels[t].add_beside(north, south, solid.weight);
    }
    fetch(z + march.stages, slot);  // what the slot had was read before the barrier
    slot = slot + 1 < march.stages ? slot + 1 : 0;
  };
  // Two planes at once, so that "the plane before" is a matter of names and not of moves.
  for (int z = first_z - Depth; z < end_z + Depth; z += 2) {
    pass(z, 0);
    pass(z + 1, 1);
  }
}

LIVEWARP_KERNELS_END
