#include "kernels/transpose/transpose.cuh"

LIVEWARP_KERNELS_BEGIN

template <class Pixel, bool WritesSideBySide>
__global__ void transpose_naive(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                const __grid_constant__ TransposeTask task) {
  const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (task.inside(x, y)) result[task.pixel(x, y)] = source[task.texel(x, y)];
}

LIVEWARP_KERNELS_END
