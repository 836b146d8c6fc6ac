// What the kernels of a reduction share, and the first rungs: a tree of additions in shared memory.
//
//   a0  a1  a2  a3  a4  a5  a6  a7     a block's elements, one a thread
//     \ |     \ |     \ |     \ |
//      s01     s23     s45     s67     half as many sums at each step
//        \    /          \    /
//         s0-3            s4-7
//             \          /
//                s0-7                  the partial sum of the block
//
// Each block writes one partial sum; the kernel is then called again on those, until one is left.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

__device__ __forceinline__ float reduce_smaller(float a, float b) { return fminf(a, b); }
__device__ __forceinline__ double reduce_smaller(double a, double b) { return fmin(a, b); }
__device__ __forceinline__ int reduce_smaller(int a, int b) { return min(a, b); }

/// What is made of elements of x: their sum; with y the sum of products; or the minimum.
template <class T>
struct ReduceTask {
  const T *x, *y;  ///< y of a dot product, else null
  int n;
  int minimum;

  /// What changes nothing: of a minimum any element, since twice the same has the same minimum.
  __device__ __forceinline__ T neutral() const { return minimum ? x[0] : T(0); }
  __device__ __forceinline__ T at(int i) const { return y ? x[i] * y[i] : x[i]; }
  __device__ __forceinline__ T combined(T a, T b) const {
    return minimum ? reduce_smaller(a, b) : a + b;
  }
};

// Lesson interleaved: Where everybody begins. A thread loads an element, and at each step those
// whose number is a multiple of 2, 4, 8 … add a neighbour's sum. Divergence is the limit: every
// warp goes through every step with half, a quarter, an eighth of its lanes, and % is a slow
// instruction. See the active lanes in the lens.
//
//   thread   0   1   2   3   4   5   6   7
//   step 1   +=  .   +=  .   +=  .   +=  .
//   step 2   +=  .   .   .   +=  .   .   .
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

// Lesson strided: The same tree, but the first threads do all the work: thread t adds the pair at
// 2 t, 4 t, 8 t …. Whole warps are busy or done, so nothing diverges any more. Bank conflicts are
// the limit now: neighbouring lanes read 2, 4, 8 … words apart, and up to 32 of them meet in one of
// the 32 banks. The lens shows the wavefronts of each request.
__global__ void reduce_strided(const float* __restrict__ x, float* __restrict__ partial, int n) {
  float* const sums = dynamic_shared<float>();
  const int thread = threadIdx.x, i = blockIdx.x * blockDim.x + thread;
  sums[thread] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (int step = 1; step < int(blockDim.x); step *= 2) {
    const int first = 2 * step * thread;
    if (first + step < int(blockDim.x)) sums[first] += sums[first + step];
    __syncthreads();
  }
  if (thread == 0) partial[blockIdx.x] = sums[0];
}

/// Adds up a block's sums by halves: those of the upper half go to the lower one. All threads of
/// the block call it, a power of two of them, when all have written theirs.
__device__ __forceinline__ void reduce_halves(float* sums, int last) {
  for (int half = blockDim.x / 2; half > last; half /= 2) {
    if (int(threadIdx.x) < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
}

// Lesson sequential: Sequential addressing: thread t adds the element half a block further on.
// Neighbouring lanes read neighbouring words, so no two meet in a bank. What limits is that half of
// the threads do nothing but load one element each, and are idle from the first step on.
//
//   step 1   0   1   2   3 | 4   5   6   7     0 += 4   1 += 5   2 += 6   3 += 7
//   step 2   0   1 | 2   3                     0 += 2   1 += 3
__global__ void reduce_sequential(const float* __restrict__ x, float* __restrict__ partial, int n) {
  float* const sums = dynamic_shared<float>();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = i < n ? x[i] : 0.0f;
  __syncthreads();
  reduce_halves(sums, 0);
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

/// The sum of this thread's two elements: its own, and that a block further on.
__device__ __forceinline__ float reduce_pair(const float* x, int n) {
  const int i = blockIdx.x * 2 * blockDim.x + threadIdx.x, j = i + blockDim.x;
  return (i < n ? x[i] : 0.0f) + (j < n ? x[j] : 0.0f);
}

// Lesson first-add: The first addition happens on loading: a block takes twice as many elements,
// and half as many blocks are launched. Each thread has two loads in flight, and none is idle in
// the first step. The limit is instructions: loop, address and barrier cost more than the addition
// that they are for.
__global__ void reduce_first_add(const float* __restrict__ x, float* __restrict__ partial, int n) {
  float* const sums = dynamic_shared<float>();
  sums[threadIdx.x] = reduce_pair(x, n);
  __syncthreads();
  reduce_halves(sums, 0);
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

LIVEWARP_KERNELS_END
