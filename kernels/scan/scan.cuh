// What the kernels of a scan share, and the first rungs: a block scans its elements in shared
// memory, and writes their sum. The sums of all blocks are scanned in the same way, and then every
// element gets the sum of the blocks before its own.
//
//   elements         3  1  7  0 | 4  1  6  3 | 2  5
//   scanned blocks   3  4 11 11 | 4  5 11 14 | 2  7      their sums: 11 14 7
//   sums before                 0         11         25  their exclusive scan
//   result           3  4 11 11  15 16 22 25  27 32
//
// Inclusive: element i of the result is the sum up to element i. Exclusive: of those before it.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Elements, their scan, and the sum of each block (null where there is one block). `out` may be
/// `in`: a block reads its elements before it writes.
struct ScanTask {
  const float* in;
  float *out, *sums;
  int n;
  int exclusive;
};

// Lesson hillis-steele: Doubling: each element adds the one 1 place before it, then 2, 4, 8 …
// places, and after log2 n steps it has them all. Simple, and no lane is idle; but n log n
// additions where one after another would need n. Two arrays in turn, since another thread may
// still want what one overwrites. A barrier a step is the limit; see the steps in the picture.
//
//   elements   3   1   7   0   4   1   6   3
//   1 before   3   4   8   7   4   5   7   9
//   2 before   3   4  11  11  12  12  11  14
//   4 before   3   4  11  11  15  16  22  25
__global__ void scan_hillis_steele(const __grid_constant__ ScanTask task) {
  float* from = dynamic_shared<float>();
  float* to = from + blockDim.x;
  const int thread = threadIdx.x, i = blockIdx.x * blockDim.x + thread;
  from[thread] = i < task.n ? task.in[i] : 0.0f;
  __syncthreads();
  for (int before = 1; before < int(blockDim.x); before *= 2) {
    const float own = from[thread];
    to[thread] = thread >= before ? from[thread - before] + own : own;
    __syncthreads();
    float* const other = from;
    from = to;
    to = other;
  }
  const int up_to = task.exclusive ? thread - 1 : thread;
  if (i < task.n) task.out[i] = up_to >= 0 ? from[up_to] : 0.0f;
  if (task.sums && thread == 0) task.sums[blockIdx.x] = from[blockDim.x - 1];
}

/// Where element i of a tree lies in shared memory: with a word left out after each 32, elements
/// that are a multiple of 32 apart lie in different banks.
template <bool Padded>
__device__ __forceinline__ int scan_place(int i) {
  return Padded ? i + i / 32 : i;
}

/// Two elements a thread, scanned by a tree: up, sums of pairs of pairs; down, each node hands its
/// left child what comes before it, and its right child that and the left child's sum.
template <bool Padded>
__device__ __forceinline__ void scan_by_tree(const ScanTask& task) {
  float* const sums = dynamic_shared<float>();
  const int thread = threadIdx.x, size = 2 * blockDim.x, first = blockIdx.x * size;
  const int left = first + thread, right = left + blockDim.x;
  const float a = left < task.n ? task.in[left] : 0.0f, b = right < task.n ? task.in[right] : 0.0f;
  const int place_a = scan_place<Padded>(thread), place_b = scan_place<Padded>(thread + blockDim.x);
  sums[place_a] = a;
  sums[place_b] = b;
  for (int apart = 1; apart < size; apart *= 2) {
    const int node = 2 * apart * (thread + 1) - 1;
    __syncthreads();
    if (node < size) sums[scan_place<Padded>(node)] += sums[scan_place<Padded>(node - apart)];
  }
  __syncthreads();
  if (thread == 0) {
    float& root = sums[scan_place<Padded>(size - 1)];
    if (task.sums) task.sums[blockIdx.x] = root;
    root = 0;
  }
  for (int apart = size / 2; apart > 0; apart /= 2) {
    const int node = 2 * apart * (thread + 1) - 1;
    __syncthreads();
    if (node < size) {
      float &of_left = sums[scan_place<Padded>(node - apart)],
            &of_right = sums[scan_place<Padded>(node)];
      const float before = of_right;
      of_right = before + of_left;
      of_left = before;
    }
  }
  __syncthreads();
  if (left < task.n) task.out[left] = sums[place_a] + (task.exclusive ? 0.0f : a);
  if (right < task.n) task.out[right] = sums[place_b] + (task.exclusive ? 0.0f : b);
}

// Lesson blelloch: A tree up and down, for 2 n additions in place of n log n: what an algorithm for
// many processors should cost. The tree is held in place, so that its nodes stand 2, 4, 8 … words
// apart: up to 32 lanes meet in one of the 32 banks, and half of the threads are idle after each
// step. The lens shows the wavefronts of each request, which eat what the tree saves.
//
//   up     3   1   7   0      3   4   7   7      3   4   7  11
//   down   3   4   7   0      3   0   7   4      0   3   4  11
__global__ void scan_blelloch(const __grid_constant__ ScanTask task) { scan_by_tree<false>(task); }

// Lesson padded: The same tree with a word left out after each 32: words that are 32 apart now lie
// in neighbouring banks, and hardly any two lanes meet. One addition and a shift for each index,
// and 3 % more shared memory, save most of the wavefronts: compare the two in the lens. The
// barriers stay, two for each step of the tree.
__global__ void scan_padded(const __grid_constant__ ScanTask task) { scan_by_tree<true>(task); }

/// The sum of a value over the lanes up to this one.
__device__ __forceinline__ float scan_lanes(float value) {
  const int lane = threadIdx.x % 32;
  LIVEWARP_UNROLL()
  for (int before = 1; before < 32; before *= 2) {
    const float other = __shfl_up_sync(0xffffffffu, value, before);
    if (lane >= before) value += other;
  }
  return value;
}

/// What lies before this thread's warp in the block, when each warp has given its sum; all threads
/// learn the sum of the block. For all of the block, once in a kernel.
struct ScanOfWarps {
  float before, all;
  __device__ __forceinline__ explicit ScanOfWarps(float of_warp) {
    __shared__ float sums[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 31) sums[warp] = of_warp;
    __syncthreads();
    const float scanned = scan_lanes(lane < int(blockDim.x) / 32 ? sums[lane] : 0.0f);
    all = __shfl_sync(0xffffffffu, scanned, 31);
    before = __shfl_sync(0xffffffffu, scanned, (warp + 31) % 32);
    if (warp == 0) before = 0;
  }
};

// Lesson shuffle: Doubling again, but within a warp, by shuffles: lanes read one another's
// registers, five steps scan 32 elements, and no barrier is needed. The 32 sums of warps, through
// shared memory, are scanned in the same way by every warp. One barrier is left of a dozen. What
// limits now is memory: the sums are written, read again, and written again.
__global__ void scan_shuffle(const __grid_constant__ ScanTask task) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = i < task.n ? task.in[i] : 0.0f;
  const float up_to = scan_lanes(own);
  const float before_lane = __shfl_up_sync(0xffffffffu, up_to, 1);
  const ScanOfWarps warps(up_to);
  if (i < task.n) {
    const float of_lanes = !task.exclusive ? up_to : threadIdx.x % 32 > 0 ? before_lane : 0.0f;
    task.out[i] = warps.before + of_lanes;
  }
  if (task.sums && threadIdx.x == 0) task.sums[blockIdx.x] = warps.all;
}

/// Adds to the elements of each part, `share` of them, what comes before it. The first gets none.
__global__ void scan_add(float* __restrict__ out, const float* __restrict__ before, int n,
                         int share) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i >= share) out[i] += before[i / share];
}

LIVEWARP_KERNELS_END
