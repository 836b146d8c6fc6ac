#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

__global__ void access_soa(const float* __restrict__ x, float* __restrict__ y, int n, int pitch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pitch) return;
  for (int at = i; at < n; at += pitch) y[at] = x[at];
}

LIVEWARP_KERNELS_END
