// Matrix products whose warps compute compact tiles, with and without copies that run ahead.
#pragma once

#include "kernels/matmul/matmul_register.cuh"

LIVEWARP_KERNELS_BEGIN

/// A block of 256 threads computes 128 x 128 elements of C in steps of 16 along k. Its 8 warps
/// stand 4 x 2, each computes 32 x 64; a warp's lanes stand 4 x 8, each computes 8 x 8: rows 4
/// apart, and columns in two groups of four, 32 apart. Of a lane's number the first and the last
/// bit are its row: so lanes that differ in the first one read the same of B, and lanes that differ
/// in the second one the same of A.
struct MatmulWarpTile {
  static constexpr int side = 128, depth = 16;
  /// A's rows are so long that rows 4 apart begin in different banks: 20 i mod 32 = 0, 20, 8, 28.
  static constexpr int pitch = depth + 4;
  static constexpr int a_floats = side * pitch, stage_floats = a_floats + depth * side;

  int row, column;  ///< a lane's first, in the tile
  float sum[8][8];

  __device__ __forceinline__ MatmulWarpTile() {
    const int warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
    row = 32 * (warp % 4) + lane % 2 + lane / 16 * 2;
    column = 64 * (warp / 4) + 4 * (lane / 2 % 8);
    LIVEWARP_UNROLL()
    for (int i = 0; i < 8; ++i) LIVEWARP_UNROLL()
    for (int j = 0; j < 8; ++j) sum[i][j] = 0;
  }

  /// Adds the products of one stage: a tile of A, row by row, and behind it one of B.
  __device__ __forceinline__ void multiply(const float* stage) {
    const float* const as = stage + row * pitch;
    const float* const bs = stage + a_floats + column;
    LIVEWARP_UNROLL()
    for (int q = 0; q < depth; q += 4) {
      float left[8][4];
      LIVEWARP_UNROLL()
      for (int i = 0; i < 8; ++i)
        matmul_unpack(left[i], *reinterpret_cast<const float4*>(as + 4 * i * pitch + q));
      LIVEWARP_UNROLL()
      for (int s = 0; s < 4; ++s) {
        float right[8];
        LIVEWARP_UNROLL()
        for (int h = 0; h < 2; ++h)
          matmul_unpack(right + 4 * h,
                        *reinterpret_cast<const float4*>(bs + (q + s) * side + 32 * h));
        LIVEWARP_UNROLL()
        for (int i = 0; i < 8; ++i) LIVEWARP_UNROLL()
        for (int j = 0; j < 8; ++j) sum[i][j] += left[i][s] * right[j];
      }
    }
  }

  __device__ __forceinline__ void store(float* c, const MatmulShape& shape) const {
    const int y = int(blockIdx.y) * side + row, x = int(blockIdx.x) * side + column;
    LIVEWARP_UNROLL()
    for (int i = 0; i < 8; ++i) LIVEWARP_UNROLL()
    for (int h = 0; h < 2; ++h) matmul_store_four(c, sum[i] + 4 * h, y + 4 * i, x + 32 * h, shape);
  }
};

/// Where a thread's parts of the two tiles lie: two groups of four numbers of each.
struct MatmulParts {
  int ar, aq, bq, bc;
  __device__ __forceinline__ MatmulParts() {
    const int thread = threadIdx.x;
    ar = thread / 4, aq = thread % 4 * 4, bq = thread / 32, bc = thread % 32 * 4;
  }
};

// Lesson warp: What counts is how much a warp reads. Of 2 x 16 threads it needed 16 numbers of A
// and 128 of B for each p; a compact warp of 4 x 8, with 32 x 64 elements, needs 32 and 64. A load
// of 16 bytes a lane takes 4 wavefronts, but 2 where neighbouring lanes share an address: these are
// numbered so that they do, for A and for B. That makes 8 wavefronts for each p, where there were
// 12. Now the arithmetic is nearly the limit; between its tiles it still waits.
//
//    lanes 0  2  4  6  8 10 12 14      A, four p at a time, to lanes beside one another;
//          1  3  5  7  9 11 13 15      B to those below one another
//         16 18 20 ...
//         17 19 21 ...
__global__ void __launch_bounds__(matmul_threads, 2)
    matmul_warp(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                MatmulShape shape) {
  using Tile = MatmulWarpTile;
  __shared__ __align__(16) float stage[Tile::stage_floats];
  const int row = blockIdx.y * Tile::side, column = blockIdx.x * Tile::side;
  const MatmulParts part;
  Tile tile;
  for (int p = 0; p < shape.k; p += Tile::depth) {
    LIVEWARP_UNROLL()
    for (int l = 0; l < 2; ++l) {
      const int ar = part.ar + 64 * l, bq = part.bq + 8 * l;
      *reinterpret_cast<float4*>(stage + ar * Tile::pitch + part.aq) =
          matmul_four(a, row + ar, p + part.aq, shape.m, shape.k);
      *reinterpret_cast<float4*>(stage + Tile::a_floats + bq * Tile::side + part.bc) =
          matmul_four(b, p + bq, column + part.bc, shape.k, shape.n);
    }
    __syncthreads();
    tile.multiply(stage);
    __syncthreads();
  }
  tile.store(c, shape);
}

