// Kernels that prove the executor: each uses one thing that it must get right. Valid for nvcc and
// NVRTC too, as every kernel of the project.
#pragma once

#include "kernels/core/device/published.cuh"

LIVEWARP_KERNELS_BEGIN

/// Every thread writes what it sees of itself, in a grid of three dimensions.
__global__ void write_indices(uint4* out) {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[block * threads + thread] = make_uint4(threadIdx.x, threadIdx.y, threadIdx.z, block);
}

__global__ void add(const float* __restrict__ a, const float* __restrict__ b, float* c, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) c[i] = load_readonly(a + i) + b[i];
}

/// Mirrors each block's part of `data`; without the barrier a thread reads what is not written yet.
template <bool WithBarrier>
__global__ void mirror(int* data) {
  __shared__ int tile[256];
  const unsigned first = blockIdx.x * blockDim.x;
  tile[threadIdx.x] = data[first + threadIdx.x];
  if (WithBarrier) __syncthreads();
  data[first + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

/// Sum of n numbers per block by a tree in dynamic shared memory, for any block size.
__global__ void sum_tree(const double* in, int n, double* sums) {
  double* part = dynamic_shared<double>();
  const int block = static_cast<int>(blockDim.x), thread = static_cast<int>(threadIdx.x);
  double sum = 0;
  for (int i = thread; i < n; i += block) sum += in[i];
  part[thread] = sum;
  for (int count = block; count > 1;) {
    const int half = (count + 1) / 2;
    __syncthreads();
    if (thread + half < count) part[thread] += part[thread + half];
    count = half;
  }
  if (thread == 0) sums[blockIdx.x] = part[0];
}

/// Three blocks' worth of threads meet `rounds` times; in round r those below a falling limit
/// leave.
__global__ void leave_one_by_one(int* rounds_seen, int* came) {
  const int thread = static_cast<int>(threadIdx.x), block = static_cast<int>(blockDim.x);
  int* seen = rounds_seen + blockIdx.x * blockDim.x;
  for (int round = 0; round <= thread; ++round) {
    const int count = __syncthreads_count(1);
    if (thread == block - 1) came[static_cast<int>(blockIdx.x) * block + round] = count;
    ++seen[thread];
  }
}

enum class Shuffle { index, up, down, exclusive };

template <Shuffle Kind, class T>
__global__ void shuffle(const T* in, T* out, int operand, int width) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned all = 0xffffffffu;
  T value = in[i];
  if (Kind == Shuffle::index) value = __shfl_sync(all, value, operand, width);
  if (Kind == Shuffle::up)
    value = __shfl_up_sync(all, value, static_cast<unsigned>(operand), width);
  if (Kind == Shuffle::down) {
    value = __shfl_down_sync(all, value, static_cast<unsigned>(operand), width);
  }
  if (Kind == Shuffle::exclusive) value = __shfl_xor_sync(all, value, operand, width);
  out[i] = value;
}

/// Two halves of a warp that go different ways and exchange within their own half.
__global__ void shuffle_in_halves(int* data) {
  const unsigned lane = threadIdx.x & 31u;
  int value = data[threadIdx.x];
  if (lane < 16) {
    for (int d = 8; d > 0; d /= 2) value += __shfl_xor_sync(0x0000ffffu, value, d);
  } else {
    for (int d = 1; d < 16; d *= 2) {
      const int other = __shfl_xor_sync(0xffff0000u, value, d);
      value = max(value, other);
    }
    __syncwarp(0xffff0000u);
  }
  data[threadIdx.x] = value;
}

/// Reads a lane beyond the end of the block, which never existed.
__global__ void shuffle_from_nowhere(float* out) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffffu, 1.0f, 1);
}

__global__ void vote(const int* in, unsigned* ballot, int* any, int* all) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned mask = 0xffffffffu;
  ballot[i] = __ballot_sync(mask, in[i]);
  any[i] = __any_sync(mask, in[i]);
  all[i] = __all_sync(mask, in[i]);
}

template <class T>
__global__ void match_lanes(const T* in, unsigned* equals) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  equals[i] = __match_any_sync(0xffffffffu, in[i]);
}

/// Odd and even lanes each ask among themselves.
__global__ void match_apart(const int* in, unsigned* equals) {
  const unsigned mask = threadIdx.x % 2 ? 0xaaaaaaaau : 0x55555555u;
  equals[threadIdx.x] = __match_any_sync(mask, in[threadIdx.x]);
}

__global__ void block_vote(const int* in, int* count, int* all, int* any) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  count[i] = __syncthreads_count(in[i]);
  all[i] = __syncthreads_and(in[i]);
  any[i] = __syncthreads_or(in[i]);
}

