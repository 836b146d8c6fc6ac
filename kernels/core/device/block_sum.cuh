// What a kernel ends in that finds one number of many: the sum over its block, by shuffles, and
// over its grid, by the last block. The ladder of kernels/reduce arrives at them step by step; they
// stand here for kernels that find a sum beside their work.
//
//   lanes of a warp    shuffles, five steps           32 numbers become one, in registers
//   warps of a block   shared memory, shuffles again  a barrier in between
//   blocks of a grid   global memory, a counter       the last to arrive adds them up
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// All threads' numbers as one, in thread 0: by `operation.combined(a, b)`, of which
/// `operation.neutral()` changes nothing. All threads of the block call it, whole warps of them.
/// Barrier before the next call: the first warp may still be reading.
template <class Operation, class T>
__device__ __forceinline__ T block_combined(const Operation& operation, T mine, int thread,
                                            int threads) {
  __shared__ T of_warps[32];
  const int lane = thread % 32, warp = thread / 32;
  LIVEWARP_UNROLL()
  for (int half = 16; half > 0; half /= 2)
    mine = operation.combined(mine, __shfl_down_sync(0xffffffffu, mine, half));
  if (lane == 0) of_warps[warp] = mine;
  __syncthreads();
  if (warp > 0) return mine;
  mine = lane < threads / 32 ? of_warps[lane] : operation.neutral();
  LIVEWARP_UNROLL()
  for (int half = 16; half > 0; half /= 2)
    mine = operation.combined(mine, __shfl_down_sync(0xffffffffu, mine, half));
  return mine;
}

template <class T>
struct Addition {
  __device__ __forceinline__ T combined(T a, T b) const { return a + b; }
  __device__ __forceinline__ T neutral() const { return T(0); }
};

/// Of a block of one or two dimensions.
__device__ __forceinline__ int thread_of_block() {
  return int(threadIdx.y * blockDim.x + threadIdx.x);
}
__device__ __forceinline__ int threads_of_block() { return int(blockDim.x * blockDim.y); }

/// The sum over the block, in its thread 0.
template <class T>
__device__ __forceinline__ T block_sum(T mine) {
  return block_combined(Addition<T>{}, mine, thread_of_block(), threads_of_block());
}

/// Where blocks bring their sums together.
struct GridTotal {
  double* partial;    ///< room for `numbers` of every block
  unsigned* counter;  ///< of blocks that have arrived: 0 before a step, and left at 0
  double* sums;       ///< what comes out
};

/// Adds up what the threads of a grid have found, of several launches together: this is block
/// number `block` of `blocks` in all, which each come here once, with all their threads. True in
/// the one thread that has written `total.sums`, when all is done. In a fixed order, so that the
/// same numbers always have the same sum.
///
/// Each block writes its sums, makes them visible to all by __threadfence, and counts itself; who
/// counts last knows that all others have written (see the lesson last-block of reduce).
template <int Numbers>
__device__ __forceinline__ bool grid_sum(const double (&mine)[Numbers], int block, int blocks,
                                         const GridTotal& total) {
  __shared__ unsigned before;
  const int thread = thread_of_block(), threads = threads_of_block();
  LIVEWARP_UNROLL()
  for (int k = 0; k < Numbers; ++k) {
    const double sum = block_sum(mine[k]);
    if (thread == 0) total.partial[k * blocks + block] = sum;
    __syncthreads();
  }
  if (thread == 0) {
    __threadfence();
    before = atomicAdd(total.counter, 1u);
  }
  __syncthreads();
  if (before != unsigned(blocks) - 1) return false;
  LIVEWARP_UNROLL()
  for (int k = 0; k < Numbers; ++k) {
    double all = 0;
    for (int i = thread; i < blocks; i += threads) all += total.partial[k * blocks + i];
    all = block_sum(all);
    if (thread == 0) total.sums[k] = all;
    __syncthreads();
  }
  if (thread == 0) *total.counter = 0;
  return thread == 0;
}

LIVEWARP_KERNELS_END
