// Rungs in which a thread adds many elements before the block does: a grid as large as the GPU.
#pragma once

#include "kernels/core/device/block_sum.cuh"
#include "kernels/core/device/cooperative.cuh"
#include "kernels/reduce/reduce_unrolled.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson grid-stride: As many blocks as the GPU holds, whatever n is. A thread adds elements that
// lie a whole grid apart, in a register, and only then the block makes its tree: shared memory,
// barriers and partial sums no longer count. Brent's theorem: a tree costs the fewest operations
// where each of p threads adds n/p elements first. What limits is that a thread waits for each load
// before it asks for the next, of 4 bytes.
__global__ void reduce_grid_stride(const float* __restrict__ x, float* __restrict__ partial,
                                   int n) {
  float* const sums = dynamic_shared<float>();
  const int stride = gridDim.x * blockDim.x;
  float sum = 0;
  LIVEWARP_UNROLL(1)
  for (int64 i = int64(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) sum += x[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  reduce_halves(sums, 32);
  reduce_last_warp(sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

__device__ __forceinline__ float reduce_sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }

/// What a thread adds of n elements: 16 bytes at a load, and four loads before the first addition.
/// They do not wait for one another, so a warp has 2 KB in flight, and memory is kept busy by few
/// warps (Little's law: bytes in flight = bandwidth x latency).
__device__ __forceinline__ float reduce_read_vectors(const float* x, int n) {
  constexpr int loads = 4;
  const float4* const vectors = reinterpret_cast<const float4*>(x);
  const int count = n / 4, thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int64 stride = int64(gridDim.x) * blockDim.x;
  float sums[loads] = {0, 0, 0, 0};
  for (int64 i = thread; i < count; i += loads * stride) {
    float4 some[loads];
    LIVEWARP_UNROLL()
    for (int k = 0; k < loads; ++k)
      some[k] = i + k * stride < count ? load_readonly(vectors + i + k * stride)
                                       : make_float4(0, 0, 0, 0);
    LIVEWARP_UNROLL()
    for (int k = 0; k < loads; ++k) sums[k] += reduce_sum_of(some[k]);
  }
  if (thread < n % 4) sums[0] += x[4 * count + thread];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Lesson vectorized: A load is 16 bytes, float4, and four of them are under way before the first is
// added. A load costs an instruction and a place in a queue, whatever its size, and memory answers
// after some 600 ns: only bytes in flight hide that. From here on memory is the limit, and the rest
// of the ladder is about what comes after the last load.
__global__ void reduce_vectorized(const float* __restrict__ x, float* __restrict__ partial, int n) {
  float* const sums = dynamic_shared<float>();
  sums[threadIdx.x] = reduce_read_vectors(x, n);
  __syncthreads();
  reduce_halves(sums, 32);
  reduce_last_warp(sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

/// The sum, or minimum, over a block of whole warps, in thread 0: shuffles within each warp, one
/// number a warp through shared memory, and shuffles again in the first warp (see block_sum.cuh).
template <class T>
__device__ __forceinline__ T reduce_shuffles(const ReduceTask<T>& task, T mine) {
  return block_combined(task, mine, int(threadIdx.x), int(blockDim.x));
}

// Lesson shuffle: Lanes of a warp read one another's registers by __shfl_down_sync: five steps add
// up 32 numbers, without shared memory and without a barrier. Only one number a warp goes through
// shared memory, and one barrier is left. It works for any type and operation whose order does not
// matter. Eight loads are under way at a time, of one element each.
template <class T>
__global__ void reduce_shuffle(const __grid_constant__ ReduceTask<T> task,
                               T* __restrict__ partial) {
  constexpr int loads = 8;
  const int64 stride = int64(gridDim.x) * blockDim.x;
  const T neutral = task.neutral();
  T mine = neutral;
  for (int64 i = int64(blockIdx.x) * blockDim.x + threadIdx.x; i < task.n; i += loads * stride) {
    T some[loads];
    LIVEWARP_UNROLL()
    for (int k = 0; k < loads; ++k)
      some[k] = i + k * stride < task.n ? task.at(int(i + k * stride)) : neutral;
    LIVEWARP_UNROLL()
    for (int k = 0; k < loads; ++k) mine = task.combined(mine, some[k]);
  }
  mine = reduce_shuffles(task, mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;
}

// Lesson cooperative: The same by cooperative groups: the code names who works together, a block
// and its tiles of 32, and calls functions of those. No mask, no lane, no % 32 is left, and a tile
// of another size is one number changed. What the GPU does is the same as with shuffles, and so is
// the time.
__global__ void reduce_cooperative(const float* __restrict__ x, float* __restrict__ partial,
                                   int n) {
  __shared__ float of_tiles[32];
  const auto block = cooperative_groups::this_thread_block();
  const auto tile = cooperative_groups::tiled_partition<32>(block);
  float sum = reduce_read_vectors(x, n);
  LIVEWARP_UNROLL()
  for (int half = 16; half > 0; half /= 2) sum += tile.shfl_down(sum, half);
  if (tile.thread_rank() == 0) of_tiles[tile.meta_group_rank()] = sum;
  block.sync();
  if (tile.meta_group_rank() > 0) return;
  sum = tile.thread_rank() < tile.meta_group_size() ? of_tiles[tile.thread_rank()] : 0.0f;
  LIVEWARP_UNROLL()
  for (int half = 16; half > 0; half /= 2) sum += tile.shfl_down(sum, half);
  if (tile.thread_rank() == 0) partial[blockIdx.x] = sum;
}

LIVEWARP_KERNELS_END
