#include "kernels/reduce/reduce.cuh"

LIVEWARP_KERNELS_BEGIN

__global__ void reduce_interleaved(const __grid_constant__ ReduceTask<float> task,
                                   float* __restrict__ partial) {
  float* const sums = dynamic_shared<float>();
  const int thread = threadIdx.x, i = blockIdx.x * blockDim.x + thread;
  sums[thread] = i < task.n ? task.at(i) : task.neutral();
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
