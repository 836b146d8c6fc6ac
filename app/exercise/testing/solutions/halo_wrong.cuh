#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

__global__ void access_stencil_shared(const float* __restrict__ x, float* __restrict__ y, int n,
                                      int radius) {
  float* const tile = dynamic_shared<float>();
  const int first = blockIdx.x * blockDim.x, t = threadIdx.x, i = first + t;
  tile[radius + t] = x[min(i, n - 1)];
  if (t < radius) {
    tile[t] = x[max(i - radius, 0)];
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k <= 2 * radius; ++k) sum += tile[t + k];
  y[i] = sum;
}

LIVEWARP_KERNELS_END
