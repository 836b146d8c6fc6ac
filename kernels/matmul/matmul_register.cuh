// Matrix products of threads that compute several elements each, from registers.
#pragma once

#include "kernels/matmul/matmul_common.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int matmul_threads = 256;

// Lesson register: A thread computes 4 x 4 elements of C. For each p it loads 4 numbers of A's tile
// and 4 of B's into registers, and multiplies each with each: 16 multiplications and additions for
// 8 loads, where one element a thread needs 2 for 1. The tile grows with it, to 64 x 64, so global
// memory is asked less too. Shared memory is still the limit, though by far less: its loads are of
// 4 bytes a lane.
//
// A thread's rows and columns are 16 apart, so that neighbouring lanes use neighbouring banks.
__global__ void __launch_bounds__(matmul_threads)
    matmul_register(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                    MatmulShape shape) {
  constexpr int side = 64, depth = 16, each = 4, lanes = side / each;
  __shared__ float as[side][depth];
  __shared__ float bs[depth][side];
  const int thread = threadIdx.x, tx = thread % lanes, ty = thread / lanes;
  const int row = blockIdx.y * side, column = blockIdx.x * side;
  float sum[each][each] = {};
  for (int p = 0; p < shape.k; p += depth) {
    LIVEWARP_UNROLL()
    for (int l = 0; l < each; ++l) {
      const int ar = ty + lanes * l, br = thread / side + each * l, bc = thread % side;
      as[ar][tx] = matmul_or_zero(a, row + ar, p + tx, shape.m, shape.k);
      bs[br][bc] = matmul_or_zero(b, p + br, column + bc, shape.k, shape.n);
    }
    __syncthreads();
    LIVEWARP_UNROLL()
    for (int q = 0; q < depth; ++q) {
      float left[each], right[each];
      LIVEWARP_UNROLL()
      for (int i = 0; i < each; ++i) left[i] = as[ty + lanes * i][q];
      LIVEWARP_UNROLL()
      for (int j = 0; j < each; ++j) right[j] = bs[q][tx + lanes * j];
      LIVEWARP_UNROLL()
      for (int i = 0; i < each; ++i) LIVEWARP_UNROLL()
      for (int j = 0; j < each; ++j) sum[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  LIVEWARP_UNROLL()
  for (int i = 0; i < each; ++i) LIVEWARP_UNROLL()
  for (int j = 0; j < each; ++j) {
    const int y = row + ty + lanes * i, x = column + tx + lanes * j;
    if (y < shape.m && x < shape.n) c[y * shape.n + x] = sum[i][j];
  }
}

/// Four neighbours in a row of a matrix; zeros outside. In one access where rows are whole numbers
/// of 16 bytes, which holds for all threads or for none.
__device__ __forceinline__ float4 matmul_four(const float* matrix, int row, int column, int rows,
                                              int columns) {
  if (row >= rows || column >= columns) return make_float4(0, 0, 0, 0);
  const float* const from = matrix + row * columns + column;
  if (columns % 4 == 0) return load_readonly(reinterpret_cast<const float4*>(from));
  return make_float4(from[0], column + 1 < columns ? from[1] : 0.0f,
                     column + 2 < columns ? from[2] : 0.0f, column + 3 < columns ? from[3] : 0.0f);
}
/// The same way back, as far as they lie inside.
__device__ __forceinline__ void matmul_store_four(float* c, const float* four, int row, int column,
                                                  const MatmulShape& shape) {
  if (row >= shape.m || column >= shape.n) return;
  float* const to = c + row * shape.n + column;
  if (shape.n % 4 == 0) {
    *reinterpret_cast<float4*>(to) = make_float4(four[0], four[1], four[2], four[3]);
    return;
  }
  LIVEWARP_UNROLL()
  for (int s = 0; s < 4; ++s)
    if (column + s < shape.n) to[s] = four[s];
}

__device__ __forceinline__ void matmul_unpack(float* to, float4 four) {
  to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

// Lesson vectorized: Every access is of 16 bytes (float4): a quarter of the instructions for the
// same numbers, and 8 x 8 elements a thread, 64 multiplications and additions for 4 loads. A's tile
// is stored with its columns as rows, for a thread's numbers of one p to lie side by side. Rows
// that do not begin at 16 bytes, where k or n is no multiple of 4, are read one number at a time.
// What is left: a warp is 2 x 16 threads, and still reads more of the tiles than it must.
//
// Rows of 132 put the four numbers of a float4, which go to four rows, into different banks.
__global__ void __launch_bounds__(matmul_threads, 2)
    matmul_vectorized(const float* __restrict__ a, const float* __restrict__ b,
                      float* __restrict__ c, MatmulShape shape) {
  constexpr int side = 128, depth = 8, pitch = side + 4, half = side / 2;
  __shared__ __align__(16) float as[depth][pitch];
  __shared__ __align__(16) float bs[depth][side];
  const int thread = threadIdx.x, tx = thread % 16, ty = thread / 16;
  const int row = blockIdx.y * side, column = blockIdx.x * side;
  const int ar = thread / 2, aq = thread % 2 * 4, bq = thread / 32, bc = thread % 32 * 4;
  float sum[8][8] = {};
  for (int p = 0; p < shape.k; p += depth) {
    const float4 four = matmul_four(a, row + ar, p + aq, shape.m, shape.k);
    as[aq][ar] = four.x;
    as[aq + 1][ar] = four.y;
    as[aq + 2][ar] = four.z;
    as[aq + 3][ar] = four.w;
    *reinterpret_cast<float4*>(&bs[bq][bc]) = matmul_four(b, p + bq, column + bc, shape.k, shape.n);
    __syncthreads();
    LIVEWARP_UNROLL()
    for (int q = 0; q < depth; ++q) {
      float left[8], right[8];
      LIVEWARP_UNROLL()
      for (int h = 0; h < 2; ++h) {
        matmul_unpack(left + 4 * h, *reinterpret_cast<float4*>(&as[q][4 * ty + half * h]));
        matmul_unpack(right + 4 * h, *reinterpret_cast<float4*>(&bs[q][4 * tx + half * h]));
      }
      LIVEWARP_UNROLL()
      for (int i = 0; i < 8; ++i) LIVEWARP_UNROLL()
      for (int j = 0; j < 8; ++j) sum[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  LIVEWARP_UNROLL()
  for (int i = 0; i < 8; ++i) LIVEWARP_UNROLL()
  for (int h = 0; h < 2; ++h)
    matmul_store_four(c, sum[i] + 4 * h, row + half * (i / 4) + 4 * ty + i % 4,
                      column + half * h + 4 * tx, shape);
}

LIVEWARP_KERNELS_END
