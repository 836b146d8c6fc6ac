// Kernels that count the levels of a picture: where do the additions meet?
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int histogram_levels = 256;

/// The bins of word `i` of a picture of `values` bytes: a texel of RGBA, or four of grey; -1 beyond
/// its end.
template <int Channels>
__device__ __forceinline__ void histogram_bins(const unsigned char* source, int64 values, int64 i,
                                               int (&bins)[4]) {
  const int present = int(min(int64(4), values - 4 * i));
  uchar4 word{};
  if (present == 4) {
    word = load_readonly(reinterpret_cast<const uchar4*>(source) + i);
  } else {
    if (present > 0) word.x = source[4 * i];
    if (present > 1) word.y = source[4 * i + 1];
    if (present > 2) word.z = source[4 * i + 2];
  }
  const int levels[4] = {word.x, word.y, word.z, word.w};
  LIVEWARP_UNROLL()
  for (int k = 0; k < 4; ++k)
    bins[k] = k < present ? levels[k] + (Channels == 4 ? k * histogram_levels : 0) : -1;
}

// Lesson global: Each thread adds 1 to bins that all threads share, in global memory. The L2 cache
// performs these atomics, and those on one bin one after another. Noise spreads them over all bins;
// a checkerboard, or alpha, sends all threads to one or two of them: the same traffic, and how much
// longer does it take?
template <int Channels>
__global__ void histogram_global(const unsigned char* __restrict__ source,
                                 unsigned* __restrict__ counts, int64 values) {
  const int64 words = (values + 3) / 4, stride = int64(gridDim.x) * blockDim.x;
  for (int64 i = int64(blockIdx.x) * blockDim.x + threadIdx.x; i < words; i += stride) {
    int bins[4];
    histogram_bins<Channels>(source, values, i, bins);
    LIVEWARP_UNROLL()
    for (int k = 0; k < 4; ++k)
      if (bins[k] >= 0) atomicAdd(counts + bins[k], 1u);
  }
}

/// What a block counted in shared memory, `copies` numbers a bin, is added to the counts of all.
__device__ __forceinline__ void histogram_add_block(const unsigned* own, int bins, int copies,
                                                    unsigned* counts) {
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    unsigned sum = 0;
    for (int copy = 0; copy < copies; ++copy) sum += own[bin * copies + copy];
    if (sum) atomicAdd(counts + bin, sum);
  }
}

__device__ __forceinline__ void histogram_clear(unsigned* own, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) own[i] = 0;
}

// Lesson shared: Privatized in shared memory: a block counts in a histogram of its own and adds it
// to the global bins once, at its end. With several sub-histograms side by side neighbouring lanes
// count in different ones, so that equal texels contend less often; but each must be cleared and
// summed, and leaves room for fewer blocks. Few loads per thread leave many blocks, and then the
// sums at their ends take over.
template <int Channels>
__global__ void histogram_shared(const unsigned char* __restrict__ source,
                                 unsigned* __restrict__ counts, int64 values, int copies) {
  constexpr int bins_of_all = Channels * histogram_levels;
  unsigned* const own = dynamic_shared<unsigned>();
  histogram_clear(own, bins_of_all * copies);
  __syncthreads();
  const int copy = threadIdx.x % copies;
  const int64 words = (values + 3) / 4, stride = int64(gridDim.x) * blockDim.x;
  for (int64 i = int64(blockIdx.x) * blockDim.x + threadIdx.x; i < words; i += stride) {
    int bins[4];
    histogram_bins<Channels>(source, values, i, bins);
    LIVEWARP_UNROLL()
    for (int k = 0; k < 4; ++k)
      if (bins[k] >= 0) atomicAdd(own + bins[k] * copies + copy, 1u);
  }
  __syncthreads();
  histogram_add_block(own, bins_of_all, copies, counts);
}

// Lesson aggregated: Warp-aggregated atomics: lanes of a warp with equal levels find one another by
// __match_any_sync, and the lowest of them adds for all. A flat picture then makes one addition
// where there were 32; noise makes as many as before and has matched in vain. Which is worth it
// depends on the picture alone.
//
// All lanes must take part, those beyond the end too.
template <int Channels, bool Shared>
__global__ void histogram_aggregated(const unsigned char* __restrict__ source,
                                     unsigned* __restrict__ counts, int64 values) {
  constexpr int bins_of_all = Channels * histogram_levels;
  unsigned* const own = Shared ? dynamic_shared<unsigned>() : counts;
  if (Shared) histogram_clear(own, bins_of_all);
  __syncthreads();
  const int lane = threadIdx.x % 32;
  const int64 words = (values + 3) / 4, stride = int64(gridDim.x) * blockDim.x;
  for (int64 first = int64(blockIdx.x) * blockDim.x; first < words; first += stride) {
    int bins[4];
    histogram_bins<Channels>(source, values, first + threadIdx.x, bins);
    LIVEWARP_UNROLL()
    for (int k = 0; k < 4; ++k) {
      const unsigned equals = __match_any_sync(0xffffffffu, bins[k]);
      const bool speaks = __ffs(int(equals)) - 1 == lane;
      if (speaks && bins[k] >= 0) atomicAdd(own + bins[k], unsigned(__popc(equals)));
    }
  }
  __syncthreads();
  if (Shared) histogram_add_block(own, bins_of_all, 1, counts);
}

LIVEWARP_KERNELS_END
