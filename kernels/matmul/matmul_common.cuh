// What the kernels of a matrix product share.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// C has m rows of n, A m rows of k, B k rows of n. No two of them multiply to more than an int.
struct MatmulShape {
  int m, n, k;
};

/// A number of a matrix of rows x columns; zero outside, which adds nothing to a sum.
__device__ __forceinline__ float matmul_or_zero(const float* matrix, int row, int column, int rows,
                                                int columns) {
  return row < rows && column < columns ? load_readonly(matrix + row * columns + column) : 0.0f;
}

LIVEWARP_KERNELS_END
