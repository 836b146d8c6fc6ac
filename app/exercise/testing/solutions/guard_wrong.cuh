#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

__global__ void basics_blocks(const float* __restrict__ sum, const float* __restrict__ addend,
                              float* __restrict__ new_sum, float* __restrict__ new_addend,
                              int first, int last) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i > last) return;
  new_sum[i] = sum[i] + addend[i];
  new_addend[i] = addend[i];
}

LIVEWARP_KERNELS_END
