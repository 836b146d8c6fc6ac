// Rungs with one launch: blocks bring their partial sums together themselves.
#pragma once

#include "kernels/reduce/reduce_stride.cuh"

LIVEWARP_KERNELS_BEGIN

/// The sum over a block, in thread 0, of what its threads have read.
__device__ __forceinline__ float reduce_block_sum(const float* x, int n) {
  const ReduceTask<float> sum{x, nullptr, n, 0};
  return reduce_shuffles(sum, reduce_read_vectors(x, n));
}

// Lesson atomics: One pass: each block adds its sum to the result by an atomic, and no second
// launch is needed. A few hundred atomics on one address cost next to nothing. But somebody must
// set the result to 0 first, and blocks end in any order: the last bits of a sum of reals may be
// others in each run.
__global__ void reduce_atomics(const float* __restrict__ x, float* __restrict__ result, int n) {
  const float sum = reduce_block_sum(x, n);
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

// Lesson last-block: One launch, and the same bits in every run. Each block writes its partial sum,
// makes it visible to all by __threadfence, and counts itself by an atomic. Who counts last knows
// that all others have written, adds up the partial sums in their order, and sets the counter back
// for the next launch. Without the fence the last block may read what is not there yet.
//
//   block 0   sum, fence, count: 0
//   block 2   sum, fence, count: 1
//   block 1   sum, fence, count: 2 = blocks - 1: adds partial[0 ... 2]
__global__ void reduce_last_block(const float* __restrict__ x, float* partial, unsigned* counter,
                                  float* __restrict__ result, int n) {
  __shared__ unsigned before;
  const float sum = reduce_block_sum(x, n);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    before = atomicAdd(counter, 1u);
  }
  __syncthreads();
  if (before != gridDim.x - 1) return;
  const ReduceTask<float> partials{partial, nullptr, int(gridDim.x), 0};
  float all = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) all += partial[i];
  all = reduce_shuffles(partials, all);
  if (threadIdx.x > 0) return;
  *result = all;
  *counter = 0;
}

// Lesson grid-sync: One cooperative launch: all blocks of the grid wait for one another once their
// partial sums are written, as cooperative groups' grid.sync() does, and the first block adds them
// up. It reads like two launches in one kernel. All blocks must be on the GPU at once, and all must
// wait, where with a counter only the last one has anything left to do.
__global__ void reduce_grid_sync(const float* __restrict__ x, float* partial, unsigned* arrived,
                                 float* __restrict__ result, int n) {
  const float sum = reduce_block_sum(x, n);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
  grid_barrier(arrived, gridDim.x);
  if (blockIdx.x > 0) return;
  const ReduceTask<float> partials{partial, nullptr, int(gridDim.x), 0};
  float all = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) all += partial[i];
  all = reduce_shuffles(partials, all);
  if (threadIdx.x == 0) *result = all;
}

LIVEWARP_KERNELS_END
