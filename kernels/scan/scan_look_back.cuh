// Rungs of one pass: a block learns from those before it what comes before its tile, while they
// run.
#pragma once

#include "kernels/core/device/published.cuh"
#include "kernels/scan/scan_tile.cuh"

LIVEWARP_KERNELS_BEGIN

// A tile's word: what is known of it in the upper half, and the value in the lower one. Both are
// written at once, so that nobody sees a state without its value, and no fence is needed. Words
// begin as zeros: nothing is known.
constexpr unsigned scan_aggregate = 1;  ///< the sum of the tile alone
constexpr unsigned scan_prefix = 2;     ///< the sum of all up to the tile's end

__device__ __forceinline__ unsigned scan_state(uint64 word) { return unsigned(word >> 32); }
__device__ __forceinline__ uint64 scan_word(unsigned state, float value) {
  return uint64(state) << 32 | __float_as_uint(value);
}
__device__ __forceinline__ uint64 scan_word(unsigned state, unsigned value) {
  return uint64(state) << 32 | value;
}
__device__ __forceinline__ void scan_value(uint64 word, float& value) {
  value = __uint_as_float(unsigned(word));
}
__device__ __forceinline__ void scan_value(uint64 word, unsigned& value) { value = unsigned(word); }

/// The number of this block: how many have begun before it. Whoever waits for a smaller number
/// waits for one that runs. For the whole block, with a barrier.
__device__ __forceinline__ int scan_ticket(unsigned* counter) {
  __shared__ int ticket;
  if (threadIdx.x == 0) ticket = int(atomicAdd(counter, 1u));
  __syncthreads();
  return ticket;
}

/// What comes before a tile, found by a warp: it looks at the 32 tiles before, one a lane, adds up
/// what they know back to the nearest that knows its prefix, and goes on to the next 32 if none
/// does.
///
///   tile        … 36      37      38      39      40: looks back
///   word          prefix  sum     prefix  sum
///                                 P(38) + A(39) comes before tile 40
template <class T>
__device__ __forceinline__ T scan_looking_back(const uint64* words, int tile) {
  const int lane = threadIdx.x % 32;
  T before = 0;
  for (int last = tile - 1;; last -= 32) {
    const int i = last - lane;
    uint64 word = i >= 0 ? load_relaxed(words + i) : scan_word(scan_prefix, T(0));
    unsigned prefixes, missing;
    for (;;) {
      prefixes = __ballot_sync(0xffffffffu, scan_state(word) == scan_prefix);
      const unsigned nearer = prefixes ? (prefixes & (0u - prefixes)) - 1 : 0xffffffffu;
      missing = __ballot_sync(0xffffffffu, scan_state(word) == 0) & nearer;
      if (missing == 0) break;
      spin_pause();
      if (scan_state(word) != scan_prefix) word = load_relaxed(words + i);
    }
    T value;
    scan_value(word, value);
    if (prefixes && lane > __ffs(int(prefixes)) - 1) value = 0;
    LIVEWARP_UNROLL()
    for (int apart = 16; apart > 0; apart /= 2) value += __shfl_xor_sync(0xffffffffu, value, apart);
    before += value;
    if (prefixes) return before;
  }
}

/// What comes before a tile, for its whole block, which has found the tile's sum; those after it
/// are told at once what is known.
template <class T>
__device__ __forceinline__ T scan_before_tile(uint64* words, int tile, T sum) {
  __shared__ T found;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      store_relaxed(words + tile, scan_word(tile > 0 ? scan_aggregate : scan_prefix, sum));
    const T before = tile > 0 ? scan_looking_back<T>(words, tile) : T(0);
    if (threadIdx.x == 0) {
      if (tile > 0) store_relaxed(words + tile, scan_word(scan_prefix, before + sum));
      found = before;
    }
  }
  __syncthreads();
  return found;
}

// Lesson chained: One pass: a block waits for the sum of all before it, which the block before
// writes, adds its own, writes it for the next, and stores. Elements are read once and written
// once, as by a copy. A block's number is a ticket, drawn as it begins, so that it waits only for
// blocks that run. But tiles come one after another: each hand-over costs the way through the
// second-level cache, and thousands of them in a row are the limit.
__global__ void scan_chained(const __grid_constant__ ScanTask task, uint64* words,
                             unsigned* counter) {
  __shared__ float before;
  const int number = scan_ticket(counter);
  ScanTile<scan_items> tile(task.in, number, task.n);
  const ScanOfWarps warps(tile.scan(task.exclusive));
  if (threadIdx.x == 0) {
    before = 0;
    if (number > 0) {
      uint64 word;
      while (scan_state(word = load_relaxed(words + number - 1)) == 0) spin_pause();
      scan_value(word, before);
    }
    store_relaxed(words + number, scan_word(scan_prefix, before + warps.all));
  }
  __syncthreads();
  tile.store(task.out, task.n, before + warps.before);
}

template <int Items>
__device__ __forceinline__ void scan_tile_looking_back(const ScanTask& task, uint64* words,
                                                       int number) {
  ScanTile<Items> tile(task.in, number, task.n);
  const ScanOfWarps warps(tile.scan(task.exclusive));
  const float before = scan_before_tile(words, number, warps.all);
  tile.store(task.out, task.n, before + warps.before);
}

// Lesson look-back-index: Decoupled look-back: a block first tells the sum of its own tile, which
// it need not wait for, and later the sum up to its end. Who comes after looks back over sums until
// it meets such a prefix: 32 tiles at a time, a lane each. Nobody waits for a chain any more. Here
// a block is as far as its index says: it trusts that the blocks before it have begun. CUDA does
// not promise that; GPUs have always done so, and where one did not, this would never end.
__global__ void scan_look_back_index(const __grid_constant__ ScanTask task, uint64* words) {
  scan_tile_looking_back<scan_items>(task, words, blockIdx.x);
}

// Lesson look-back: The same, by tickets: an atomic gives blocks their numbers in the order in
// which they begin, so that those looked back at run already, on any GPU, and the scan always ends.
// It costs an atomic a block before its first load, which other blocks on the multiprocessor hide.
// State and sum are one word of 64 bits: no fence. This is how libraries scan; what is left to win
// is a few percent of a copy's time.
template <int Items>
__global__ void scan_look_back(const __grid_constant__ ScanTask task, uint64* words,
                               unsigned* counter) {
  scan_tile_looking_back<Items>(task, words, scan_ticket(counter));
}

LIVEWARP_KERNELS_END
