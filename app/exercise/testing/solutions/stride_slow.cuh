#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

__global__ void basics_grid_stride(const float* __restrict__ sum, const float* __restrict__ addend,
                                   float* __restrict__ new_sum, float* __restrict__ new_addend,
                                   int first, int last) {
  const int threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int piece = (last - first + threads - 1) / threads, begin = first + thread * piece;
  for (int i = begin; i < min(begin + piece, last); ++i) {
    new_sum[i] = sum[i] + addend[i];
    new_addend[i] = addend[i];
  }
}

LIVEWARP_KERNELS_END
