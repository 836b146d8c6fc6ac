// A picture that is blurred.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int convolution_most_radius = 32;

struct ConvolutionTask {
  int width, height, radius;

  /// Where the weights of the radius begin: 3 + 5 + ... + (2 radius - 1).
  __device__ __forceinline__ int first_weight() const { return radius * radius - 1; }
  /// The texel that stands for (x, y): outside, the nearest at the edge.
  __device__ __forceinline__ int64 texel(int x, int y) const {
    return int64(min(max(y, 0), height - 1)) * width + min(max(x, 0), width - 1);
  }
};

LIVEWARP_KERNELS_END
