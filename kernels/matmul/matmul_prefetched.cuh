// The product in fp32 whose operands come ahead on both ways: into shared memory and out of it.
#pragma once

#include "kernels/matmul/matmul_register.cuh"

LIVEWARP_KERNELS_BEGIN

/// A block computes 128 x 256 elements of C in steps of 16 along k, which of 128 or 256 columns and
/// 8 or 16 steps was the fastest on an H100; a warp 64 x 64 of them, a lane 8 x 16: rows in two
/// groups of four, 32 apart, and columns in four groups of four, 16 apart. In shared memory A's
/// columns lie as rows, 4 longer than they must be.
struct MatmulLargeTile {
  static constexpr int rows = 128, columns = 256, depth = 16, threads = 256, stages = 3;
  static constexpr int pitch = rows + 4;
  static constexpr int a_floats = depth * pitch, stage_floats = a_floats + depth * columns;
  static constexpr int shared_bytes = stages * stage_floats * int(sizeof(float));

  int row, column;  ///< a lane's first, in the tile
  float left[2][8], right[2][16], sum[8][16];

  __device__ __forceinline__ MatmulLargeTile() {
    const int warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
    row = 64 * (warp % 2) + 4 * (lane % 2 + lane / 8 * 2);
    column = 64 * (warp / 2) + 4 * (lane / 2 % 4);
    LIVEWARP_UNROLL()
    for (int i = 0; i < 8; ++i) LIVEWARP_UNROLL()
    for (int j = 0; j < 16; ++j) sum[i][j] = 0;
  }

  /// Loads what a stage has for its step q into the registers for even steps, or for odd ones.
  __device__ __forceinline__ void load(const float* stage, int q) {
    const float* const as = stage + q * pitch + row;
    const float* const bs = stage + a_floats + q * columns + column;
    LIVEWARP_UNROLL()
    for (int h = 0; h < 2; ++h)
      matmul_unpack(left[q % 2] + 4 * h, *reinterpret_cast<const float4*>(as + 32 * h));
    LIVEWARP_UNROLL()
    for (int h = 0; h < 4; ++h)
      matmul_unpack(right[q % 2] + 4 * h, *reinterpret_cast<const float4*>(bs + 16 * h));
  }
  __device__ __forceinline__ void multiply(int q) {
    LIVEWARP_UNROLL()
    for (int i = 0; i < 8; ++i) LIVEWARP_UNROLL()
    for (int j = 0; j < 16; ++j) sum[i][j] += left[q % 2][i] * right[q % 2][j];
  }

  __device__ __forceinline__ void store(float* c, int tile_row, int tile_column,
                                        const MatmulShape& shape) const {
    LIVEWARP_UNROLL()
    for (int i = 0; i < 8; ++i) LIVEWARP_UNROLL()
    for (int h = 0; h < 4; ++h)
      matmul_store_four(c, sum[i] + 4 * h, tile_row + row + 32 * (i / 4) + i % 4,
                        tile_column + column + 16 * h, shape);
  }
};

/// A thread's part of the copies. Rows and columns that C has not are copied as those at its edge,
/// and never stored. A is turned on the way, 4 bytes a copy: of a warp's 32 numbers 8 lie side by
/// side in each of 4 rows of A, and go to different banks.
struct MatmulTurningCopies {
  using Tile = MatmulLargeTile;
  static constexpr int a_rows = Tile::threads / 8, a_parts = Tile::rows / a_rows;
  static constexpr int b_parts = Tile::depth / 4;  ///< a row of B's tile takes a quarter of them

  const float *a, *b;
  int a_row[a_parts];  ///< where its rows of A begin
  int b_pitch, left;   ///< numbers of a row of B; steps along k that are left
  int to_a, to_b;      ///< in a stage
  bool wide;           ///< B's rows are whole numbers of 16 bytes

  __device__ __forceinline__ MatmulTurningCopies(const float* all_a, const float* all_b, int row,
                                                 int column, const MatmulShape& shape)
      : b_pitch(shape.n), left(shape.k), wide(shape.n % 4 == 0) {
    const int thread = int(threadIdx.x), of_row = Tile::columns / 4;
    a = all_a + thread % 8;
    to_a = thread % 8 * Tile::pitch + thread / 8;
    LIVEWARP_UNROLL()
    for (int l = 0; l < a_parts; ++l)
      a_row[l] = min(row + thread / 8 + l * a_rows, shape.m - 1) * shape.k;
    const int q = wide ? thread / of_row : 0, x = wide ? thread % of_row * 4 : thread;
    b = all_b + q * shape.n + (wide ? min(column + x, shape.n - 4) : min(column + x, shape.n - 1));
    to_b = Tile::a_floats + q * Tile::columns + x;
  }

