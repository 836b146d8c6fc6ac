// Gravity read source by source from global memory, in several layouts.
#pragma once

#include "kernels/nbody/cuda/nbody.cuh"

LIVEWARP_KERNELS_BEGIN

/// Bodies as they lie in the state, four numbers side by side: one request of 16 bytes a source.
template <class Real>
struct NbodyAsVec4 {
  const NbodyVec4<Real>* position;
  __device__ __forceinline__ NbodyVec4<Real> operator[](int i) const { return position[i]; }
};
// Lesson readonly: The naive kernel with one promise more: nobody writes the sources while it runs.
// Loads may then go through the read-only data cache (__ldg), once a cache of its own, and the
// compiler may reorder them. On a GPU whose L1 serves all loads alike, does the promise still pay?
struct NbodyReadOnly {
  const float4* position;
  __device__ __forceinline__ float4 operator[](int i) const { return load_readonly(position + i); }
};
// Lesson packed: Sources as an array of structures of three floats, and their masses beside. Three
// floats are 12 bytes, which no single request can read: every source takes four requests in place
// of one, and every request is an instruction. A first kernel brings the state into this layout.
struct NbodyPacked {
  const float3* place;
  const float* mass;
  __device__ __forceinline__ float4 operator[](int i) const {
    const float3 p = place[i];
    return make_float4(p.x, p.y, p.z, mass[i]);
  }
};
// Lesson arrays: A structure of arrays: x, y, z and mass each in an array of its own. Where every
// thread reads a body of its own this is the layout to have: neighbouring threads read neighbouring
// floats. Here all threads read the same source, and it takes four requests. Which layout is best
// depends on who reads what.
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

// Lesson naive: One thread per body, which reads every source from global memory. Counted on
// paper that is 16 bytes for 20 operations, far too little arithmetic for the memory; yet all 32
// threads of a warp want the same source at the same time, one request serves them, and the caches
// hold it for the next warp. Compare it with the shared tile before you believe either.
//
// Each addition rounds in proportion to the sum so far, so sums over a thousand sources are added
// up: over a million in one go the error would be twenty times as large.
template <class Real, class Arithmetic, class Sources>
__global__ void nbody_naive(const __grid_constant__ Sources sources, NbodyVec4<Real>* velocity,
                            NbodyVec4<Real>* acceleration, int first, int last, int n, Real kick,
                            Real softening2) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last) return;
  const NbodyVec4<Real> p = sources[i];
  NbodySum<Real> a;
  for (int start = 0; start < n; start += 1024) {
    NbodySum<Real> partial_sum;
    for (int j = start; j < min(start + 1024, n); ++j)
      nbody_pull<Arithmetic>(partial_sum, p, sources[j], softening2);
    a += partial_sum;
  }
  nbody_finish(i, a, kick, velocity, acceleration);
}

LIVEWARP_KERNELS_END
