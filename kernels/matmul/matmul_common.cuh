// What the kernels of a matrix product share.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// C has m rows of n, A m rows of k, B k rows of n. No two of them multiply to more than an int.
struct MatmulShape {
  int m, n, k;
};

/// Which tile of C a block computes, counted in tiles: blocks that run at the same time stand in a
/// compact group, 8 rows high, and find the numbers that they share in the second-level cache.
struct MatmulTilePlace {
  int row, column;
  __device__ __forceinline__ MatmulTilePlace(int rows, int columns, int block) {
    constexpr int high = 8;
    const int group = block / (high * columns), in_group = block - group * high * columns;
    const int height = min(rows - group * high, high);
    row = group * high + in_group % height;
    column = in_group / height;
  }
};

/// A number of a matrix of rows x columns; zero outside, which adds nothing to a sum.
__device__ __forceinline__ float matmul_or_zero(const float* matrix, int row, int column, int rows,
                                                int columns) {
  return row < rows && column < columns ? load_readonly(matrix + row * columns + column) : 0.0f;
}

/// Two neighbours of a row of C.
__device__ __forceinline__ void matmul_store_pair(float* c, float first, float second, int row,
                                                  int column, const MatmulShape& shape) {
  if (row >= shape.m || column >= shape.n) return;
  float* const to = c + row * shape.n + column;
  if (shape.n % 2 == 0) {
    *reinterpret_cast<float2*>(to) = make_float2(first, second);
    return;
  }
  to[0] = first;
  if (column + 1 < shape.n) to[1] = second;
}

LIVEWARP_KERNELS_END
