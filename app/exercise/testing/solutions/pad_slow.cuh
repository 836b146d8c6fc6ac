#include "kernels/transpose/transpose.cuh"

LIVEWARP_KERNELS_BEGIN

template <class Pixel, class Tile>
__global__ void transpose_tile(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                               const __grid_constant__ TransposeTask task) {
  __shared__ Pixel tile[32][32];
  const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
  const int lane = threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += blockDim.y)
    if (task.inside(x0 + lane, y0 + j)) tile[j][lane] = source[task.texel(x0 + lane, y0 + j)];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += blockDim.y)
    if (task.inside(x0 + j, y0 + lane)) result[task.pixel(x0 + j, y0 + lane)] = tile[lane][j];
}

LIVEWARP_KERNELS_END
