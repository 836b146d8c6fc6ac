// The plate as a picture: the cell in the middle of what a pixel shows.
#pragma once

#include "kernels/core/device/picture_target.cuh"

LIVEWARP_KERNELS_BEGIN

/// A region of the plate, in cells, on width x height pixels.
struct ImplicitPixels {
  double x, y, cells_x, cells_y;
  int width, height, nx, ny;

  __device__ __forceinline__ int64 cell(int px, int py) const {
    const int column = int(floor(x + (px + 0.5) * cells_x / width));
    const int row = int(floor(y + (py + 0.5) * cells_y / height));
    return int64(min(max(row, 0), ny - 1)) * nx + min(max(column, 0), nx - 1);
  }
};

__global__ void implicit_picture(const float* __restrict__ in, PictureTarget<float2> picture,
                                 const __grid_constant__ ImplicitPixels pixels) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= pixels.width || py >= pixels.height) return;
  picture.store(make_float2(in[pixels.cell(px, py)], 0.0f), px, py);
}

LIVEWARP_KERNELS_END
