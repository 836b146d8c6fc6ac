// Matrix products by tensor cores: operands in binary16 or bfloat16, sums in fp32.
#pragma once

#include "kernels/core/device/matrix_unit.cuh"
#include "kernels/matmul/matmul_common.cuh"

LIVEWARP_KERNELS_BEGIN

/// Operands of 16 bits, in rows of whole 16 bytes, filled up with zeros.
template <class Operand>
struct MatmulHalves {
  const Operand *a, *b;
  int a_pitch, b_pitch;  ///< numbers of a row
};

/// A warp's sums: `Rows` times `Columns` blocks of 16 x 8, as `multiply_add` spreads them.
template <int Rows, int Columns>
struct MatmulSums {
  float sum[Rows][Columns][4];

  __device__ __forceinline__ MatmulSums() {
    LIVEWARP_UNROLL()
    for (int i = 0; i < Rows; ++i) LIVEWARP_UNROLL()
    for (int j = 0; j < Columns; ++j) LIVEWARP_UNROLL()
    for (int s = 0; s < 4; ++s) sum[i][j][s] = 0;
  }
  template <class Operand>
  __device__ __forceinline__ void multiply(const HalfPair (&left)[Rows][4],
                                           const HalfPair (&right)[Columns][2]) {
    LIVEWARP_UNROLL()
    for (int i = 0; i < Rows; ++i) LIVEWARP_UNROLL()
    for (int j = 0; j < Columns; ++j)
      multiply_add(sum[i][j], left[i], right[j][0], right[j][1], sum[i][j], Operand());
  }
  __device__ __forceinline__ void store(float* c, int row, int column,
                                        const MatmulShape& shape) const {
    const int g = int(threadIdx.x) % 32 / 4, t = int(threadIdx.x) % 4;
    LIVEWARP_UNROLL()
    for (int i = 0; i < Rows; ++i) LIVEWARP_UNROLL()
    for (int j = 0; j < Columns; ++j) LIVEWARP_UNROLL()
    for (int h = 0; h < 2; ++h)
      matmul_store_pair(c, sum[i][j][2 * h], sum[i][j][2 * h + 1], row + 16 * i + 8 * h + g,
                        column + 8 * j + 2 * t, shape);
  }
};

constexpr int matmul_tensor_threads = 128;

// Lesson tensor: A tensor core multiplies 16 x 16 by 16 x 8 numbers in one instruction of the whole
// warp, 2,048 multiplications and additions where fp32 units do 32. Its operands are binary16, with
// 11 bits, or bfloat16, with 8: rounding them is most of the error, as the sums stay fp32. Each
// lane brings pairs of neighbours along k. In A's rows they lie in one word; in B's they lie in two
// rows, and every one is loaded by itself: these loads take far longer than the products.
template <class Operand>
__global__ void __launch_bounds__(matmul_tensor_threads)
    matmul_tensor(float* __restrict__ c, const __grid_constant__ MatmulHalves<Operand> in,
                  MatmulShape shape) {
  constexpr int side = 64, depth = 32, a_pitch = depth + 8, b_pitch = side + 8;
  __shared__ __align__(16) unsigned short as[side][a_pitch];
  __shared__ __align__(16) unsigned short bs[depth][b_pitch];
  const int thread = threadIdx.x, warp = thread / 32, g = thread % 32 / 4, t = thread % 4;
  const int row = blockIdx.y * side, column = blockIdx.x * side;
  const int y = 32 * (warp / 2), x = 32 * (warp % 2);  // of the warp, in the tile
  MatmulSums<2, 4> sums;
  for (int p = 0; p < shape.k; p += depth) {
    LIVEWARP_UNROLL()
    for (int l = 0; l < 2; ++l) {
      const int ar = thread / 4 + 32 * l, aq = thread % 4 * 8;
      const int bq = thread / 8 + 16 * l, bc = thread % 8 * 8;
      const bool in_a = row + ar < shape.m && p + aq < in.a_pitch;
      const bool in_b = p + bq < shape.k && column + bc < in.b_pitch;
      const uint4 none = make_uint4(0, 0, 0, 0);
      *reinterpret_cast<uint4*>(&as[ar][aq]) =
          in_a ? *reinterpret_cast<const uint4*>(in.a + (row + ar) * in.a_pitch + p + aq) : none;
      *reinterpret_cast<uint4*>(&bs[bq][bc]) =
          in_b ? *reinterpret_cast<const uint4*>(in.b + (p + bq) * in.b_pitch + column + bc) : none;
    }
    __syncthreads();
    LIVEWARP_UNROLL()
    for (int q = 0; q < depth; q += 16) {
      HalfPair left[2][4], right[4][2];
      LIVEWARP_UNROLL()
      for (int i = 0; i < 2; ++i) LIVEWARP_UNROLL()
      for (int s = 0; s < 4; ++s)
        left[i][s] = *reinterpret_cast<HalfPair*>(
            &as[y + 16 * i + g + 8 * (s % 2)][q + 2 * t + 8 * (s / 2)]);
      LIVEWARP_UNROLL()
      for (int j = 0; j < 4; ++j) LIVEWARP_UNROLL()
      for (int s = 0; s < 2; ++s) {
        const int z = q + 2 * t + 8 * s;
        right[j][s] = bs[z][x + 8 * j + g] | HalfPair(bs[z + 1][x + 8 * j + g]) << 16;
      }
      sums.template multiply<Operand>(left, right);
    }
    __syncthreads();
  }
  sums.store(c, row + y, column + x, shape);
}

LIVEWARP_KERNELS_END
