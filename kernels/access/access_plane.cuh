// Kernels that copy the array as a picture, in warps of other shapes.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// The array as rows of `width` texels, of which the last may be short.
struct AccessPlane {
  int width, n;

  __device__ __forceinline__ int texel(int x, int y) const { return y * width + x; }
};

// Lesson plane: The array as a picture, row by row, and a warp as a rectangle of it: 32 x 1 texels,
// 16 x 2, ... 1 x 32. As long as a row of the warp fills a sector, 8 texels or more, all shapes
// take 4 sectors. Narrower ones use a part of each: 4 wide 8 sectors, 1 wide 32. So blocks of 8 x 8
// cost nothing, and blocks of 4 x 64 double the sectors.
__global__ void access_plane(const float* __restrict__ x, float* __restrict__ y,
                             AccessPlane plane) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = plane.texel(column, row);
  if (i < plane.n) y[i] = x[i];
}

// Lesson texture: The same shapes, read by a texture over a CUDA array. There the texels lie in the
// GPU's own order, in which those that are near in both directions are near in memory: tall warps
// read no more than wide ones. The result is plain memory and is stored row by row, so its sectors
// still go with the shape. For reads along rows alone a texture gains nothing.
__global__ void access_texture(cudaTextureObject_t texels, float* __restrict__ y,
                               AccessPlane plane) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = plane.texel(column, row);
  if (i < plane.n) y[i] = tex2D<float>(texels, float(column) + 0.5f, float(row) + 0.5f);
}

LIVEWARP_KERNELS_END
