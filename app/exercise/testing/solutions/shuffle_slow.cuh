#include "kernels/reduce/reduce.cuh"

LIVEWARP_KERNELS_BEGIN

template <class T>
__global__ void reduce_shuffle(const __grid_constant__ ReduceTask<T> task,
                               T* __restrict__ partial) {
  __shared__ T sums[1024];
  const int64 stride = int64(gridDim.x) * blockDim.x;
  const int thread = threadIdx.x;
  T mine = task.neutral();
  for (int64 i = int64(blockIdx.x) * blockDim.x + thread; i < task.n; i += stride)
    mine = task.combined(mine, task.at(int(i)));
  sums[thread] = mine;
  __syncthreads();
  for (int count = blockDim.x; count > 1;) {
    const int half = (count + 1) / 2;
    if (thread + half < count) sums[thread] = task.combined(sums[thread], sums[thread + half]);
    __syncthreads();
    count = half;
  }
  if (thread == 0) partial[blockIdx.x] = sums[0];
}

LIVEWARP_KERNELS_END
