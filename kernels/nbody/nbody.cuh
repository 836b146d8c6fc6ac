// Kernels of the N-body workload. `position` holds x, y, z and the mass; velocity and acceleration
// hold x, y, z and an unused 0.
#pragma once

#include "kernels/core/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Adds to `a` what `source` does to a body at `p`. 13 instructions: 3 subtractions, 6 multiply-adds,
/// 3 multiplications and one reciprocal square root. A body's own distance is exactly 0, and so is
/// its pull on itself, since the softening keeps the root finite: no test is needed.
__device__ __forceinline__ void nbody_pull(float3& a, float4 p, float4 source, float softening2) {
  const float dx = source.x - p.x, dy = source.y - p.y, dz = source.z - p.z;
  const float r2 = dx * dx + (dy * dy + (dz * dz + softening2));
  const float inverse = fast_rsqrt(r2);
  const float strength = (source.w * inverse) * (inverse * inverse);
  a.x += dx * strength;
  a.y += dy * strength;
  a.z += dz * strength;
}

__device__ __forceinline__ float3 nbody_add(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}

/// The end of a step for body i: keeps its acceleration and gives the kick that follows the drift, half a
/// step long in a leapfrog and none in Euler's method.
__device__ __forceinline__ void nbody_finish(int i, float3 a, float kick, float4* velocity,
                                             float4* acceleration) {
  const float4 v = velocity[i];
  velocity[i] = make_float4(v.x + kick * a.x, v.y + kick * a.y, v.z + kick * a.z, 0.0f);
  acceleration[i] = make_float4(a.x, a.y, a.z, 0.0f);
}

// The first half of a step: a kick with the old acceleration, then a drift over dt. One thread a body, every array read and written once: this part is bound by memory, and small beside the forces.
__global__ void nbody_drift(const float4* __restrict__ old_position,
                            const float4* __restrict__ old_velocity,
                            const float4* __restrict__ old_acceleration,
                            float4* __restrict__ position, float4* __restrict__ velocity, int n,
                            float kick, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 a = old_acceleration[i], p = old_position[i];
  float4 v = old_velocity[i];
  v = make_float4(v.x + kick * a.x, v.y + kick * a.y, v.z + kick * a.z, 0.0f);
  position[i] = make_float4(p.x + dt * v.x, p.y + dt * v.y, p.z + dt * v.z, p.w);
  velocity[i] = v;
}

// Lesson: the obvious kernel. One thread computes one body and reads all n sources from global
// memory. Counted naively that is 16 bytes for 20 operations, far too little arithmetic for the
// memory. But all threads of a warp want the same source at the same time: one request serves 32
// of them, and the caches hold the source for the next warp. Measure before you call it memory bound.
// Each addition rounds in proportion to the sum so far, so sums over a thousand sources are added up:
// over a million in one go the error would be twenty times as large.
__global__ void nbody_naive(const float4* __restrict__ position, float4* __restrict__ velocity,
                            float4* __restrict__ acceleration, int first, int last, int n,
                            float kick, float softening2) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last) return;
  const float4 p = position[i];
  float3 a = make_float3(0.0f, 0.0f, 0.0f);
  for (int start = 0; start < n; start += 1024) {
    float3 of_some = make_float3(0.0f, 0.0f, 0.0f);
    for (int j = start; j < min(start + 1024, n); ++j)
      nbody_pull(of_some, p, position[j], softening2);
    a = nbody_add(a, of_some);
  }
  nbody_finish(i, a, kick, velocity, acceleration);
}

