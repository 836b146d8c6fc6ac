#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

__global__ void access_soa(const float* __restrict__ x, float* __restrict__ y, int n, int pitch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pitch) return;
  const int fields = (n + pitch - 1) / pitch;
  for (int field = 0; field < fields; ++field)
    if (i * fields + field < n) y[i * fields + field] = x[i * fields + field];
}

LIVEWARP_KERNELS_END
