// The product by tensor cores at their pace.
#pragma once

#include "kernels/core/device/matrix_loads.cuh"
#include "kernels/matmul/matmul_tensor.cuh"

LIVEWARP_KERNELS_BEGIN

/// A block computes 128 x `Columns` elements in steps of 32 along k, a warp 64 x 64 of them: its
/// sums take half of a thread's registers, so that 8 warps fill a multiprocessor.
/// Rows of its tiles are 16 bytes longer than they must be, so that 8 of them, which a warp reads
/// at once, lie in different banks.
template <int Columns, class Operand>
struct MatmulTensorTile {
  static constexpr int threads = Columns, rows = 128, depth = 32, stages = 3;
  static constexpr int a_pitch = depth + 8, b_pitch = Columns + 8;
  static constexpr int a_halves = rows * a_pitch, stage_halves = a_halves + depth * b_pitch;
  static constexpr int high = 4, wide = 8;  ///< blocks of 16 x 8 of a warp
  static constexpr int shared_bytes = stages * stage_halves * 2;
  static constexpr int held = 256 / threads;  ///< blocks of a multiprocessor

  /// What a warp multiplies at once: 16 of the steps along k.
  struct Operands {
    HalfPair left[high][4], right[wide][2];

    __device__ __forceinline__ void load(const Operand* stage, int q, int y, int x) {
      const int lane = int(threadIdx.x) % 32, line = lane % 16, eight = lane / 16 * 8;
      LIVEWARP_UNROLL()
      for (int i = 0; i < high; ++i)
        load_matrices(left[i], stage + (y + 16 * i + line) * a_pitch + q + eight);
      LIVEWARP_UNROLL()
      for (int j = 0; j < wide; j += 2) {
        HalfPair two[4];
        load_matrices_transposed(two, stage + a_halves + (q + line) * b_pitch + x + 8 * j + eight);
        right[j][0] = two[0], right[j][1] = two[1];
        right[j + 1][0] = two[2], right[j + 1][1] = two[3];
      }
    }
  };

  /// Puts the tiles of a step on their way, 16 bytes a copy.
  static __device__ __forceinline__ void copy(Operand* stage, const MatmulHalves<Operand>& in,
                                              const MatmulShape& shape, int row, int column,
                                              int p) {
    constexpr int chunks_a = depth / 8, chunks_b = Columns / 8;
    LIVEWARP_UNROLL()
    for (int l = 0; l < rows * chunks_a / threads; ++l) {
      const int i = int(threadIdx.x) + threads * l, y = i / chunks_a, q = i % chunks_a * 8;
      copy_async_or_zero(stage + y * a_pitch + q, in.a + (row + y) * in.a_pitch + p + q,
                         row + y >= shape.m || p + q >= in.a_pitch);
    }
    LIVEWARP_UNROLL()
    for (int l = 0; l < depth * chunks_b / threads; ++l) {
      const int i = int(threadIdx.x) + threads * l, q = i / chunks_b, x = i % chunks_b * 8;
      copy_async_or_zero(stage + a_halves + q * b_pitch + x,
                         in.b + (p + q) * in.b_pitch + column + x,
                         p + q >= shape.k || column + x >= in.b_pitch);
    }
  }
};

// Lesson tensor-pipelined: What feeds the tensor cores is all that is left to do. ldmatrix loads
// four blocks of 8 x 8 for a whole warp and hands each lane its pairs, transposed where they lie in
// two rows; a warp computes 64 x 64 elements, so that each block is used 4 or 8 times; cp.async
// fills three stages ahead; and the operands of the next 16 steps are loaded while these are
// multiplied. Hopper's wgmma reads shared memory by itself, and is faster still.
//
// The stage of a step is free once all warps have loaded its last operands: at the barrier before
// those are multiplied.
template <int Columns, class Operand>
__global__ void __launch_bounds__(MatmulTensorTile<Columns, Operand>::threads,
                                  MatmulTensorTile<Columns, Operand>::held)
    matmul_tensor_pipelined(float* __restrict__ c, const __grid_constant__ MatmulHalves<Operand> in,
                            MatmulShape shape) {
  using Tile = MatmulTensorTile<Columns, Operand>;
  Operand* const stages = dynamic_shared<Operand>();
  const MatmulTilePlace place((shape.m + Tile::rows - 1) / Tile::rows,
                              (shape.n + Columns - 1) / Columns, int(blockIdx.x));
  const int row = place.row * Tile::rows, column = place.column * Columns;
  const int warp = int(threadIdx.x) / 32, y = 64 * (warp % 2), x = 64 * (warp / 2);
  const int steps = (shape.k + Tile::depth - 1) / Tile::depth;
  LIVEWARP_UNROLL()
  for (int s = 0; s < Tile::stages; ++s) {
    if (s < steps)
      Tile::copy(stages + s * Tile::stage_halves, in, shape, row, column, s * Tile::depth);
    copy_async_commit();
  }
  MatmulSums<Tile::high, Tile::wide> sums;
  typename Tile::Operands first, last;
  copy_async_wait<Tile::stages - 1>();
  __syncthreads();
  first.load(stages, 0, y, x);
  for (int step = 0, slot = 0; step < steps; ++step) {
    Operand* const stage = stages + slot * Tile::stage_halves;
    last.load(stage, 16, y, x);
    sums.template multiply<Operand>(first.left, first.right);
    copy_async_wait<Tile::stages - 2>();
    __syncthreads();
    if (step + Tile::stages < steps)
      Tile::copy(stage, in, shape, row, column, (step + Tile::stages) * Tile::depth);
    copy_async_commit();
    slot = slot + 1 < Tile::stages ? slot + 1 : 0;
    if (step + 1 < steps) first.load(stages + slot * Tile::stage_halves, 0, y, x);
    sums.template multiply<Operand>(last.left, last.right);
  }
  sums.store(c, row + y, column + x, shape);
}

LIVEWARP_KERNELS_END
