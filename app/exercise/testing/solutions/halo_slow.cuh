#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

__global__ void access_stencil_shared(const float* __restrict__ x, float* __restrict__ y, int n,
                                      int radius) {
  const int first = blockIdx.x * blockDim.x, t = threadIdx.x, i = first + t;
  if (i >= n) return;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) sum += x[min(max(i + k, 0), n - 1)];
  y[i] = sum;
}

LIVEWARP_KERNELS_END
