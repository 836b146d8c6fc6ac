// Kernels with known patterns of access, each of which shows one thing. What the hardware counts
// while they run is known (truth/kernels.csv), so what an executor counts can be held against it.
//
// What nvcc makes of a source at -O3 stands in the source already: where it would load 16 bytes at
// once, or once instead of twice, so does the line here.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

namespace truth {

/// This thread among all of a grid of one dimension.
__device__ __forceinline__ int thread_in_grid() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

// -- global memory --------------------------------------------------------------------------------
/// Neighbours copy neighbours: every sector is used whole.
__global__ void copy_row(const float* __restrict__ a, float* __restrict__ b) {
  const int i = thread_in_grid();
  b[i] = a[i];
}

/// The same with 8 or 16 bytes a lane: as few requests for two or four times the sectors.
template <class T>
__global__ void copy_vector(const T* __restrict__ a, T* __restrict__ b) {
  const int i = thread_in_grid();
  b[i] = a[i];
}

/// The same with a byte a lane: a request for a single sector.
__global__ void copy_byte(const unsigned char* __restrict__ a, unsigned char* __restrict__ b) {
  const int i = thread_in_grid();
  b[i] = a[i];
}

/// Loads lie apart: of each sector one float in `Stride` is used, from 8 on one alone.
template <int Stride>
__global__ void copy_stride(const float* __restrict__ a, float* __restrict__ b) {
  const int i = thread_in_grid();
  b[i] = a[i * Stride];
}

/// A row that begins in the middle of a sector touches one more.
__global__ void copy_offset1(const float* __restrict__ a, float* __restrict__ b) {
  const int i = thread_in_grid();
  b[i] = a[i + 1];
}

/// All lanes load the same float: one sector.
__global__ void broadcast(const float* __restrict__ a, float* __restrict__ b) {
  b[thread_in_grid()] = a[blockIdx.x];
}

/// Neighbours go down a column: a sector for each lane, by load and by store.
__global__ void copy_column(const float* __restrict__ a, float* __restrict__ b, int n) {
  const int x = thread_in_grid(), y = static_cast<int>(blockIdx.y);
  b[x * n + y] = a[x * n + y];
}

/// An array of structures of three floats: three requests, each for the sectors of all three.
__global__ void aos3(const float* __restrict__ a, float* __restrict__ b) {
  const int i = thread_in_grid();
  b[i] = a[3 * i] + a[3 * i + 1] + a[3 * i + 2];
}

// -- shared memory --------------------------------------------------------------------------------
/// Rows in, columns out, through a tile of 32 x 32: without padding a column lies in one bank, with
/// a column of padding in all 32.
template <int Pad>
__global__ void transpose_tile(const float* __restrict__ a, float* __restrict__ b, int n) {
  __shared__ float tile[32][32 + Pad];
  const int column = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
  const int left = static_cast<int>(blockIdx.x) * 32, top = static_cast<int>(blockIdx.y) * 32;
  for (int k = 0; k < 32; k += 8) tile[row + k][column] = a[(top + row + k) * n + left + column];
  __syncthreads();
  for (int k = 0; k < 32; k += 8) b[(left + row + k) * n + top + column] = tile[column][row + k];
}

/// Loads floats that lie apart: an even stride meets fewer banks, an odd one all of them.
template <int Stride>
__global__ void shared_stride(float* __restrict__ b) {
  __shared__ float tile[32 * 32];
  const unsigned t = threadIdx.x;
  for (unsigned k = t; k < 32 * 32; k += blockDim.x) tile[k] = static_cast<float>(k);
  __syncthreads();
  b[thread_in_grid()] = tile[t % 32 * Stride % (32 * 32)];
}

/// 16 bytes a lane, neighbours exchanged: a quarter of the warp at a time, no conflict.
__global__ void shared_float4(float4* __restrict__ b) {
  __shared__ float4 tile[256];
  const unsigned t = threadIdx.x;
  const auto value = static_cast<float>(t);
  tile[t] = make_float4(value, value, value, value);
  __syncthreads();
  b[blockIdx.x * 256 + t] = tile[t ^ 1u];
}

/// 8 bytes a lane, every second one: each half of the warp takes two wavefronts.
__global__ void shared_float2_s2(float2* __restrict__ b) {
  __shared__ float2 tile[512];
  const unsigned t = threadIdx.x;
  const auto value = static_cast<float>(t);
  tile[t] = make_float2(value, value);
  tile[t + 256] = make_float2(value, 1);
  __syncthreads();
  b[blockIdx.x * 256 + t] = tile[t * 2];
}

/// Doubles, neighbours exchanged: half of the warp at a time, no conflict.
__global__ void shared_double(double* __restrict__ b) {
  __shared__ double tile[256];
  const unsigned t = threadIdx.x;
  tile[t] = t;
  __syncthreads();
  b[blockIdx.x * 256 + t] = tile[t ^ 1u];
}

/// Every second double, as with `shared_float2_s2`.
__global__ void shared_double_s2(double* __restrict__ b) {
  __shared__ double tile[512];
  const unsigned t = threadIdx.x;
  tile[t] = t;
  tile[t + 256] = t;
  __syncthreads();
  b[blockIdx.x * 256 + t] = tile[t * 2];
}

// -- all together ---------------------------------------------------------------------------------
/// Odd lanes compute, even ones wait: the memory sees nothing of it, half of the lanes idle.
__global__ void half_warp(const float* __restrict__ a, float* __restrict__ b) {
  const int i = thread_in_grid();
  float v = a[i];
  if (threadIdx.x % 2 != 0) {
    for (int k = 0; k < 64; ++k) v = v * 1.0001f + fast_rsqrt(v * v + 1.0f);
  }
  b[i] = v;
}

/// A stencil on a plate whose rows begin anywhere in a sector. The border is copied, lanes beyond
/// it are idle; border and interior store apart, so a warp that has both makes two requests.
__global__ void heat5(const float* __restrict__ a, float* __restrict__ b, int width, int height) {
  const int x = thread_in_grid();
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  const float own = a[i];
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    b[i] = own;
    return;
  }
  b[i] = own + 0.2f * (a[i - 1] + a[i + 1] + a[i - width] + a[i + width] - 4 * own);
}

/// All-pairs gravity by tiles: 16 bytes from one address for all lanes take two wavefronts.
__global__ void nbody_tile(const float4* __restrict__ bodies, float4* __restrict__ result, int n) {
  __shared__ float4 tile[256];
  const int t = static_cast<int>(threadIdx.x), i = static_cast<int>(blockIdx.x) * 256 + t;
  const float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += 256) {
    tile[t] = bodies[first + t];
    __syncthreads();
    for (int j = 0; j < 256; ++j) {
      const float4 q = tile[j];
      const float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
      const float s = q.w * inverse * inverse * inverse;
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    __syncthreads();
  }
  result[i] = make_float4(ax, ay, az, 0);
}

/// A histogram in shared memory. Atomics count as neither load nor store, but take
/// wavefronts.
__global__ void hist_shared(const unsigned char* __restrict__ a, unsigned* __restrict__ sums,
                            int n) {
  __shared__ unsigned bins[256];
  const int t = static_cast<int>(threadIdx.x);
  bins[t] = 0;
  __syncthreads();
  for (int i = static_cast<int>(blockIdx.x) * 256 + t; i < n;
       i += static_cast<int>(gridDim.x) * 256)
    atomicAdd(&bins[a[i]], 1u);
  __syncthreads();
  atomicAdd(&sums[t], bins[t]);
}

}  // namespace truth

LIVEWARP_KERNELS_END