// Lesson: a block fetches a tile of sources once into shared memory, and each of its threads reads
// all of it from there. A tile is as long as the block, so every thread fetches one source. Two
// barriers a tile: no one reads before the tile is complete, no one overwrites it before all have
// read. They stand outside the loop over the tile, and every thread reaches them, also the threads
// beyond the last body. Beyond the last source the tile holds mass 0, which pulls nobody: n needs to
// be no multiple of the block. Sums by tiles also round less than one long sum.
__global__ void nbody_shared(const float4* __restrict__ position, float4* __restrict__ velocity,
                             float4* __restrict__ acceleration, int first, int last, int n,
                             float kick, float softening2) {
  float4* tile = dynamic_shared<float4>();
  const int tile_size = blockDim.x;
  const int i = first + blockIdx.x * tile_size + threadIdx.x;
  const float4 p = position[min(i, n - 1)];
  float3 a = make_float3(0.0f, 0.0f, 0.0f);
  for (int start = 0; start < n; start += tile_size) {
    const int j = start + threadIdx.x;
    tile[threadIdx.x] = j < n ? position[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
    float3 of_tile = make_float3(0.0f, 0.0f, 0.0f);
    LIVEWARP_UNROLL(16)
    for (int k = 0; k < tile_size; ++k) nbody_pull(of_tile, p, tile[k], softening2);
    a = nbody_add(a, of_tile);
    __syncthreads();
  }
  if (i < last) nbody_finish(i, a, kick, velocity, acceleration);
}

// Lesson: the shared tile still reads one source from shared memory for every interaction. Here a
// thread keeps `Items` bodies in registers, so that one read serves `Items` interactions, which do not
// depend on each other and hide each other's latency. Fewer threads are left, too few to fill a GPU:
// so the sources are split as well. Block (x, y) adds up what the sources of part y do to the bodies
// of group x, and nbody_gather adds up the parts. The bodies of a thread are blockDim.x apart, so that
// neighbouring threads read neighbouring memory.
template <int Items>
__global__ void nbody_register(const float4* __restrict__ position, float4* __restrict__ partial,
                               int first, int last, int n, int sources, float softening2) {
  float4* tile = dynamic_shared<float4>();
  const int tile_size = blockDim.x;
  const int body = first + blockIdx.x * (tile_size * Items) + threadIdx.x;
  float4 p[Items];
  float3 a[Items];
  LIVEWARP_UNROLL()
  for (int item = 0; item < Items; ++item) {
    p[item] = position[min(body + item * tile_size, n - 1)];
    a[item] = make_float3(0.0f, 0.0f, 0.0f);
  }
  const int begin = blockIdx.y * sources, end = min(begin + sources, n);
  for (int start = begin; start < end; start += tile_size) {
    const int j = start + threadIdx.x;
    tile[threadIdx.x] = j < end ? position[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
    float3 of_tile[Items] = {};
    LIVEWARP_UNROLL(8)
    for (int k = 0; k < tile_size; ++k) {
      const float4 source = tile[k];
      LIVEWARP_UNROLL()
      for (int item = 0; item < Items; ++item)
        nbody_pull(of_tile[item], p[item], source, softening2);
    }
    LIVEWARP_UNROLL()
    for (int item = 0; item < Items; ++item) a[item] = nbody_add(a[item], of_tile[item]);
    __syncthreads();
  }
  LIVEWARP_UNROLL()
  for (int item = 0; item < Items; ++item) {
    const int i = body + item * tile_size;
    if (i < last)
      partial[blockIdx.y * int64(last - first) + (i - first)] =
          make_float4(a[item].x, a[item].y, a[item].z, 0.0f);
  }
}

// Adds up the partial accelerations of bodies first ... last and ends their step.
__global__ void nbody_gather(const float4* __restrict__ partial, float4* __restrict__ velocity,
                             float4* __restrict__ acceleration, int first, int last, int parts,
                             float kick) {
  const int count = last - first;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float3 a = make_float3(0.0f, 0.0f, 0.0f);
  LIVEWARP_UNROLL(4)
  for (int part = 0; part < parts; ++part) {
    const float4 b = partial[part * int64(count) + i];
    a = nbody_add(a, make_float3(b.x, b.y, b.z));
  }
  nbody_finish(first + i, a, kick, velocity, acceleration);
}

// Picture: position and colour value of every body; speed 0 ... top becomes 0 ... 1.
__global__ void nbody_points(const float4* __restrict__ position,
                             const float4* __restrict__ velocity, float4* __restrict__ points,
                             int n, float inverse_top_speed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 p = position[i], v = velocity[i];
  const float speed = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
  points[i] = make_float4(p.x, p.y, p.z, __saturatef(speed * inverse_top_speed));
}

LIVEWARP_KERNELS_END
