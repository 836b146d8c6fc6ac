// Wide filters in two passes, with the sums of a column in registers.
#pragma once

#include "kernels/scaling/scaling_half.cuh"
#include "kernels/scaling/scaling_separable.cuh"

LIVEWARP_KERNELS_BEGIN

/// The channels of a pixel summed in fp32.
template <class Pixel>
struct ScalingExactSums {
  using Channels = ScalingChannels<Pixel>;
  using Texel = Pixel;

  ScalingSum<Pixel> sum;
  __device__ __forceinline__ void clear() { sum = Channels::zero(); }
  __device__ __forceinline__ void add(float weight, Pixel texel) {
    sum = Channels::plus(sum, weight, Channels::of(texel));
  }
  __device__ __forceinline__ void add(float weight, const ScalingExactSums& line) {
    sum = Channels::plus(sum, weight, line.sum);
  }
  __device__ __forceinline__ void store(Pixel* to) const { *to = scaling_pixel(sum); }
};

/// Two channels at a time in binary16; weights are pairs too.
template <class Pixel>
struct ScalingPairSums;
template <>
struct ScalingPairSums<uchar4> {
  using Texel = unsigned;  ///< all four channels as they lie

  HalfPair rb, ga;
  __device__ __forceinline__ void clear() { rb = ga = 0; }
  __device__ __forceinline__ void add(float weight, unsigned texel) {
    rb = fma_pair(__float_as_uint(weight), texel & 0x00ff00ffu, rb);
    ga = fma_pair(__float_as_uint(weight), texel >> 8 & 0x00ff00ffu, ga);
  }
  __device__ __forceinline__ void add(float weight, const ScalingPairSums& line) {
    rb = fma_pair(__float_as_uint(weight), line.rb, rb);
    ga = fma_pair(__float_as_uint(weight), line.ga, ga);
  }
  __device__ __forceinline__ void store(uchar4* to) const {
    *reinterpret_cast<unsigned*>(to) =
        __byte_perm(scaling_byte_pair(rb), scaling_byte_pair(ga), 0x6240);
  }
};
template <>
struct ScalingPairSums<unsigned char> {
  using Texel = unsigned char;

  HalfPair sum;
  __device__ __forceinline__ void clear() { sum = 0; }
  __device__ __forceinline__ void add(float weight, unsigned char texel) {
    sum = fma_pair(__float_as_uint(weight), texel, sum);
  }
  __device__ __forceinline__ void add(float weight, const ScalingPairSums& line) {
    sum = fma_pair(__float_as_uint(weight), line.sum, sum);
  }
  __device__ __forceinline__ void store(unsigned char* to) const {
    *to = (unsigned char)(scaling_byte_pair(sum));
  }
};

/// The texels of a row that a column needs, zero where there is none.
template <class Texel, class Pixel, int Taps>
__device__ __forceinline__ void scaling_fetch_row(Texel (&texels)[Taps], const Pixel* source,
                                                  const int (&at)[Taps], int row,
                                                  const ScalingTask& task) {
  static_assert(sizeof(Texel) == sizeof(Pixel));
  const int j = scaling_address(row, task.height, task.address);
  const auto* const line = reinterpret_cast<const Texel*>(source) + int64(max(j, 0)) * task.width;
  LIVEWARP_UNROLL()
  for (int k = 0; k < Taps; ++k) texels[k] = j < 0 ? Texel{} : load_readonly(line + at[k]);
}

// Lesson: a column of the result needs the sums of a few rows of texels, always the last ones: a window that
// rolls down the column. Its length is known when this is compiled, so it lives in registers, and nothing is
// written down in between, not even in shared memory. A row of texels is summed once, while those of the next
// are on their way; then every row of the result whose texels are complete is made. In pairs of binary16 an instruction serves two channels and
// bytes need no conversion: what does that cost in accuracy?
template <class Pixel, int Taps, template <class> class Sums>
__global__ void scaling_window(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                               const __grid_constant__ ScalingTable columns,
                               const __grid_constant__ ScalingTable rows, int rows_a_block,
                               const __grid_constant__ ScalingTask task) {
  using Sum = Sums<Pixel>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= task.result_width) return;
  int at[Taps];
  float weight[Taps];
  LIVEWARP_UNROLL()
  for (int k = 0; k < Taps; ++k) {
    const int place = scaling_address(columns.first[x] + k, task.width, task.address);
    weight[k] = place < 0 ? 0.0f : columns.weights[int64(x) * Taps + k];
    at[k] = max(place, 0);
  }
  int y = blockIdx.y * rows_a_block;
  const int end = min(y + rows_a_block, task.result_height);
  const int last = rows.first[end - 1] + Taps;
  int complete =
      rows.first[y] + Taps;  // row y can be made once the rows before this one are summed
  Sum window[Taps];
  LIVEWARP_UNROLL()
  for (int k = 0; k < Taps; ++k) window[k].clear();
  typename Sum::Texel coming[Taps];
  scaling_fetch_row(coming, source, at, rows.first[y], task);
  for (int from = rows.first[y]; from < last; ++from) {
    LIVEWARP_UNROLL()
    for (int k = 0; k + 1 < Taps; ++k) window[k] = window[k + 1];
    window[Taps - 1].clear();
    typename Sum::Texel texels[Taps];
    LIVEWARP_UNROLL()
    for (int k = 0; k < Taps; ++k) texels[k] = coming[k];
    scaling_fetch_row(coming, source, at, from + 1, task);
    LIVEWARP_UNROLL()
    for (int k = 0; k < Taps; ++k) window[Taps - 1].add(weight[k], texels[k]);
    while (from + 1 == complete) {
      const float* const down = rows.weights + int64(y) * Taps;
      Sum sum;
      sum.clear();
      LIVEWARP_UNROLL()
      for (int k = 0; k < Taps; ++k) sum.add(down[k], window[k]);
      sum.store(result + int64(y) * task.result_width + x);
      ++y;
      complete = y < end ? rows.first[y] + Taps : last + 1;
    }
  }
}

LIVEWARP_KERNELS_END
