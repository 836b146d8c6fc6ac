// Rungs that save instructions: steps of the tree without a loop, and without barriers.
#pragma once

#include "kernels/reduce/reduce.cuh"

LIVEWARP_KERNELS_BEGIN

/// The last steps, from 64 sums to one, by the first warp: its lanes wait for one another alone. A
/// lane writes only after all have read, since another may still want what it overwrites. Old code
/// has no __syncwarp and trusts that a warp runs in lockstep: since Volta it need not.
__device__ __forceinline__ void reduce_last_warp(float* sums) {
  const int lane = threadIdx.x;
  if (lane >= 32) return;
  float sum = sums[lane];
  LIVEWARP_UNROLL()
  for (int half = 32; half > 0; half /= 2) {
    sum += sums[lane + half];
    __syncwarp();
    sums[lane] = sum;
    __syncwarp();
  }
}

// Lesson last-warp: Once 32 threads are left, they are one warp: no barrier of the block is needed
// any more, __syncwarp is enough, and the last six steps are written out without a loop. The other
// warps are done and make room. The steps before still pay for a loop, because the compiler does
// not know how large the block is.
__global__ void reduce_unroll_last(const float* __restrict__ x, float* __restrict__ partial,
                                   int n) {
  float* const sums = dynamic_shared<float>();
  sums[threadIdx.x] = reduce_pair(x, n);
  __syncthreads();
  reduce_halves(sums, 32);
  reduce_last_warp(sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

// Lesson templated: The block's size is a template argument, so that the compiler knows every step:
// no loop is left, and steps that a block of this size has not are not even there. The price is a
// kernel for each size: here one. Instructions are no longer the limit; now it is that a block
// lives for two loads a thread, and spends its time beginning and ending.
template <int Block>
__global__ void reduce_templated(const float* __restrict__ x, float* __restrict__ partial, int n) {
  float* const sums = dynamic_shared<float>();
  sums[threadIdx.x] = reduce_pair(x, n);
  __syncthreads();
  LIVEWARP_UNROLL()
  for (int half = Block / 2; half > 32; half /= 2) {
    if (int(threadIdx.x) < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  reduce_last_warp(sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

LIVEWARP_KERNELS_END