/// A warp's exchange through shared memory, once with the barrier of a warp and once without.
template <bool WithBarrier>
__global__ void rotate_in_warp(int* data) {
  __shared__ int slot[64];
  const unsigned t = threadIdx.x, warp = t & ~31u;
  for (int round = 0; round < 5; ++round) {
    slot[t] = data[t];
    if (WithBarrier) __syncwarp();
    data[t] = slot[warp + ((t + 1) & 31u)];
    if (WithBarrier) __syncwarp();
  }
}

struct Tally {
  int added, largest, smallest, swapped;
  unsigned bits;
  float real;
  unsigned long long big;
};

__global__ void tally(Tally* t, const int* values, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  atomicAdd(&t->added, values[i]);
  atomicMax(&t->largest, values[i]);
  atomicMin(&t->smallest, values[i]);
  atomicAdd(&t->real, 0.5f);
  atomicAdd(&t->big, 3000000000ull);
  atomicOr(&t->bits, 1u << (i % 32));
  int seen = t->swapped;  // counts by compare-and-swap
  for (;;) {
    const int before = atomicCAS(&t->swapped, seen, seen + 1);
    if (before == seen) break;
    seen = before;
  }
}

__constant__ float4 filter_taps[7];

__global__ void apply_taps(const float* x, float* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  float sum = 0;
  LIVEWARP_UNROLL(7)
  for (int k = 0; k < 7; ++k) sum = fmaf(filter_taps[k].x, x[i], sum) + filter_taps[k].w;
  out[i] = sum;
}

/// What shared memory holds before anybody wrote to it; then all of it is written.
__global__ void read_unwritten(float* from_dynamic, float* from_static) {
  __shared__ float own[64];
  float* const given = dynamic_shared<float>();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  from_dynamic[i] = given[threadIdx.x];
  from_static[i] = own[threadIdx.x];
  given[threadIdx.x] = own[threadIdx.x] = 1.0f;
}

/// A counter of the block's own.
__global__ void count_in_block(int* counts, int spin) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  for (int i = 0; i < spin; ++i) atomicAdd(&counter, 1);
  __syncthreads();
  counts[blockIdx.x * blockDim.x + threadIdx.x] = counter;
}

/// Even threads wait at the barrier, odd ones at a shuffle that names all.
__global__ void wait_for_ever(int* data) {
  if (threadIdx.x % 2 == 0) __syncthreads();
  data[threadIdx.x] = __shfl_sync(0xffffffffu, data[threadIdx.x], 0);
}

__global__ void mixed_barriers(int* data) {
  if (threadIdx.x < 7) {
    __syncthreads();
  } else {
    data[0] = __syncthreads_or(1);
  }
}

__global__ void mask_without_self(int* data) {
  data[threadIdx.x] = static_cast<int>(__ballot_sync(0x0000000fu, 1));
}

/// Each block waits until the one before it has written its number of blocks, and writes its own.
__device__ __forceinline__ void count_on(uint64* words, unsigned block) {
  if (threadIdx.x > 0) return;
  uint64 before = 0;
  if (block > 0)
    while ((before = load_relaxed(words + block - 1)) == 0) spin_pause();
  store_relaxed(words + block, before + 1);
}
__global__ void count_by_index(uint64* words) { count_on(words, blockIdx.x); }

/// The same by a number that counts blocks as they begin. `fail`: the first one never writes its.
__global__ void count_by_ticket(uint64* words, unsigned* ticket, int fail) {
  __shared__ unsigned block;
  if (threadIdx.x == 0) block = atomicAdd(ticket, 1u);
  __syncthreads();
  if (fail && block == 0) __syncwarp(0u);
  count_on(words, block);
}

/// Waits for what nobody writes.
__global__ void wait_for_nobody(const uint64* word) {
  while (load_relaxed(word) == 0) spin_pause();
}

/// All-pairs softened gravity through tiles in shared memory: what the executor is used for most.
/// bodies[i] = (x, y, z, mass); n must be a multiple of the block size.
__global__ void gravity_tiles(const float4* __restrict__ bodies, float3* out, int n,
                              float softening2) {
  float4* tile = dynamic_shared<float4>();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += static_cast<int>(blockDim.x)) {
    tile[threadIdx.x] = bodies[first + static_cast<int>(threadIdx.x)];
    __syncthreads();
    LIVEWARP_UNROLL(8)
    for (unsigned j = 0; j < blockDim.x; ++j) {
      const float4 b = tile[j];
      const float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
      const float inverse = fast_rsqrt(dx * dx + dy * dy + dz * dz + softening2);
      const float s = b.w * inverse * inverse * inverse;
      ax += s * dx;
      ay += s * dy;
      az += s * dz;
    }
    __syncthreads();
  }
  out[i] = make_float3(ax, ay, az);
}

LIVEWARP_KERNELS_END
