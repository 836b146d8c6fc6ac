// Gravity with sources that many threads read from a nearer place than global memory: shared
// memory, another lane's registers, constant memory.
#pragma once

#include "kernels/nbody/cuda/nbody.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson shared: A block copies a tile of sources into shared memory, and all its threads read them
// from there: global traffic falls by the block size. One barrier lets nobody read before the tile
// is complete, the other lets nobody overwrite it before all have read. The last tile is padded
// with massless bodies, so any number of bodies works.
//
// The barriers stand outside the loop over the tile, and every thread reaches them, also the
// threads beyond the last body. Sums by tiles also round less than one long sum.
template <class Real, class Arithmetic>
__global__ void nbody_shared(const NbodyVec4<Real>* __restrict__ position,
                             NbodyVec4<Real>* __restrict__ velocity,
                             NbodyVec4<Real>* __restrict__ acceleration, int first, int last, int n,
                             Real kick, Real softening2) {
  using Vec4 = NbodyVec4<Real>;
  Vec4* tile = dynamic_shared<Vec4>();
  const int tile_size = blockDim.x;
  const int i = first + blockIdx.x * tile_size + threadIdx.x;
  const Vec4 p = position[min(i, n - 1)];
  NbodySum<Real> a;
  for (int start = 0; start < n; start += tile_size) {
    const int j = start + threadIdx.x;
    tile[threadIdx.x] = j < n ? position[j] : Vec4{};
    __syncthreads();
    NbodySum<Real> of_tile;
    LIVEWARP_UNROLL(16)
    for (int k = 0; k < tile_size; ++k) {
      const Vec4 source = tile[k];
      nbody_pull<Arithmetic>(of_tile, p, source, softening2);
    }
    a += of_tile;
    __syncthreads();
  }
  if (i < last) nbody_finish(i, a, kick, velocity, acceleration);
}

/// Blocks of 256 threads that a multiprocessor can hold at once. GPUs of compute capability 7.5
/// hold 1,024 threads, others 1,536 or 2,048 (CUDA C++ Programming Guide, Technical
/// Specifications).
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
constexpr int nbody_most_blocks = 4;
#elif defined(__CUDA_ARCH__) &&                                                                    \
    ((__CUDA_ARCH__ != 800 && __CUDA_ARCH__ < 900) || __CUDA_ARCH__ >= 1200)
constexpr int nbody_most_blocks = 6;
#else
constexpr int nbody_most_blocks = 8;
#endif

/// Sources of a tile whose length the compiler knows.
constexpr int nbody_unrolled_tile = 256;

// Lesson unrolled: The shared tile with a loop that the compiler unrolls: fewer comparisons and
// branches, more loads in flight, and each of them waits in a register. Launch bounds say how many
// blocks of 256 threads shall fit a multiprocessor, and so how many registers a thread may take.
// Ask for too many blocks and what finds no register is spilled to memory: look at registers and
// spills beside the time.
template <int Unroll, int Blocks>
__global__ void __launch_bounds__(256, Blocks < nbody_most_blocks ? Blocks : nbody_most_blocks)
    nbody_unrolled(const float4* __restrict__ position, float4* __restrict__ velocity,
                   float4* __restrict__ acceleration, int first, int last, int n, float kick,
                   float softening2) {
  __shared__ float4 tile[nbody_unrolled_tile];
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  const float4 p = position[min(i, n - 1)];
  NbodySum<float> a;
  for (int start = 0; start < n; start += nbody_unrolled_tile) {
    for (int k = threadIdx.x; k < nbody_unrolled_tile; k += blockDim.x)
      tile[k] = start + k < n ? position[start + k] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
    NbodySum<float> of_tile;
    LIVEWARP_UNROLL(Unroll)
    for (int k = 0; k < nbody_unrolled_tile; ++k) {
      const float4 source = tile[k];
      nbody_pull(of_tile, p, source, softening2);
    }
    a += of_tile;
    __syncthreads();
  }
  if (i < last) nbody_finish(i, a, kick, velocity, acceleration);
}

// Lesson shuffle: Each lane of a warp loads one source, keeps it in its registers and broadcasts it
// to all 32 by shuffles: no shared memory, no barrier. But a shuffle moves four bytes, so a source
// takes four of them, and shuffles use the very path that leads to shared memory. Barriers saved
// against requests made: measure.
//
// Lanes beyond the last body take part as well, since all 32 are asked.
__global__ void nbody_shuffle(const float4* __restrict__ position, float4* __restrict__ velocity,
                              float4* __restrict__ acceleration, int first, int last, int n,
                              float kick, float softening2) {
  constexpr unsigned all = 0xffffffffu;
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const float4 p = position[min(i, n - 1)];
  NbodySum<float> a;
  for (int start = 0; start < n; start += 32) {
    const int j = start + lane;
    const float4 mine = j < n ? position[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    NbodySum<float> partial_sum;
    LIVEWARP_UNROLL()
    for (int k = 0; k < 32; ++k) {
      const float4 source = make_float4(__shfl_sync(all, mine.x, k), __shfl_sync(all, mine.y, k),
                                        __shfl_sync(all, mine.z, k), __shfl_sync(all, mine.w, k));
      nbody_pull(partial_sum, p, source, softening2);
    }
    a += partial_sum;
  }
  if (i < last) nbody_finish(i, a, kick, velocity, acceleration);
}

/// Sources that a launch finds in constant memory, 32 KiB of the 64 that there are.
constexpr int nbody_constant_sources = 2048;
__constant__ float4 nbody_constant[nbody_constant_sources];

// Lesson constant: Sources in constant memory, whose cache broadcasts one address to all lanes at
// once, about as fast as a register: what every thread wants here. It holds 64 KiB, so sources come
// in portions of 2,048, each with a copy and a launch of its own, and sums wait in global memory
// meanwhile. Small systems have few threads: then the launches are too short to be worth it.
//
// Lanes that ask for different addresses are served one after the other: then it is the slowest
// memory there is.
__global__ void nbody_constant_tile(const float4* __restrict__ position,
                                    float4* __restrict__ velocity,
                                    float4* __restrict__ acceleration, int first, int last,
                                    int count, bool begins, bool ends, float kick,
                                    float softening2) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last) return;
  const float4 p = position[i];
  NbodySum<float> a;
  if (!begins) {
    const float4 so_far = acceleration[i];
    a = {so_far.x, so_far.y, so_far.z};
  }
  NbodySum<float> partial_sum;
  LIVEWARP_UNROLL(8)
  for (int k = 0; k < count; ++k) {
    const float4 source = nbody_constant[k];
    nbody_pull(partial_sum, p, source, softening2);
  }
  a += partial_sum;
  if (ends)
    nbody_finish(i, a, kick, velocity, acceleration);
  else
    acceleration[i] = a.vec4();
}

LIVEWARP_KERNELS_END
