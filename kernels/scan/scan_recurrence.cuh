// A linear recurrence: x[i] = a[i] x[i-1] + b[i], with x[-1] = 0. Each step waits for the one
// before, so it seems; but steps are functions x -> a x + b, two after another are one of the same
// kind, and putting functions together may begin anywhere:
//
//   first f(x) = a x + b, then g(x) = c x + d:   g(f(x)) = (c a) x + (c b + d)
//
// That is associative, though not commutative: the same scan, of pairs.
#pragma once

#include "kernels/scan/scan_look_back.cuh"

LIVEWARP_KERNELS_BEGIN

struct ScanFactors {
  const float *factors, *in;  ///< a and b
  float* out;
  int n;
};

/// x -> a x + b.
struct ScanLine {
  float a = 1, b = 0;  ///< leaves x as it is
  __device__ __forceinline__ float operator()(float x) const { return a * x + b; }
  /// This one after `first`.
  __device__ __forceinline__ ScanLine after(const ScanLine& first) const {
    return {a * first.a, a * first.b + b};
  }
  __device__ __forceinline__ ScanLine of_lane(int lane) const {
    return {__shfl_sync(0xffffffffu, a, lane), __shfl_sync(0xffffffffu, b, lane)};
  }
};

/// Those of the lanes up to this one, one after another.
__device__ __forceinline__ ScanLine scan_lines(ScanLine line) {
  const int lane = threadIdx.x % 32;
  LIVEWARP_UNROLL()
  for (int apart = 1; apart < 32; apart *= 2) {
    const ScanLine first{__shfl_up_sync(0xffffffffu, line.a, apart),
                         __shfl_up_sync(0xffffffffu, line.b, apart)};
    if (lane >= apart) line = line.after(first);
  }
  return line;
}

/// x before a tile, found by a warp: lines of tiles, back to the nearest whose x is known. Two
/// words say a line: a tile's second one, with a, is written first.
__device__ __forceinline__ float scan_lines_looking_back(const uint64* words, const uint64* seconds,
                                                         int tile) {
  const int lane = threadIdx.x % 32;
  ScanLine before;
  for (int last = tile - 1;; last -= 32) {
    const int i = last - lane;
    uint64 word = scan_word(scan_prefix, 0.0f), second = 0;
    bool known = i < 0;
    while (__any_sync(0xffffffffu, !known)) {
      if (!known) {
        word = load_relaxed(words + i);
        second = load_relaxed(seconds + i);
        known =
            scan_state(word) == scan_prefix || (scan_state(word) != 0 && scan_state(second) != 0);
        if (!known) spin_pause();
      }
    }
    const unsigned prefixes = __ballot_sync(0xffffffffu, scan_state(word) == scan_prefix);
    ScanLine line{0, 0};  // a known x is a line without slope
    scan_value(word, line.b);
    if (scan_state(word) != scan_prefix) scan_value(second, line.a);
    if (prefixes && lane > __ffs(int(prefixes)) - 1) line = ScanLine();
    // Neighbours first, so that they stay in order: lane 0 ends with all 32, the last tile last.
    LIVEWARP_UNROLL()
    for (int apart = 1; apart < 32; apart *= 2)
      line = line.after({__shfl_down_sync(0xffffffffu, line.a, apart),
                         __shfl_down_sync(0xffffffffu, line.b, apart)});
    before = before.after(line.of_lane(0));
    if (prefixes) return before.b;
  }
}

/// Four steps as one, and the four one by one.
__device__ __forceinline__ ScanLine scan_line_of(const float4& a, const float4& b) {
  const ScanLine first{a.x, b.x}, second{a.y, b.y}, third{a.z, b.z}, fourth{a.w, b.w};
  return fourth.after(third.after(second.after(first)));
}
__device__ __forceinline__ float4 scan_steps(const float4& a, const float4& b, float x) {
  float4 result;
  result.x = a.x * x + b.x;
  result.y = a.y * result.x + b.y;
  result.z = a.z * result.y + b.z;
  result.w = a.w * result.z + b.w;
  return result;
}

constexpr int scan_line_items = 8;  ///< of a thread: two arrays take twice the registers

// One pass by look-back, as the sum's: within a thread, a warp, a block and between blocks lines
// are put together, and at the end every thread makes its own steps from the x before them.
__global__ void scan_recurrence(const __grid_constant__ ScanFactors task, uint64* words,
                                uint64* seconds, unsigned* counter) {
  using Tile = ScanTile<scan_line_items>;
  __shared__ float2 of_warps[32];
  __shared__ float x_before;
  const int number = scan_ticket(counter), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Tile a(task.factors, number, task.n);
  Tile b(task.in, number, task.n);
  ScanLine before[Tile::vectors], all;
  LIVEWARP_UNROLL()
  for (int k = 0; k < Tile::vectors; ++k) {
    const ScanLine up_to = scan_lines(scan_line_of(a.v[k], b.v[k]));
    const ScanLine left{__shfl_up_sync(0xffffffffu, up_to.a, 1),
                        __shfl_up_sync(0xffffffffu, up_to.b, 1)};
    before[k] = lane > 0 ? left.after(all) : all;
    all = up_to.of_lane(31).after(all);
  }
  if (lane == 0) of_warps[warp] = make_float2(all.a, all.b);
  __syncthreads();
  ScanLine before_warp, of_block;
  for (int w = 0; w < int(blockDim.x) / 32; ++w) {
    if (w == warp) before_warp = of_block;
    const float2 line = of_warps[w];
    of_block = ScanLine{line.x, line.y}.after(of_block);
  }
  if (warp == 0) {
    if (lane == 0 && number > 0) {
      store_relaxed(seconds + number, scan_word(scan_aggregate, of_block.a));
      store_relaxed(words + number, scan_word(scan_aggregate, of_block.b));
    }
    const float x = number > 0 ? scan_lines_looking_back(words, seconds, number) : 0.0f;
    if (lane == 0) {
      store_relaxed(words + number, scan_word(scan_prefix, of_block(x)));
      x_before = x;
    }
  }
  __syncthreads();
  const float x_of_warp = before_warp(x_before);
  LIVEWARP_UNROLL()
  for (int k = 0; k < Tile::vectors; ++k) b.v[k] = scan_steps(a.v[k], b.v[k], before[k](x_of_warp));
  b.store(task.out, task.n, 0.0f);
}

LIVEWARP_KERNELS_END
