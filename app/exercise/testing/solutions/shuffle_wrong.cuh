#include "kernels/reduce/reduce.cuh"

LIVEWARP_KERNELS_BEGIN

template <class T>
__global__ void reduce_shuffle(const __grid_constant__ ReduceTask<T> task,
                               T* __restrict__ partial) {
  __shared__ T sums[32];
  const int64 stride = int64(gridDim.x) * blockDim.x;
  const int thread = threadIdx.x;
  T mine = task.neutral();
  for (int64 i = int64(blockIdx.x) * blockDim.x + thread; i < task.n; i += stride)
    mine = task.combined(mine, task.at(int(i)));
  const int lane = thread % 32, warp = thread / 32, warps = blockDim.x / 32;
  for (int apart = 16; apart > 0; apart /= 2)
    mine = task.combined(mine, __shfl_down_sync(0xffffffffu, mine, apart));
  if (lane == 0) sums[warp] = mine;
  __syncthreads();
  if (warp > 0) return;
  mine = sums[lane];
  for (int apart = 16; apart > 0; apart /= 2)
    mine = task.combined(mine, __shfl_down_sync(0xffffffffu, mine, apart));
  if (thread == 0) partial[blockIdx.x] = mine;
}

LIVEWARP_KERNELS_END
