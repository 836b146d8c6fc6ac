// Radix passes in which lanes find their ranks by asking one another.
#pragma once

#include "kernels/sort/sort_radix.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int sort_ballot_keys = 16;  ///< of a thread, in registers

/// The lanes of the warp whose keys have this digit, the own among them: a vote a bit, of which
/// those remain that voted alike; or by the instruction that does just that.
__device__ __forceinline__ unsigned sort_peers(int digit, int bits, int by_match) {
  if (by_match) return __match_any_sync(0xffffffffu, digit);
  unsigned peers = 0xffffffffu;
  for (int bit = 0; bit < bits; ++bit) {
    const int set = digit >> bit & 1;
    const unsigned votes = __ballot_sync(0xffffffffu, set);
    peers &= set ? votes : ~votes;
  }
  return peers;
}

/// Numbers by digit become sums over all warps before, and `starts` over all smaller digits.
__device__ __forceinline__ void sort_scan_warps(unsigned* counters, unsigned* starts,
                                                unsigned* sums, const SortDigit& digit) {
  for (int d = threadIdx.x; d < digit.count(); d += blockDim.x) {
    unsigned before = 0;
    for (int warp = 0; warp < int(blockDim.x / 32); ++warp) {
      unsigned& counter = counters[warp * digit.count() + d];
      const unsigned found = counter;
      counter = before;
      before += found;
    }
    starts[d] = before;
  }
  __syncthreads();
  sort_scan_row(starts, digit.count(), sums);
  __syncthreads();
}

// Lesson ballots: 8 bits a pass, and all keys are carried 4 times. A split for each of 256 digits
// would take too long; instead a warp asks each bit by a ballot, and who voted alike each time has
// the same digit. A key's rank among them is the number of such lanes before it, and the first of
// them moves the warp's counter on for the next 32 keys. Ranks lie in registers while counters are
// scanned, then the tile is put in order in shared memory, so that whole runs are written.
//
//   lane           0  1  2  3  4  5  6  7
//   digit          2  0  2  1  0  2  2  1
//   peers of 5     *  .  *  .  .  *  *  .     votes of bit 1, and not those of bit 0
//   before it      *  .  *                    rank 2, behind what the counter says
__global__ void sort_ballots(const unsigned* __restrict__ from, unsigned* __restrict__ to, int n,
                             const __grid_constant__ SortDigit digit,
                             const __grid_constant__ SortRuns runs, int by_match) {
  const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  const int digits = digit.count(), tile = sort_ballot_keys * blockDim.x;
  const int first = blockIdx.x * tile;
  unsigned* const sorted = dynamic_shared<unsigned>();
  unsigned* const starts = sorted + tile;
  unsigned* const sums = starts + digits;
  unsigned* const counters = sums + 32;
  unsigned* const counter = counters + warp * digits;
  for (int d = lane; d < digits; d += 32) counter[d] = 0;
  __syncwarp();

  unsigned keys[sort_ballot_keys], ranks[sort_ballot_keys];
  LIVEWARP_UNROLL()
  for (int k = 0; k < sort_ballot_keys; ++k) {
    const int i = first + (warp * sort_ballot_keys + k) * 32 + lane;
    keys[k] = i < n ? sort_ordered(from[i]) : 0xffffffffu;  // stays last
  }
  LIVEWARP_UNROLL()
  for (int k = 0; k < sort_ballot_keys; ++k) {
    const int d = digit.of(keys[k]);
    const unsigned peers = sort_peers(d, digit.bits, by_match);
    const unsigned before = peers & ((1u << lane) - 1u), counted = counter[d];
    ranks[k] = counted + __popc(before);
    __syncwarp();
    if (before == 0) counter[d] = counted + __popc(peers);
    __syncwarp();
  }
  __syncthreads();
  sort_scan_warps(counters, starts, sums, digit);

  LIVEWARP_UNROLL()
  for (int k = 0; k < sort_ballot_keys; ++k) {
    const int d = digit.of(keys[k]);
    sorted[starts[d] + counter[d] + ranks[k]] = keys[k];
  }
  __syncthreads();
  for (int d = thread; d < digits; d += blockDim.x) starts[d] = runs.begin(d) - starts[d];
  __syncthreads();
  for (int i = thread; i < tile && first + i < n; i += blockDim.x)
    to[starts[digit.of(sorted[i])] + i] = sort_bits(sorted[i]);
}

LIVEWARP_KERNELS_END
