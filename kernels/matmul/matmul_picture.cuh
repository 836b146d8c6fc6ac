// The kernel that shows the product.
#pragma once

#include "kernels/core/device/picture_target.cuh"
#include "kernels/matmul/matmul_common.cuh"

LIVEWARP_KERNELS_BEGIN

/// A region of C, in elements, on width x height pixels.
struct MatmulPixels {
  double x, y, columns, rows;
  int width, height;

  /// The element in the middle of a pixel's area: a mean would be grey where signs change.
  __device__ __forceinline__ float at(const float* c, int px, int py,
                                      const MatmulShape& shape) const {
    const int column = int(x + (px + 0.5) * columns / width);
    const int row = int(y + (py + 0.5) * rows / height);
    return c[min(max(row, 0), shape.m - 1) * shape.n + min(max(column, 0), shape.n - 1)];
  }
};

__global__ void matmul_picture(const float* __restrict__ c, PictureTarget<float2> picture,
                               MatmulPixels pixels, MatmulShape shape) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px < pixels.width && py < pixels.height)
    picture.store(make_float2(pixels.at(c, px, py, shape), 0.0f), px, py);
}

LIVEWARP_KERNELS_END
