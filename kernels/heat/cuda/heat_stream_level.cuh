// What the streaming kernels share: how the plate is cut, and a time level in registers.
#pragma once

#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

/// In place of a boundary: cells near the edges are computed by another kernel.
constexpr int heat_left_out = -1;

/// How the plate is cut for the streaming kernels: warp w takes strip w % strips and chunk w /
/// strips of it. It reads 32 * Cells columns and height + 2 * Depth rows, and writes those of them
/// that are Depth (columns: `margin`, a multiple of Cells) away from the edge of what it read.
struct HeatStrips {
  int nx, ny;
  int edge;            ///< of the plate: heat_fixed, ..., or heat_left_out
  int margin, width;   ///< columns that are only read on each side; columns that are written
  int height;          ///< rows that a chunk writes, a multiple of 4
  int strips, chunks;  ///< strips side by side, chunks of each
  int first_x, first_y, last_x, last_y;  ///< what all of them read; may lie beyond the plate

  /// First column and row that a strip and a chunk read. The last ones begin as late as they can,
  /// and compute once more what others write.
  __device__ __forceinline__ int first_column(int strip) const {
    return min(first_x + strip * width, last_x - width - 2 * margin);
  }
  __device__ __forceinline__ int first_row(int chunk, int depth) const {
    return min(first_y + chunk * height, last_y - height - 2 * depth);
  }
};

/// Warps that one of the four schedulers of a multiprocessor holds. It has 512 registers a lane:
/// two rows and a neighbour of each time level take them, four rows on their way, and what else
/// there is.
__host__ __device__ constexpr int heat_resident_warps(int real_bytes, int depth, int cells) {
  constexpr int all = 512, others = 40;
  return all / (others + (depth * (2 * cells + 1) + 4 * cells) * real_bytes / 4);
}

/// Blocks that a multiprocessor of the architecture which is compiled for holds at most, however
/// small they are: as `known_sm_limits` has it for the host.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 ||                                             \
    (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100)
inline constexpr int heat_most_blocks = 32;
#elif __CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1100
inline constexpr int heat_most_blocks = 24;
#else
inline constexpr int heat_most_blocks = 16;
#endif

/// Of the streaming kernel, whose block is a warp, those that should fit on a multiprocessor: the
/// compiler fits registers to it.
template <class Real, int Depth, int Cells,
          int wanted = 4 * heat_resident_warps(sizeof(Real), Depth, Cells)>
constexpr int heat_stream_blocks = wanted < heat_most_blocks ? wanted : heat_most_blocks;

/// A step without its factor: with T kept divided by number^t at time t, the next row is the sum of
/// the four neighbours and beta = 1 / number - 4 times the cell itself. At the end all is
/// multiplied by unscale = number^Depth. What keeps its temperature grows by 1 / number in a step.
template <class Real>
struct HeatScaled {
  Real beta, growth, unscale;
};

/// What HeatLevel and the streaming kernel ask for where no cell is marked.
template <class Real>
struct HeatUnmarked {
  Real beta;
  __device__ __forceinline__ Real share(int) const { return beta; }
  __device__ __forceinline__ Real taken(int, Real sum) const { return sum; }
  template <int Cells>
  __device__ __forceinline__ void mend(Real (&)[Cells], const Real (&)[Cells]) const {}
  template <int Cells>
  __device__ __forceinline__ void turn(Real (&)[Cells]) const {}
};

/// One time level of a lane's columns: what it must remember of the row above. Three operations a
/// cell in place of four, since each sum of two diagonal neighbours serves two cells: (north +
/// east) of cell (x, y) is (west + south) of cell (x + 1, y - 1).
template <class Real, int Cells>
struct HeatLevel {
  Real row[Cells];      ///< the newest row of this level
  Real partial[Cells];  ///< of the same cells: share * own + (north + east)
  Real west;            ///< left neighbour of row[0]

  /// Takes the next row of this level and turns it into the row above of the next level. What comes
  /// from other lanes is needed one row later, so nobody waits for a shuffle. cells.share(i) is
  /// what a cell keeps of itself, beta where nothing is marked; cells.taken(i, sum) is what it
  /// takes of a sum of its neighbours, all of it but at a held edge; cells.mend may change the new
  /// values, seeing what the cells were.
  template <class OfRow>
  __device__ __forceinline__ void advance(Real (&v)[Cells], const OfRow& cells) {
    Real next[Cells];
    next[0] = partial[0] + cells.taken(0, west + v[0]);
    LIVEWARP_UNROLL()
    for (int i = 0; i < Cells; ++i) {
      const Real east = i + 1 < Cells ? v[i + 1] : __shfl_down_sync(0xffffffffu, v[0], 1);
      const Real diagonal = row[i] + east;
      if (i + 1 < Cells) next[i + 1] = partial[i + 1] + cells.taken(i + 1, diagonal);
      partial[i] = cells.share(i) * v[i] + cells.taken(i, diagonal);
    }
    west = __shfl_up_sync(0xffffffffu, v[Cells - 1], 1);
    cells.mend(next, row);
    LIVEWARP_UNROLL()
    for (int i = 0; i < Cells; ++i) {
      row[i] = v[i];
      v[i] = next[i];
    }
  }
};

template <class Real, int Cells, int Depth>
__device__ __forceinline__ void heat_clear(HeatLevel<Real, Cells> (&levels)[Depth]) {
  LIVEWARP_UNROLL()
  for (int t = 0; t < Depth; ++t) {
    LIVEWARP_UNROLL()
    for (int i = 0; i < Cells; ++i) levels[t].row[i] = levels[t].partial[i] = Real(0);
    levels[t].west = Real(0);
  }
}

LIVEWARP_KERNELS_END
