// A histogram whose lanes never meet: each has a bank of shared memory to itself.
#pragma once

#include "kernels/core/device/streaming.cuh"
#include "kernels/histogram/histogram.cuh"

LIVEWARP_KERNELS_BEGIN

/// A block's counters in shared memory, `Copies` of them for each level. With 32, words of 4 bytes:
///
///     bank        0       1     ...     31
///     level 0   lane 0  lane 1  ...  lane 31
///     level 1   lane 0  lane 1  ...  lane 31
///     ...
///
/// A word counts twice, up to 65,535 in its lower and in its upper half: red and green, and in a
/// second table blue and alpha; of grey every other texel. An atomic adds 1 or 65,536.
template <int Channels, int Copies>
struct HistogramLanes {
  static constexpr int tables = Channels == 4 ? 2 : 1;
  static constexpr int sums = tables * histogram_levels, words = sums * Copies;
  static constexpr int most = 65'535;  ///< of a half
  /// What one load of 16 bytes adds to a half at most.
  static constexpr int of_load = Channels == 4 ? 4 : 8;

  unsigned* own;  ///< the words of this thread's copy: every `Copies`-th

  /// Byte `place` of a texel of RGBA, or of four of grey.
  __device__ __forceinline__ void add(unsigned level, int place) const {
    const unsigned table = Channels == 4 ? place / 2 * (histogram_levels * Copies) : 0;
    atomicAdd(own + table + level * Copies, place % 2 == 0 ? 1u : 65'536u);
  }
  __device__ __forceinline__ void add_word(unsigned word) const {
    LIVEWARP_UNROLL()
    for (int k = 0; k < 4; ++k) add(word >> (8 * k) & 0xffu, k);
  }
  __device__ __forceinline__ void add_all(const uint4& vector) const {
    add_word(vector.x);
    add_word(vector.y);
    add_word(vector.z);
    add_word(vector.w);
  }
};

/// Adds a block's words to the counts of all, a thread a level: at each moment neighbours read
/// different copies, and so different banks.
template <int Channels, int Copies>
__device__ __forceinline__ void histogram_add_lanes(const unsigned* words, unsigned* counts) {
  using Lanes = HistogramLanes<Channels, Copies>;
  for (int sum = threadIdx.x; sum < Lanes::sums; sum += blockDim.x) {
    unsigned lower = 0, upper = 0;
    LIVEWARP_UNROLL()
    for (int k = 0; k < Copies; ++k) {
      const unsigned word = words[sum * Copies + (threadIdx.x + k) % Copies];
      lower += word & 0xffffu;
      upper += word >> 16;
    }
    const int level = sum % histogram_levels, table = sum / histogram_levels;
    unsigned* const to = counts + 2 * table * histogram_levels + level;
    if (Channels == 1) {
      if (lower + upper) atomicAdd(to, lower + upper);
    } else {
      if (lower) atomicAdd(to, lower);
      if (upper) atomicAdd(to + histogram_levels, upper);
    }
  }
}

// Lesson lanes: In the privatized histogram lanes of a warp still meet: two that add to the same
// bank of shared memory do so one after another. Here each of the 32 lanes has counters in a bank
// of its own, so that a warp's 32 atomics never conflict, whatever the picture shows. Two counters
// share a word, to fit into 64 KiB. Loads of 16 bytes come early: the next two are under way while
// one is counted. What is left is the rate of atomics in shared memory, 32 a warp, whose time is
// about that of the loads.
//
// The launch gives each block so few texels that no half of a word overflows.
template <int Channels, int Copies>
__global__ void __launch_bounds__(1024)
    histogram_lanes(const unsigned char* __restrict__ source, unsigned* __restrict__ counts,
                    int64 values) {
  using Lanes = HistogramLanes<Channels, Copies>;
  constexpr int ahead = 2;
  const auto* const vectors = reinterpret_cast<const uint4*>(source);
  const int64 n = values / 16, stride = int64(gridDim.x) * blockDim.x;
  const int64 first = int64(blockIdx.x) * blockDim.x + threadIdx.x;
  uint4 next[ahead] = {};
  LIVEWARP_UNROLL()
  for (int k = 0; k < ahead; ++k)
    if (first + k * stride < n) next[k] = load_streaming(vectors + first + k * stride);

  unsigned* const words = dynamic_shared<unsigned>();
  for (int i = threadIdx.x; i < Lanes::words / 4; i += blockDim.x)
    reinterpret_cast<uint4*>(words)[i] = make_uint4(0, 0, 0, 0);
  __syncthreads();
  const Lanes lanes{words + threadIdx.x % Copies};
  for (int64 i = first; i < n; i += ahead * stride) {
    LIVEWARP_UNROLL()
    for (int k = 0; k < ahead; ++k) {
      if (i + k * stride >= n) break;
      const uint4 now = next[k];
      const int64 later = i + (k + ahead) * stride;
      if (later < n) next[k] = load_streaming(vectors + later);
      lanes.add_all(now);
    }
  }
  for (int64 rest = 16 * n + first; rest < values; rest += stride)  // fewer than 16
    lanes.add(source[rest], int(rest % 4));
  __syncthreads();
  histogram_add_lanes<Channels, Copies>(words, counts);
}

LIVEWARP_KERNELS_END
