#include "kernels/reduce/reduce.cuh"

LIVEWARP_KERNELS_BEGIN

__global__ void reduce_interleaved(const __grid_constant__ ReduceTask<float> task,
                                   float* __restrict__ partial) {
  float* const sums = dynamic_shared<float>();
  const int thread = threadIdx.x, i = blockIdx.x * blockDim.x + thread;
  sums[thread] = i < task.n ? task.at(i) : task.neutral();
  __syncthreads();
  for (int step = 1; step < int(blockDim.x); step *= 2) {
    if (thread % (2 * step) == 0 && thread + step < int(blockDim.x))
      sums[thread] = task.combined(sums[thread], sums[thread + step]);
    __syncthreads();
  }
  if (thread == 0) partial[blockIdx.x] = sums[0];
}

LIVEWARP_KERNELS_END