  /// Puts the next tiles on their way into a stage.
  __device__ __forceinline__ void next(float* stage) {
    if (left >= Tile::depth)
      whole(stage);
    else
      partly(stage);
    a += Tile::depth;
    b += Tile::depth * b_pitch;
    left -= Tile::depth;
  }

 private:
  __device__ __forceinline__ void whole(float* stage) const {
    LIVEWARP_UNROLL()
    for (int l = 0; l < a_parts; ++l) LIVEWARP_UNROLL()
    for (int q = 0; q < Tile::depth; q += 8)
      copy_async<4>(stage + to_a + q * Tile::pitch + l * a_rows, a + a_row[l] + q);
    if (wide) {
      LIVEWARP_UNROLL()
      for (int l = 0; l < b_parts; ++l)
        copy_async<16>(stage + to_b + 4 * l * Tile::columns, b + 4 * l * b_pitch);
    } else {
      LIVEWARP_UNROLL()
      for (int q = 0; q < Tile::depth; ++q)
        copy_async<4>(stage + to_b + q * Tile::columns, b + q * b_pitch);
    }
  }
  /// The last step, where k is no multiple of its depth: filled up with zeros.
  __device__ __forceinline__ void partly(float* stage) const {
    const int first = int(threadIdx.x) % 8, b_first = (to_b - Tile::a_floats) / Tile::columns;
    LIVEWARP_UNROLL()
    for (int l = 0; l < a_parts; ++l) LIVEWARP_UNROLL()
    for (int q = 0; q < Tile::depth; q += 8)
      put(stage + to_a + q * Tile::pitch + l * a_rows, a + a_row[l] + q, first + q < left);
    LIVEWARP_UNROLL(1)
    for (int i = 0; i < Tile::depth; ++i) {
      const int q = wide ? i / 4 * 4 : i, x = wide ? i % 4 : 0;
      put(stage + to_b + q * Tile::columns + x, b + q * b_pitch + x, b_first + q < left);
    }
  }
  static __device__ __forceinline__ void put(float* to, const float* from, bool inside) {
    if (inside)
      copy_async<4>(to, from);
    else
      *to = 0.0f;
  }
};

// Lesson prefetched: A load from shared memory takes some 30 clocks, and the multiplications after
// it wait. So operands are fetched twice ahead: cp.async fills shared memory some steps before, and
// while one step along k is multiplied the next one's operands go from there to the other half of
// the registers that hold them. A thread computes 8 x 16 elements: 128 multiplications and
// additions for 6 loads. With its 24 operands, twice, that fills nearly all of its 255 registers,
// so only 8 warps fit on a multiprocessor: the wait is hidden by order, not by number of threads.
//
// A's tile is turned on the way, for a thread's numbers of one step to lie side by side. Nothing in
// the loop asks where C ends; the last stage alone, where k is no multiple, is filled with care.
__global__ void __launch_bounds__(MatmulLargeTile::threads, 1)
    matmul_prefetched(const float* __restrict__ a, const float* __restrict__ b,
                      float* __restrict__ c, MatmulShape shape) {
  using Tile = MatmulLargeTile;
  float* const stages = dynamic_shared<float>();
  const MatmulTilePlace place((shape.m + Tile::rows - 1) / Tile::rows,
                              (shape.n + Tile::columns - 1) / Tile::columns, int(blockIdx.x));
  const int row = place.row * Tile::rows, column = place.column * Tile::columns;
  const int steps = (shape.k + Tile::depth - 1) / Tile::depth;
  MatmulTurningCopies copies(a, b, row, column, shape);
  LIVEWARP_UNROLL()
  for (int s = 0; s < Tile::stages - 1; ++s) {
    if (s < steps) copies.next(stages + s * Tile::stage_floats);
    copy_async_commit();
  }
  Tile tile;
  copy_async_wait<Tile::stages - 2>();
  __syncthreads();
  tile.load(stages, 0);
  float *stage = stages, *free = stages + (Tile::stages - 1) * Tile::stage_floats;
  for (int step = 0; step < steps; ++step) {
    if (step + Tile::stages - 1 < steps) copies.next(free);
    copy_async_commit();
    LIVEWARP_UNROLL()
    for (int q = 0; q + 1 < Tile::depth; ++q) {
      tile.load(stage, q + 1);
      tile.multiply(q);
    }
    // The next stage has come, and nobody reads this one any more.
    copy_async_wait<Tile::stages - 2>();
    __syncthreads();
    free = stage;
    stage += Tile::stage_floats;
    if (stage == stages + Tile::stages * Tile::stage_floats) stage = stages;
    if (step + 1 < steps) tile.load(stage, 0);
    tile.multiply(Tile::depth - 1);
  }
  tile.store(c, row, column, shape);
}

LIVEWARP_KERNELS_END
