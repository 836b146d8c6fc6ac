// Gravity read source by source from global memory, in several layouts.
#pragma once

#include "kernels/nbody/nbody.cuh"

LIVEWARP_KERNELS_BEGIN

/// Bodies as they lie in the state, four numbers side by side: one request of 16 bytes a source.
template <class Real>
struct NbodyAsFours {
  const NbodyFour<Real>* position;
  __device__ __forceinline__ NbodyFour<Real> operator[](int i) const { return position[i]; }
};
/// The same, through the read-only path: nobody writes there while the kernel runs, and the kernel says so.
struct NbodyReadOnly {
  const float4* position;
  __device__ __forceinline__ float4 operator[](int i) const { return load_readonly(position + i); }
};
/// An array of structures of three floats, and the masses: no 12 bytes can be read at once.
struct NbodyPacked {
  const float3* place;
  const float* mass;
  __device__ __forceinline__ float4 operator[](int i) const {
    const float3 p = place[i];
    return make_float4(p.x, p.y, p.z, mass[i]);
  }
};
/// A structure of four arrays.
struct NbodyArrays {
  const float *x, *y, *z, *mass;
  __device__ __forceinline__ float4 operator[](int i) const {
    return make_float4(x[i], y[i], z[i], mass[i]);
  }
};

// Brings the state's positions into packed structures.
__global__ void nbody_to_packed(const float4* __restrict__ position, float3* __restrict__ place,
                                float* __restrict__ mass, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 p = position[i];
  place[i] = make_float3(p.x, p.y, p.z);
  mass[i] = p.w;
}

// Brings the state's positions into four arrays.
__global__ void nbody_to_arrays(const float4* __restrict__ position, float* __restrict__ x,
                                float* __restrict__ y, float* __restrict__ z,
                                float* __restrict__ mass, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 p = position[i];
  x[i] = p.x;
  y[i] = p.y;
  z[i] = p.z;
  mass[i] = p.w;
}

// Lesson: the obvious kernel. One thread computes one body and reads all n sources from global
// memory. Counted naively that is 16 bytes for 20 operations, far too little arithmetic for the
// memory. But all threads of a warp want the same source at the same time: one request serves 32
// of them, and the caches hold the source for the next warp. Measure before you call it memory bound.
// How the sources lie changes how many requests one of them takes: one for four numbers side by side, four
// for three numbers and a mass, or for four arrays.
// Each addition rounds in proportion to the sum so far, so sums over a thousand sources are added up:
// over a million in one go the error would be twenty times as large.
template <class Real, class Arithmetic, class Sources>
__global__ void nbody_naive(const __grid_constant__ Sources sources, NbodyFour<Real>* velocity,
                            NbodyFour<Real>* acceleration, int first, int last, int n, Real kick,
                            Real softening2) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last) return;
  const NbodyFour<Real> p = sources[i];
  NbodySum<Real> a;
  for (int start = 0; start < n; start += 1024) {
    NbodySum<Real> of_some;
    for (int j = start; j < min(start + 1024, n); ++j)
      nbody_pull<Arithmetic>(of_some, p, sources[j], softening2);
    a += of_some;
  }
  nbody_finish(i, a, kick, velocity, acceleration);
}

LIVEWARP_KERNELS_END
