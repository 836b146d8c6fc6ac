// The first rung: a network of comparisons.
#pragma once

#include "kernels/sort/sort_keys.cuh"

LIVEWARP_KERNELS_BEGIN

/// Two places that are compared: of all pairs `distance` apart, or, mirrored, of those that stand
/// as far from the middle of 2 x distance keys.
struct SortPair {
  int low, high;
  __device__ __forceinline__ SortPair(int pair, int distance, bool mirrored) {
    const int within = pair & (distance - 1);
    low = 2 * (pair - within) + within;
    high = mirrored ? low - 2 * within + 2 * distance - 1 : low + distance;
  }
};

// Lesson bitonic-global: Batcher's bitonic sort. Two sorted tiles, the second one read backwards,
// rise and fall; comparing each two keys at mirrored places leaves the smaller half below, and
// halves of halves follow. Which keys meet never depends on the keys: nothing diverges. But 2^k
// keys take k (k + 1) / 2 steps, 253 for 4 million, and here each is a launch that reads and writes
// all keys: memory is the limit.
//
//   0  --+-----+------+---------+--      ^ compared: the smaller key goes up
//   1  --+-----|-+----+---------|-+
//   2  --+-----|-+----+----...  | |      tiles of 2, of 4 (mirrored, then halves), of 8 ...
//   3  --+-----+------+---------|-|
//
// A key is missing where a place is beyond the end: it would be the largest, and stay there.
__global__ void sort_exchange(const unsigned* from, unsigned* to, int n, int distance,
                              int mirrored) {
  const SortPair at(blockIdx.x * blockDim.x + threadIdx.x, distance, mirrored != 0);
  if (at.low >= n) return;
  const unsigned low = from[at.low];
  if (at.high >= n) {
    if (from != to) to[at.low] = low;
    return;
  }
  const unsigned high = from[at.high];
  const bool exchanged = sort_ordered(high) < sort_ordered(low);
  if (from == to && !exchanged) return;
  const unsigned smaller = exchanged ? high : low, larger = exchanged ? low : high;
  to[at.low] = smaller;
  to[at.high] = larger;
}

LIVEWARP_KERNELS_END
