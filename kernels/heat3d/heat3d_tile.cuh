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
  static constexpr int columns = 128;
  Stored* memory;  ///< the thread's cells in the first row of the first slot
  int stages, slots;

  /// Those of a warp lie together, so that its rows are a constant distance apart.
  __device__ __forceinline__ Heat3dRing(Stored* all, int stages_, int kept)
      : memory(all + (threadIdx.y * (stages_ + kept) * Rows * columns + 4 * threadIdx.x)),
        stages(stages_), slots(stages_ + kept) {}
  __device__ __forceinline__ int after(int slot) const { return slot + 1 < slots ? slot + 1 : 0; }

  __device__ __forceinline__ Stored* at(int slot, int r) const {
    return memory + (slot * Rows + r) * columns;
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

LIVEWARP_KERNELS_END
