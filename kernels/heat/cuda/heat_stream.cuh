// Many time steps in one pass over the plate, in registers alone.
#pragma once

#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

/// How the inside of the plate is cut for the streaming kernels: warp w takes strip w % strips and
/// chunk w / strips of it. It reads 32 * Cells columns and height + 2 * Depth rows, and writes
/// those of them that are Depth (columns: `margin`, a multiple of Cells) away from the edge of what
/// it read.
struct HeatStrips {
  int nx, ny;
  int margin, width;   ///< columns that are only read on each side; columns that are written
  int height;          ///< rows that a chunk writes, a multiple of 4
  int strips, chunks;  ///< strips side by side, chunks of each
  int last_x, last_y;  ///< end of what strips write; the border has the rest

  /// First row that a chunk reads. The last one begins as late as it can: its first rows may be
  /// written twice, with the same values.
  __device__ __forceinline__ int first_row(int chunk, int depth) const {
    return min(chunk * height, last_y - depth - height);
  }
};

/// A step without its factor: with T kept divided by number^t at time t, the next row is the sum of
/// the four neighbours and beta = 1 / number - 4 times the cell itself. At the end all is
/// multiplied by unscale = number^Depth.
template <class Real>
struct HeatScaled {
  Real beta, unscale;
};

/// What HeatLevel asks for where no cell is marked.
template <class Real>
struct HeatUnmarked {
  Real beta;
  __device__ __forceinline__ Real share(int) const { return beta; }
  template <int Cells>
  __device__ __forceinline__ void mend(Real (&)[Cells], const Real (&)[Cells]) const {}
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
  /// what a cell keeps of itself, beta where nothing is marked; cells.mend may change the new
  /// values, seeing what the cells were.
  template <class OfRow>
  __device__ __forceinline__ void advance(Real (&v)[Cells], const OfRow& cells) {
    Real next[Cells];
    next[0] = partial[0] + (west + v[0]);
    LIVEWARP_UNROLL()
    for (int i = 0; i < Cells; ++i) {
      const Real east = i + 1 < Cells ? v[i + 1] : __shfl_down_sync(0xffffffffu, v[0], 1);
      const Real diagonal = row[i] + east;
      if (i + 1 < Cells) next[i + 1] = partial[i + 1] + diagonal;
      partial[i] = cells.share(i) * v[i] + diagonal;
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

/// True for all lanes where a bit is set in one of at most 32 words.
__device__ __forceinline__ bool heat_any_bit(const unsigned* words, int count) {
  const int lane = threadIdx.x % 32;
  return __any_sync(0xffffffffu, lane < count && words[lane] != 0);
}

// Lesson stream: Temporal blocking in registers: a warp streams down a strip of the plate and makes
// several time steps on the way; when a row arrives, each time level gains the row above it. No
// shared memory, no barrier; neighbours come by shuffle, one row before they are needed. The plate
// is read and written once in twelve steps, so arithmetic is the limit. More steps are not always
// faster: the halo that a warp computes redundantly grows, and registers for more warps shrink.
//
// A strip is 32 * Cells columns. Rows are loaded four ahead, and the loop is unrolled by four, so
// that "the row before" is a matter of names and not of moves.
template <class Stored, int Depth, int Cells>
__global__ void heat_stream(const Stored* __restrict__ in, Stored* __restrict__ out,
                            const unsigned* __restrict__ marked, int words, HeatStrips cut,
                            HeatScaled<Computed<Stored>> scale) {
  using Real = Computed<Stored>;
  constexpr int ahead = 4;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= cut.strips * cut.chunks) return;
  if (marked && heat_any_bit(marked + int64(warp) * words, words)) return;  // heat_stream_marked's
  const int strip = warp % cut.strips, first = cut.first_row(warp / cut.strips, Depth);
  const int x = strip * cut.width + lane * Cells, pitch = cut.nx;
  const bool writes = x >= strip * cut.width + cut.margin &&
                      x < min((strip + 1) * cut.width + cut.margin, cut.last_x);
  // Lanes beyond the edge of the plate read what lies there; nothing that is written depends on it.
  const Stored* source = in + int64(first) * pitch + min(x, pitch - Cells);
  Stored* target = out + int64(first - Depth) * pitch + x;
  HeatLevel<Real, Cells> levels[Depth];
  heat_clear(levels);
  CellPack<Stored, Cells> coming[ahead];
  LIVEWARP_UNROLL()
  for (int k = 0; k < ahead; ++k, source += pitch) coming[k].load(source);
  for (int arrived = 0; arrived < cut.height + 2 * Depth; arrived += ahead) {
    const bool stores = writes && arrived >= 2 * Depth;
    LIVEWARP_UNROLL()
    for (int k = 0; k < ahead; ++k, source += pitch, target += pitch) {
      Real v[Cells];
      coming[k].unpack(v);
      coming[k].load(source);
      LIVEWARP_UNROLL()
      for (int t = 0; t < Depth; ++t) levels[t].advance(v, HeatUnmarked<Real>{scale.beta});
      if (!stores) continue;
      LIVEWARP_UNROLL()
      for (int i = 0; i < Cells; ++i) v[i] *= scale.unscale;
      CellPack<Stored, Cells> result;
      result.pack(v);
      result.store(target);
    }
  }
}

LIVEWARP_KERNELS_END
