// Tiles: a block scans many elements a thread, which it holds in registers. And the three passes,
// which scan tiles after their sums.
#pragma once

#include "kernels/scan/scan.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int scan_items = 16;  ///< elements a thread, where that is not an axis

/// Scans what a warp holds of 128 neighbours, four a lane, behind `sum`, which becomes the sum up
/// to their end.
__device__ __forceinline__ float4 scan_of_four(const float4 own, bool exclusive, float& sum) {
  const float two = own.x + own.y, three = two + own.z, four = three + own.w;
  const float up_to = scan_lanes(four);
  float before = __shfl_up_sync(0xffffffffu, up_to, 1);
  before = sum + (threadIdx.x % 32 > 0 ? before : 0.0f);
  sum += __shfl_sync(0xffffffffu, up_to, 31);
  return exclusive ? make_float4(before, before + own.x, before + two, before + three)
                   : make_float4(before + own.x, before + two, before + three, before + four);
}

/// Writes element i and the three behind it, as far as there are elements.
__device__ __forceinline__ void scan_store_four(float* out, int i, int n, const float4 sum) {
  if (i + 4 <= n) {
    *reinterpret_cast<float4*>(out + i) = sum;
  } else {
    if (i < n) out[i] = sum.x;
    if (i + 1 < n) out[i + 1] = sum.y;
    if (i + 2 < n) out[i + 2] = sum.z;
  }
}
/// Reads them; what lies beyond n is 0.
__device__ __forceinline__ float4 scan_load_four(const float* in, int i, int n) {
  if (i + 4 <= n) return *reinterpret_cast<const float4*>(in + i);
  return make_float4(i < n ? in[i] : 0.0f, i + 1 < n ? in[i + 1] : 0.0f,
                     i + 2 < n ? in[i + 2] : 0.0f, 0.0f);
}

/// A warp's part of a tile: a lane holds `Items` / 4 vectors of four neighbours, 128 elements
/// apart.
///
///   lane     0    1   …   31     a load of the warp reads 512 bytes, which lie together
///   vector 0  0123 4567  …  127
///   vector 1  128  132   …  255
template <int Items>
struct ScanTile {
  static constexpr int vectors = Items / 4;
  float4 v[vectors];
  int first;   ///< of this lane's elements; 128 more for each vector
  bool whole;  ///< no element of the tile lies beyond n, for all threads of the block

  __device__ __forceinline__ int at(int k) const { return first + 128 * k; }

  /// Reads those of tile `tile`, each as large as its block; what lies beyond n is 0.
  __device__ __forceinline__ ScanTile(const float* in, int tile, int n)
      : first(int(tile * blockDim.x * Items + threadIdx.x / 32 * (32 * Items) +
                  threadIdx.x % 32 * 4)),
        whole((tile + 1) * int(blockDim.x) * Items <= n) {
    if (whole) {
      LIVEWARP_UNROLL()
      for (int k = 0; k < vectors; ++k) v[k] = *reinterpret_cast<const float4*>(in + at(k));
      return;
    }
    LIVEWARP_UNROLL()
    for (int k = 0; k < vectors; ++k) v[k] = scan_load_four(in, at(k), n);
  }

  /// Scans what the warp holds, and returns its sum, in every lane.
  __device__ __forceinline__ float scan(bool exclusive) {
    float sum = 0;
    LIVEWARP_UNROLL()
    for (int k = 0; k < vectors; ++k) v[k] = scan_of_four(v[k], exclusive, sum);
    return sum;
  }

  /// Writes them, with what comes before the warp.
  __device__ __forceinline__ void store(float* out, int n, float before) const {
    LIVEWARP_UNROLL()
    for (int k = 0; k < vectors; ++k) {
      const float4 sum =
          make_float4(before + v[k].x, before + v[k].y, before + v[k].z, before + v[k].w);
      scan_store_four(out, at(k), whole ? at(k) + 4 : n, sum);
    }
  }
};

/// The sum of each tile: the first pass.
__global__ void scan_tile_sums(const float* __restrict__ in, float* __restrict__ sums, int n) {
  const ScanTile<scan_items> tile(in, blockIdx.x, n);
  float sum = 0;
  LIVEWARP_UNROLL()
  for (const float4& v : tile.v) sum += (v.x + v.y) + (v.z + v.w);
  LIVEWARP_UNROLL()
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, apart);
  const ScanOfWarps warps(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = warps.all;
}

// Lesson three-pass: Reduce, then scan: the first pass only adds up each tile, the second scans the
// sums of tiles, the third scans the tiles with what comes before each. A tile of 4,096 elements is
// held in registers, 16 a thread, loaded as float4. Elements are read twice and written once: three
// transfers each, where scanning first and adding later needs four. A copy needs two.
__global__ void scan_tiles(const __grid_constant__ ScanTask task) {
  ScanTile<scan_items> tile(task.in, blockIdx.x, task.n);
  const ScanOfWarps warps(tile.scan(task.exclusive));
  tile.store(task.out, task.n, warps.before + (task.sums ? task.sums[blockIdx.x] : 0.0f));
}

LIVEWARP_KERNELS_END
