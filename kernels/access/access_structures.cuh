// Kernels that copy structures: fields beside one another, or each in an array of its own.
#pragma once

#include "kernels/core/device/streaming.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson aos: An array of structures: the fields of one lie side by side, and a thread copies the
// fields of its own, one after another. Neighbouring lanes then stand a structure apart: with three
// fields each load of a warp takes 12 sectors and uses a third of them. All are asked for three
// times. The L1 cache keeps the sectors until the other fields want them, so that the time suffers
// less than the count, as long as structures are small and the cache is not crowded.
//
//     x0 y0 z0 x1 y1 z1 x2 y2 z2 ...        lane 0 1 2 load x:  ^        ^        ^
__global__ void access_aos(const float* __restrict__ x, float* __restrict__ y, int n, int fields) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * fields;
  for (int field = 0; field < fields && first + field < n; ++field)
    y[first + field] = x[first + field];
}

// Lesson soa: A structure of arrays: each field in an array of its own, which begins at a multiple
// of 256 bytes. The thread copies the same fields of the same structure, but now neighbouring lanes
// find theirs side by side: 4 sectors a load, all of them used, whatever the number of fields. A
// kernel that needs one field of ten moves a tenth.
//
//     x0 x1 x2 ...      y0 y1 y2 ...      z0 z1 z2 ...        lane 0 1 2 load x: ^  ^  ^
__global__ void access_soa(const float* __restrict__ x, float* __restrict__ y, int n, int pitch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pitch) return;
  for (int at = i; at < n; at += pitch) y[at] = x[at];
}

/// 12 bytes, aligned to 4: the hardware has no load of 12 bytes, and makes three of 4.
struct AccessPoint {
  float x, y, z;
};
/// 24 bytes, aligned to 8: three loads of 8.
struct AccessBody {
  float2 position, velocity, mass_and_radius;
};

__device__ __forceinline__ void access_copy_structure(const AccessPoint& from, AccessPoint& to) {
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
}
__device__ __forceinline__ void access_copy_structure(const AccessBody& from, AccessBody& to) {
  to.position = from.position;
  to.velocity = from.velocity;
  to.mass_and_radius = from.mass_and_radius;
}

// Lesson structures: Structures of 12 and 24 bytes, copied as such. A load takes 1, 2, 4, 8 or 16
// bytes, and only from a multiple of as many: float3 becomes three loads of 4 bytes, 12 bytes
// apart, 12 sectors each; a structure of 24 bytes that is aligned to 8 three loads of 8, 24 sectors
// each. Filled up to 16 or 32 bytes they would be one load or two: more bytes, fewer requests.
template <class Structure>
__global__ void access_structures(const Structure* __restrict__ x, Structure* __restrict__ y,
                                  int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) access_copy_structure(x[i], y[i]);
}

/// ld.global.ca: a load may find its sector in the L1 cache, and leaves it there.
struct AccessAllLevels {
  __device__ __forceinline__ static float load(const float* source) {
    return load_all_levels(source);
  }
};
/// ld.global.cg: a load goes to the L2 cache, past L1.
struct AccessSecondLevel {
  __device__ __forceinline__ static float load(const float* source) {
    return load_second_level(source);
  }
};

// Lesson cached: The array of structures once more, with the cache named in the load: ld.ca keeps
// sectors in L1 and L2, ld.cg in L2 alone. The requests and their sectors are the same. But with
// ld.cg every field fetches its sectors from L2 anew, where with ld.ca the first field brings those
// of all: here one sees what the L1 cache hides in the array of structures.
template <class Operator>
__global__ void access_cached(const float* __restrict__ x, float* __restrict__ y, int n,
                              int fields) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * fields;
  for (int field = 0; field < fields && first + field < n; ++field)
    y[first + field] = Operator::load(x + first + field);
}

LIVEWARP_KERNELS_END
