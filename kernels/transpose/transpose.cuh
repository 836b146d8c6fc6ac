// Kernels of a transposition, from scattered accesses to a tile in shared memory without bank conflicts.
#pragma once

#include "kernels/core/pixel_picture.cuh"

LIVEWARP_KERNELS_BEGIN

/// A picture of w x h texels whose columns become rows; a turn stores them in reverse, either way.
struct TransposeTask {
  int width, height;  ///< of the source
  bool left, right;

  __device__ __forceinline__ bool inside(int x, int y) const { return x < width && y < height; }
  __device__ __forceinline__ int64 texel(int x, int y) const { return int64(y) * width + x; }
  /// Where texel (x, y) lies in the result.
  __device__ __forceinline__ int64 pixel(int x, int y) const {
    const int column = right ? height - 1 - y : y, row = left ? width - 1 - x : x;
    return int64(row) * height + column;
  }
};

// Lesson: one thread a texel. A warp reads 32 neighbours, which is one or few accesses; it writes them a
// whole row of the result apart, 32 sectors of 32 bytes for 4 bytes each. Turned round, writes are side by
// side and reads apart: that is the better half, since a cache line that is read for one texel may still be
// there when the next warp wants its neighbour.
template <class Pixel, bool WritesSideBySide>
__global__ void transpose_naive(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                const __grid_constant__ TransposeTask task) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  const int x = WritesSideBySide ? j : i, y = WritesSideBySide ? i : j;
  if (task.inside(x, y)) result[task.pixel(x, y)] = load_readonly(source + task.texel(x, y));
}

constexpr int transpose_side = 32;

// Lesson: 32 banks of 4 bytes serve a warp at once, each one address. A tile of 32 columns puts a column's
// 32 texels all into one bank: the warp that reads it back waits 32 times.
struct TransposeTile {
  static constexpr int texels = transpose_side * transpose_side;
  static __device__ __forceinline__ int place(int row, int column) {
    return row * transpose_side + column;
  }
};

// Lesson: rows of 33. The one texel that nobody uses moves each row on by a bank, so that a row's texels
// and a column's all lie in 32 different ones.
struct TransposePaddedTile {
  static constexpr int texels = transpose_side * (transpose_side + 1);
  static __device__ __forceinline__ int place(int row, int column) {
    return row * (transpose_side + 1) + column;
  }
};

// Lesson: no memory is wasted where each row is permuted by an exclusive or with its number. Of a row
// and of a column, 32 texels in 32 banks.
struct TransposeSwizzledTile {
  static constexpr int texels = transpose_side * transpose_side;
  static __device__ __forceinline__ int place(int row, int column) {
    return row * transpose_side + (column ^ row);
  }
};

// Lesson: turn it where it costs little. A block reads a tile row by row, and writes it column by column,
// both side by side in global memory; what has to lie apart lies apart in shared memory, where it takes
// no sectors, but banks. The tile decides how well.
template <class Pixel, class Tile>
__global__ void transpose_tile(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                               const __grid_constant__ TransposeTask task) {
  __shared__ Pixel tile[Tile::texels];
  const int x0 = blockIdx.x * transpose_side, y0 = blockIdx.y * transpose_side;
  const int lane = threadIdx.x;
  for (int j = threadIdx.y; j < transpose_side; j += blockDim.y)
    if (task.inside(x0 + lane, y0 + j))
      tile[Tile::place(j, lane)] = load_readonly(source + task.texel(x0 + lane, y0 + j));
  __syncthreads();
  for (int j = threadIdx.y; j < transpose_side; j += blockDim.y)
    if (task.inside(x0 + j, y0 + lane))
      result[task.pixel(x0 + j, y0 + lane)] = tile[Tile::place(lane, j)];
}

LIVEWARP_KERNELS_END
