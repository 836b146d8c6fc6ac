// Several time steps in one launch, by tiles in shared memory that overlap.
#pragma once

#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

/// Cells that are computed, as at most four rectangles, each cut into tiles, a block a tile.
struct HeatTiles {
  struct Part {
    int first_x, first_y, last_x, last_y;  ///< half open
    int width, height;                     ///< of a tile
    int columns, first_block;
  } parts[4];
  int count;
};

/// A tile with all that `depth` steps of its cells depend on: `depth` more cells on each side.
struct HeatTile {
  int x, y;           ///< cell of the plate at its corner; may lie outside
  int width, height;  ///< with the margin
  int last_x, last_y;

  __device__ __forceinline__ HeatTile(const HeatTiles& tiles, int block, int depth) {
    int p = 0;
    while (p + 1 < tiles.count && block >= tiles.parts[p + 1].first_block) ++p;
    const HeatTiles::Part& part = tiles.parts[p];
    const int tile = block - part.first_block;
    x = part.first_x + tile % part.columns * part.width - depth;
    y = part.first_y + tile / part.columns * part.height - depth;
    width = part.width + 2 * depth;
    height = part.height + 2 * depth;
    last_x = part.last_x;
    last_y = part.last_y;
  }
  __device__ __forceinline__ bool within(int border, int nx, int ny) const {
    return x >= border && y >= border && x + width <= nx - border && y + height <= ny - border;
  }
};

/// The next value of a cell of a tile whose rows are `pitch` long. `codes` may be null: all open.
template <class Real>
__device__ __forceinline__ Real heat_tile_cell(const Real* at, const unsigned char* code, int pitch,
                                               const HeatPlate<Real>& plate) {
  const Real star =
      plate.centre * at[0] + plate.weight[0] * ((at[-1] + at[1]) + (at[-pitch] + at[pitch]));
  if (!code) return star;
  return *code == 0 ? at[0] : star + plate.weight[0] * Real(4 - *code) * at[0];
}

/// Copies a tile into shared memory. What lies outside of the plate is found mirrored or on the
/// other side, and from then on it is computed like any cell: a mirror image stays one.
template <class Stored, class Real>
__device__ __forceinline__ void heat_load_tile(const Stored* in, const unsigned char* marks,
                                               const HeatTile& tile, const HeatPlate<Real>& plate,
                                               Real* values, unsigned char* marks_here) {
  for (int j = threadIdx.y; j < tile.height; j += blockDim.y) {
    const int64 row = int64(heat_neighbour(tile.y + j, plate.ny, plate.boundary)) * plate.nx;
    for (int i = threadIdx.x; i < tile.width; i += blockDim.x) {
      const int64 cell = row + heat_neighbour(tile.x + i, plate.nx, plate.boundary);
      values[j * tile.width + i] = real_of(in[cell]);
      if (marks) marks_here[j * tile.width + i] = marks[cell];
    }
  }
}

/// What a cell of a tile keeps: how many of its neighbours are open, 0 if it keeps its temperature.
/// Cells outside of a fixed border count as kept. Of the outermost cells, which have no neighbour
/// on some side, no step asks.
template <class Real>
__device__ __forceinline__ void heat_code_tile(const unsigned char* marks, const HeatTile& tile,
                                               const HeatPlate<Real>& plate, bool marked,
                                               unsigned char* codes) {
  for (int j = 1 + threadIdx.y; j < tile.height - 1; j += blockDim.y)
    for (int i = 1 + threadIdx.x; i < tile.width - 1; i += blockDim.x) {
      const int at = j * tile.width + i;
      const unsigned char* m = marks + at;
      int open = 4;
      if (marked)
        open = m[0] != heat_unmarked
                   ? 0
                   : (m[-1] != heat_insulator) + (m[1] != heat_insulator) +
                         (m[-tile.width] != heat_insulator) + (m[tile.width] != heat_insulator);
      const bool kept = plate.boundary == heat_fixed && !plate.inner(tile.x + i, tile.y + j);
      codes[at] = (unsigned char)(kept ? 0 : open);
    }
}

// Lesson tile-temporal: Temporal blocking in shared memory: a block copies a tile with its halo and
// makes several steps there, so that the plate is read and written once for all of them and the
// memory is no longer the limit. The halo is computed redundantly, by the blocks on both sides, and
// grows with the steps per launch. Sweep them: where does the gain end, and what is the limit
// there?
//
// With each step the outermost cells lack neighbours, so the region that is still right shrinks by
// one cell on each side. One barrier a step, and two copies of the tile, since a cell's old value
// is needed until its neighbours are done.
template <class Stored>
__global__ void heat_tile(const Stored* __restrict__ in, Stored* __restrict__ out,
                          const unsigned char* __restrict__ marks,
                          const __grid_constant__ HeatPlate<Computed<Stored>> plate,
                          HeatTiles tiles, int depth) {
  using Real = Computed<Stored>;
  const HeatTile tile(tiles, blockIdx.x, depth);
  const int cells = tile.width * tile.height;
  Real* now = dynamic_shared<Real>();
  Real* next = now + cells;
  // Without marks and away from a fixed border no cell needs to be asked what it is.
  const bool plain = !marks && (plate.boundary != heat_fixed || tile.within(1, plate.nx, plate.ny));
  unsigned char* codes = plain ? nullptr : reinterpret_cast<unsigned char*>(next + cells);
  auto* const marks_here =
      reinterpret_cast<unsigned char*>(next);  // until the first step writes there
  heat_load_tile(in, marks, tile, plate, now, marks_here);
  if (codes) {
    __syncthreads();
    heat_code_tile(marks_here, tile, plate, marks != nullptr, codes);
  }
  for (int step = 1; step <= depth; ++step) {
    __syncthreads();
    for (int j = step + threadIdx.y; j < tile.height - step; j += blockDim.y)
      for (int i = step + threadIdx.x; i < tile.width - step; i += blockDim.x) {
        const int at = j * tile.width + i;
        const Real value =
            heat_tile_cell(now + at, codes ? codes + at : nullptr, tile.width, plate);
        if (step < depth)
          next[at] = value;
        else if (tile.x + i < tile.last_x && tile.y + j < tile.last_y)
          store_real(out + plate.cell(tile.x + i, tile.y + j), value);
      }
    Real* const last = now;
    now = next;
    next = last;
  }
}

LIVEWARP_KERNELS_END
