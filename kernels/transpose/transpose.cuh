// Kernels of a transposition, from scattered accesses to a tile in shared memory without bank
// conflicts.
#pragma once

#include "kernels/pictures/pixel_picture.cuh"

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

// Lesson naive: One thread per texel. A warp's 32 reads are coalesced, its writes are a whole row
// of the result apart, so that each 4 bytes cost a sector of 32: the memory moves several times
// what was requested. Choose which side is coalesced: strided reads are forgiven more, since a
// cache line that is read for one texel may still be there when the next warp wants its neighbour.
template <class Pixel, bool WritesSideBySide>
__global__ void transpose_naive(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                const __grid_constant__ TransposeTask task) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  const int x = WritesSideBySide ? j : i, y = WritesSideBySide ? i : j;
  if (task.inside(x, y)) result[task.pixel(x, y)] = load_readonly(source + task.texel(x, y));
}

constexpr int transpose_side = 32;

// Lesson shared: A block transposes a tile of 32 x 32 in shared memory, so that reads and writes of
// global memory are both coalesced. Now it is bank conflicts: 32 banks serve a warp at once, each
// one address, and the 32 texels of a column all lie in the same one, so that a warp that reads
// them takes 32 wavefronts. A smaller block leaves each thread more texels to move.
struct TransposeTile {
  static constexpr int texels = transpose_side * transpose_side;
  static __device__ __forceinline__ int place(int row, int column) {
    return row * transpose_side + column;
  }
};

// Lesson padded: The same tile with rows of 33 texels. The one that nobody uses moves each row on
// by a bank: a row's texels and a column's lie in 32 different ones, without conflicts. What is
// left is a copy's traffic: compare it with the copy bound.
struct TransposePaddedTile {
  static constexpr int texels = transpose_side * (transpose_side + 1);
  static __device__ __forceinline__ int place(int row, int column) {
    return row * (transpose_side + 1) + column;
  }
};

// Lesson swizzled: No padding: a texel's column is combined with its row by an exclusive or, which
// permutes each row differently and puts a column into 32 banks too. It costs an instruction per
// access and no memory. Tensor cores are fed this way, since their tiles may not be padded.
struct TransposeSwizzledTile {
  static constexpr int texels = transpose_side * transpose_side;
  static __device__ __forceinline__ int place(int row, int column) {
    return row * transpose_side + (column ^ row);
  }
};

// Turns a tile where it costs little: a block reads it row by row and writes it column by column,
// both side by side in global memory; what has to lie apart lies apart in shared memory, where it
// takes no sectors, but banks. The tile decides how well.
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