/// A thread's part of the copies: what comes next of A and B, and how much of k is left for it.
/// Rows and columns that C has not are copied as those at its edge, and never stored.
struct MatmulCopies {
  using Tile = MatmulWarpTile;
  const float *a, *b;
  int a_second;        ///< from the first of its two rows of A to the other
  int a_left, b_left;  ///< numbers of A's row from here on, rows of B
  int to_a, to_b;      ///< in a stage

  __device__ __forceinline__ MatmulCopies(const float* all_a, const float* all_b,
                                          const MatmulShape& shape) {
    const MatmulParts part;
    const int row = int(blockIdx.y) * Tile::side + part.ar;
    const int column = int(blockIdx.x) * Tile::side + part.bc;
    const int first = min(row, shape.m - 1);
    a = all_a + first * shape.k + part.aq;
    a_second = (min(row + 64, shape.m - 1) - first) * shape.k;
    b = all_b + part.bq * shape.n + (shape.n % 4 == 0 ? min(column, shape.n - 4) : column);
    a_left = shape.k - part.aq;
    b_left = shape.k - part.bq;
    to_a = part.ar * Tile::pitch + part.aq;
    to_b = Tile::a_floats + part.bq * Tile::side + part.bc;
  }

  /// Puts the next tiles on their way into a stage.
  __device__ __forceinline__ void next(float* stage, const MatmulShape& shape) {
    if ((shape.k | shape.n) % 4 == 0) {
      copy_async_or_zero(stage + to_a, a, a_left <= 0);
      copy_async_or_zero(stage + to_a + 64 * Tile::pitch, a + a_second, a_left <= 0);
      copy_async_or_zero(stage + to_b, b, b_left <= 0);
      copy_async_or_zero(stage + to_b + 8 * Tile::side, b + 8 * shape.n, b_left <= 8);
    } else {
      one_by_one(stage, shape);
    }
    a += Tile::depth;
    b += Tile::depth * shape.n;
    a_left -= Tile::depth;
    b_left -= Tile::depth;
  }

 private:
  /// Where rows do not begin at 16 bytes.
  __device__ __forceinline__ void one_by_one(float* stage, const MatmulShape& shape) const {
    const int column = int(blockIdx.x) * Tile::side + (to_b - Tile::a_floats) % Tile::side;
    LIVEWARP_UNROLL(1)
    for (int i = 0; i < 8; ++i) {
      const int second = i / 4, s = i % 4;
      put(stage + to_a + second * 64 * Tile::pitch + s, a + second * a_second + s, s < a_left);
      put(stage + to_b + second * 8 * Tile::side + s, b + second * 8 * shape.n + s,
          8 * second < b_left && column + s < shape.n);
    }
  }
  static __device__ __forceinline__ void put(float* to, const float* from, bool inside) {
    if (inside)
      copy_async<4>(to, from);
    else
      *to = 0.0f;
  }
};

// Lesson pipelined: Two stages of shared memory, or more: while the tiles of one are multiplied,
// those of the next are on their way. cp.async copies from global to shared memory by itself, past
// the registers, of which the sums need most. One barrier a step is enough: it says that the next
// stage has come, and that nobody reads the last one any more, which is then filled anew. With that
// the multiplications rarely wait, and most of what an fp32 unit can do is done.
//
//    stage 0   copy p = 0 | multiply      | copy p = 32 | multiply
//    stage 1              | copy p = 16   | multiply    | copy p = 48
template <int Stages>
__global__ void __launch_bounds__(matmul_threads, 2)
    matmul_pipelined(const float* __restrict__ a, const float* __restrict__ b,
                     float* __restrict__ c, MatmulShape shape) {
  using Tile = MatmulWarpTile;
  float* const stages = dynamic_shared<float>();
  const int steps = (shape.k + Tile::depth - 1) / Tile::depth;
  MatmulCopies copies(a, b, shape);
  LIVEWARP_UNROLL()
  for (int s = 0; s < Stages - 1; ++s) {
    if (s < steps) copies.next(stages + s * Tile::stage_floats, shape);
    copy_async_commit();
  }
  Tile tile;
  int now = 0, free = Stages - 1;
  for (int step = 0; step < steps; ++step) {
    copy_async_wait<Stages - 2>();
    __syncthreads();
    if (step + Stages - 1 < steps) copies.next(stages + free * Tile::stage_floats, shape);
    copy_async_commit();
    tile.multiply(stages + now * Tile::stage_floats);
    free = now;
    now = now + 1 < Stages ? now + 1 : 0;
  }
  tile.store(c, shape);
}

LIVEWARP_KERNELS_END
