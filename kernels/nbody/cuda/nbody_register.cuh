// Gravity with several bodies in the registers of a thread.
#pragma once

#include "kernels/nbody/cuda/nbody.cuh"

LIVEWARP_KERNELS_BEGIN

/// Sources of a tile. Its length is known to the compiler, which then orders the instructions of
/// four turns as one; a part of the sources that is no multiple of it is filled up with massless
/// ones.
constexpr int nbody_register_tile = 256;

// Lesson register: Register tiling: a thread keeps several bodies in registers, so that one read of
// a source serves them all, and their independent sums hide latency (instruction-level
// parallelism). That leaves few threads: the sources are split over blocks as well, and a second
// kernel adds up the partial sums. More bodies per thread need more registers, which lowers the
// occupancy: find the best point.
//
// Block (x, y) adds up what the sources of part y do to the bodies of group x. The bodies of a
// thread are blockDim.x apart, so that neighbouring threads read neighbouring memory. The compiler
// is told that one block of at most 512 threads is enough for a multiprocessor: it then spends the
// registers on few threads, and orders the instructions so that none waits.
template <class Real, int Items>
__global__ void __launch_bounds__(512, 1)  // 8 bodies in fp64 spill up to 480 bytes
    nbody_register(const NbodyVec4<Real>* __restrict__ position,
                   NbodyVec4<Real>* __restrict__ partial, int first, int last, int n, int sources,
                   Real softening2) {
  using Vec4 = NbodyVec4<Real>;
  constexpr int tile_size = nbody_register_tile;
  __shared__ Vec4 tile[tile_size];
  const int threads = blockDim.x, body = first + blockIdx.x * (threads * Items) + threadIdx.x;
  Vec4 p[Items];
  NbodySum<Real> a[Items];
  LIVEWARP_UNROLL()
  for (int item = 0; item < Items; ++item) p[item] = position[min(body + item * threads, n - 1)];
  const int begin = blockIdx.y * sources, end = min(begin + sources, n);
  for (int start = begin; start < end; start += tile_size) {
    for (int k = threadIdx.x; k < tile_size; k += threads)
      tile[k] = start + k < end ? position[start + k] : Vec4{};
    __syncthreads();
    NbodySum<Real> of_tile[Items];
    LIVEWARP_UNROLL(4)
    for (int k = 0; k < tile_size; ++k) {
      const Vec4 source = tile[k];
      LIVEWARP_UNROLL()
      for (int item = 0; item < Items; ++item)
        nbody_pull(of_tile[item], p[item], source, softening2);
    }
    LIVEWARP_UNROLL()
    for (int item = 0; item < Items; ++item) a[item] += of_tile[item];
    __syncthreads();
  }
  LIVEWARP_UNROLL()
  for (int item = 0; item < Items; ++item) {
    const int i = body + item * threads;
    if (i < last) partial[blockIdx.y * int64(last - first) + (i - first)] = a[item].vec4();
  }
}

LIVEWARP_KERNELS_END
