#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

__global__ void basics_grid_stride(const float* __restrict__ sum, const float* __restrict__ addend,
                                   float* __restrict__ new_sum, float* __restrict__ new_addend,
                                   int first, int last) {
  for (int i = first + blockIdx.x * blockDim.x + threadIdx.x; i < last;
       i += gridDim.x * blockDim.x) {
    new_sum[i] = sum[i] + addend[i];
    new_addend[i] = addend[i];
  }
}

LIVEWARP_KERNELS_END
