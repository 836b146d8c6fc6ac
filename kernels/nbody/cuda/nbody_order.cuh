// Keeps bodies that lie near one another together: their order by recursive bisection.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Places that a block sorts in shared memory, two a thread.
constexpr int nbody_window = 2048;
/// Segments are cut down to this many bodies.
constexpr int nbody_leaf = 32;
/// Farther away than any body.
constexpr float nbody_beyond = 3.4e38f;

/// A body's coordinate along an axis; for places after the last body one beyond all, so that they
/// come last.
__device__ __forceinline__ float nbody_along(const float4* position, unsigned body, int axis,
                                             int n) {
  if (body >= unsigned(n)) return nbody_beyond;
  const float4 p = position[body];
  return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// Order: every body at the place of its number.
__global__ void nbody_order_start(unsigned* order, int places) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < places) order[i] = unsigned(i);
}

__global__ void nbody_order_copy(const unsigned* __restrict__ order, unsigned* __restrict__ copy,
                                 int places) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < places) copy[i] = order[i];
}

/// The least and the greatest value of a warp's lanes, known to all of them afterwards.
__device__ __forceinline__ void nbody_range_of_warp(float& low, float& high) {
  for (int away = 16; away > 0; away /= 2) {
    low = fminf(low, __shfl_xor_sync(0xffffffffu, low, away));
    high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, away));
  }
}

// Order: along which axis a segment is longest. One block a segment; its warps reduce, then its
// first warp reduces what they found.
__global__ void nbody_order_axis(const float4* __restrict__ position,
                                 const unsigned* __restrict__ order, int* axis, int n,
                                 int segment) {
  __shared__ float ends[6][32];
  float low[3] = {nbody_beyond, nbody_beyond, nbody_beyond},
        high[3] = {-nbody_beyond, -nbody_beyond, -nbody_beyond};
  for (int i = threadIdx.x; i < segment; i += blockDim.x) {
    const unsigned body = order[int64(blockIdx.x) * segment + i];
    if (body >= unsigned(n)) continue;
    const float4 p = position[body];
    low[0] = fminf(low[0], p.x), low[1] = fminf(low[1], p.y), low[2] = fminf(low[2], p.z);
    high[0] = fmaxf(high[0], p.x), high[1] = fmaxf(high[1], p.y), high[2] = fmaxf(high[2], p.z);
  }
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  for (int c = 0; c < 3; ++c) {
    nbody_range_of_warp(low[c], high[c]);
    if (lane == 0) ends[c][warp] = low[c], ends[3 + c][warp] = high[c];
  }
  __syncthreads();
  if (warp > 0) return;
  float length[3];
  for (int c = 0; c < 3; ++c) {
    float from = lane < warps ? ends[c][lane] : nbody_beyond;
    float to = lane < warps ? ends[3 + c][lane] : -nbody_beyond;
    nbody_range_of_warp(from, to);
    length[c] = to - from;
  }
  if (lane == 0)
    axis[blockIdx.x] = length[0] >= length[1] && length[0] >= length[2] ? 0
                       : length[1] >= length[2]                         ? 1
                                                                        : 2;
}

// Order: by what a place is sorted, the coordinate along its segment's axis.
__global__ void nbody_order_keys(const float4* __restrict__ position,
                                 const unsigned* __restrict__ order, const int* __restrict__ axis,
                                 float* __restrict__ key, int n, int places, int segment) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < places) key[i] = nbody_along(position, order[i], axis[i / segment], n);
}

/// Puts two places in order. Sequences of `length` rise and fall in turn until they are a segment
/// long: bitonic.
__device__ __forceinline__ void nbody_exchange(float* key, unsigned* order, int i, int away,
                                               bool rising) {
  const float a = key[i], b = key[i + away];
  if ((a > b) != rising || a == b) return;
  const unsigned body = order[i];
  key[i] = b, key[i + away] = a;
  order[i] = order[i + away], order[i + away] = body;
}

// Order, one comparison a thread, between places that are too far from each other for shared
// memory.
__global__ void nbody_order_pass(float* key, unsigned* order, int places, int segment, int length,
                                 int away) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = t / away * 2 * away + t % away;
  if (i + away < places)
    nbody_exchange(key, order, i, away, length == segment || (i & length) == 0);
}

// Order: sequences of `first` to `last` places, as far as their comparisons stay within a window. A
// bitonic sort compares by a plan that does not depend on the data, so threads never wait for each
// other but at the steps of the plan, and neighbours compare neighbours (Batcher 1968).
__global__ void __launch_bounds__(nbody_window / 2)
    nbody_order_window(float* key, unsigned* order, int places, int segment, int first, int last) {
  __shared__ float keys[nbody_window];
  __shared__ unsigned bodies[nbody_window];
  const int start = blockIdx.x * nbody_window, half = nbody_window / 2, t = threadIdx.x;
  for (int k = t; k < nbody_window; k += half) {
    keys[k] = start + k < places ? key[start + k] : nbody_beyond;
    bodies[k] = start + k < places ? order[start + k] : 0u;
  }
  __syncthreads();
  for (int length = first; length <= last; length *= 2)
    for (int away = min(length, nbody_window) / 2; away > 0; away /= 2) {
      const int i = t / away * 2 * away + t % away;
      nbody_exchange(keys, bodies, i, away, length == segment || ((start + i) & length) == 0);
      __syncthreads();
    }
  for (int k = t; k < nbody_window; k += half)
    if (start + k < places) key[start + k] = keys[k], order[start + k] = bodies[k];
}

LIVEWARP_KERNELS_END
