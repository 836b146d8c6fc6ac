#include "kernels/transpose/transpose.cuh"

LIVEWARP_KERNELS_BEGIN

template <class Pixel, bool WritesSideBySide>
__global__ void transpose_naive(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                const __grid_constant__ TransposeTask task) {
  const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  __shared__ Pixel tile[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (task.inside(x, y)) tile[ty][tx] = source[task.texel(x, y)];
  __syncthreads();
  if (task.inside(x0 + ty, x0 + tx)) result[task.pixel(x0 + ty, x0 + tx)] = tile[tx][ty];
}

LIVEWARP_KERNELS_END
