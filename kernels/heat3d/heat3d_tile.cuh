// What the threads of a tile with a halo have in every plane, and how it comes into shared memory.
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

/// Columns of a tile's halo on each side: enough for four steps, and whole sectors of 32 bytes, so
/// that the rows of a tile begin where a sector does. (16 columns of binary16 would be too many.)
template <class Stored>
constexpr int heat3d_rim = sizeof(Stored) == 8 ? 4 : 8;

/// Where a thread finds its cells in every plane: four columns, from x on, of `Rows` rows, from y
/// on. Where the rows of the block are whole vectors, four columns outside of it are a vector too,
/// perhaps mirrored; else each column of the tile is looked up.
template <class Stored, int Rows>
struct Heat3dPatch {
  using Real = Computed<Stored>;
  int x, y, nx;
  int places[Rows];    ///< of the vectors of a plane, or of its rows
  const int* columns;  ///< in shared memory: where this lane's columns lie
  bool vectors, mirrored;

  /// Each thread of the block makes one; `all_columns` has room for 128.
  __device__ __forceinline__ Heat3dPatch(int first_x, int y_, int* all_columns,
                                         const Heat3dSolid<Real>& solid)
      : x(first_x + 4 * int(threadIdx.x)), y(y_), nx(solid.nx),
        columns(all_columns + 4 * threadIdx.x), vectors(solid.nx % 4 == 0) {
    const int vector = (x + 4 * nx) / 4 - nx;  // rounds down, for x < 0 too
    const Heat3dPlace at = heat3d_continued(vector, max(nx / 4, 1), solid.boundary);
    mirrored = vectors && at.mirrored;
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r)
      places[r] = heat3d_continued(y + r, solid.ny, solid.boundary).index * nx +
                  (vectors ? 4 * at.index : 0);
    if (vectors) return;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 128; i += blockDim.y * 32)
      all_columns[i] = heat3d_continued(first_x + i, nx, solid.boundary).index;
    __syncthreads();
  }
  __device__ __forceinline__ void fetch(Stored* to, const Stored* plane) const {
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      if (vectors) {
        copy_cells_async<4>(to + r * 128, plane + places[r]);
      } else {
        LIVEWARP_UNROLL()
        for (int i = 0; i < 4; ++i)
          copy_cells_async<1>(to + r * 128 + i, plane + places[r] + columns[i]);
      }
    }
  }
  /// Takes four cells that were fetched; mirrored ones in their order.
  __device__ __forceinline__ void take(const Stored* from, Real (&v)[4]) const {
    CellPack<Stored, 4> pack;
    pack.load(from);
    pack.unpack(v);
    if (!mirrored) return;
    const Real first = v[0], second = v[1];
    v[0] = v[3], v[1] = v[2], v[2] = second, v[3] = first;
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
      } else {
        LIVEWARP_UNROLL()
        for (int i = 0; i < 4; ++i)
          if (x + i < nx) store_real(row + x + i, v[r][i]);
      }
    }
  }
};

/// The planes in shared memory: tiles of which each thread fetches its cells. One plane is used
/// while `stages` planes are on their way.
template <class Stored, int Rows>
struct Heat3dPlanes {
  Stored* memory;     ///< this thread's cells in the first slot
  int cells;          ///< of a slot
  int stages, slots;  ///< slots are offsets, at most this far
  int north, south;   ///< from a thread's first row to the ones beside its rows, within the tile

  __device__ __forceinline__ Heat3dPlanes(Stored* all, int stages_)
      : memory(all + threadIdx.y * Rows * 128 + 4 * threadIdx.x), cells(blockDim.y * Rows * 128),
        stages(stages_), slots(cells * stages), north(threadIdx.y > 0 ? -128 : 0),
        south((threadIdx.y + 1 < blockDim.y ? Rows : Rows - 1) * 128) {}
  __device__ __forceinline__ int after(int slot) const { return slot < slots ? slot + cells : 0; }
  /// Waits until this thread's cells of the oldest plane have come.
  __device__ __forceinline__ void wait() const {
    if (stages == 1)
      copy_async_wait<0>();
    else if (stages == 2)
      copy_async_wait<1>();
    else
      copy_async_wait<2>();
  }
};

/// The cells of a thread that a fixed border keeps in every plane. To select them costs less than
/// to branch around that: a branch keeps the compiler from mixing the work of several levels.
template <int Rows>
struct Heat3dKept {
  bool rows[Rows], columns[4];

  __device__ __forceinline__ Heat3dKept(int x, int y, int nx, int ny, int boundary) {
    const bool fixed = boundary == heat3d_fixed;
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) rows[r] = fixed & ((y + r == 0) | (y + r == ny - 1));
    LIVEWARP_UNROLL()
    for (int i = 0; i < 4; ++i) columns[i] = fixed & (((i == 0) & (x == 0)) | (x + i == nx - 1));
  }
  template <class Real>
  __device__ __forceinline__ void select(Real (&next)[Rows][4], const Real (&own)[Rows][4],
                                         bool all) const {
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      const bool row = rows[r] | all;
      LIVEWARP_UNROLL()
      for (int i = 0; i < 4; ++i) {
        next[r][i] = row ? own[r][i] : next[r][i];
        next[r][i] = columns[i] ? own[r][i] : next[r][i];
      }
    }
  }
};

LIVEWARP_KERNELS_END
