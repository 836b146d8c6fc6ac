// Wide filters in two passes: along the rows, then along the columns.
#pragma once

#include "kernels/scaling/cuda/scaling.cuh"

LIVEWARP_KERNELS_BEGIN

/// The columns (or rows) of a result, in the order in which they need the source. Columns that a
/// thread makes together share texels: from the first one's first on, taps + together / 2 of them.
struct ScalingTable {
  const int*
      places;  ///< of the texels from `origin` on, by the rule for those outside; -1: nowhere
  const float* weights;  ///< of each column those of all shared texels; 16-byte aligned
  int taps, origin, count;
  int64 start,
      step;  ///< where the filter of column 0 begins, in 2^-32 texels, and from one to the next

  /// The first texel that column i needs, which may lie outside.
  __device__ __forceinline__ int first(int i) const { return scaling_after(start + i * step); }
  __device__ __forceinline__ int place(int texel) const {
    return load_readonly(places + (texel - origin));
  }
  /// -1 for texels that no column needs, too.
  __device__ __forceinline__ int place_within(int texel) const {
    return unsigned(texel - origin) < unsigned(count) ? place(texel) : -1;
  }
};

// Table: where texels are found that may lie outside, one thread per texel. Made once for a
// problem, like the next.
__global__ void scaling_places(int* places, int n, int origin, int texels, int address) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) places[i] = scaling_address(origin + i, texels, address);
}

// Table: the weights, one thread a column or row, into zeros. With a `half_scale` a weight times
// that is stored as two equal fp16; rounded so they must still sum to the scale, or a grey wall
// would change its shade: the largest takes what rounding left over.
__global__ void scaling_weights(float* weights, int n, int together, long long start,
                                long long step, float half_scale,
                                const __grid_constant__ ScalingWeights filter) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int64 position = start + i * step;
  const int first = filter.first(position);
  const float distance = filter.distance(first, position);
  const int shared = filter.first(start + (i - i % together) * step);
  float* const own = weights + int64(i) * (filter.taps + together / 2) + (first - shared);
  float sum = 0.0f;
  for (int k = 0; k < filter.taps; ++k) sum += own[k] = filter.at(distance + float(k));
  for (int k = 0; k < filter.taps; ++k) own[k] /= sum;
  if (half_scale <= 0.0f) return;
  float left = half_scale;
  int peak = 0;
  for (int k = 0; k < filter.taps; ++k) {
    const float weight = own[k];
    left -= widened(narrowed(half_scale * weight));
    if (weight > own[peak]) peak = k;
  }
  for (int k = 0; k < filter.taps; ++k) {
    const float rounded = widened(narrowed(half_scale * own[k]));
    const unsigned half = narrowed(k == peak ? rounded + left : rounded).bits;
    own[k] = __uint_as_float(half | half << 16);
  }
}

/// A column of the result: the sum of its texels of a row, their places and weights in registers.
template <class Pixel, int Taps>
struct ScalingColumn {
  using Channels = ScalingChannels<Pixel>;
  int at[Taps];
  float weight[Taps];

  __device__ __forceinline__ ScalingColumn(const ScalingTable& columns, int x) {
    const int first = columns.first(x);
    LIVEWARP_UNROLL()
    for (int k = 0; k < Taps; ++k) {
      const int place = columns.place(first + k);
      at[k] = max(place, 0);
      weight[k] = place < 0 ? 0.0f : load_readonly(columns.weights + int64(x) * Taps + k);
    }
  }
  __device__ __forceinline__ ScalingSum<Pixel> sum(const Pixel* row) const {
    auto sum = Channels::zero();
    LIVEWARP_UNROLL()
    for (int k = 0; k < Taps; ++k)
      sum = Channels::plus(sum, weight[k], Channels::of(load_readonly(row + at[k])));
    return sum;
  }
};
/// Any number of texels, looked up one by one.
template <class Pixel>
struct ScalingColumn<Pixel, 0> {
  using Channels = ScalingChannels<Pixel>;
  const float* weights;
  const int* places;
  int taps;

  __device__ __forceinline__ ScalingColumn(const ScalingTable& columns, int x)
      : weights(columns.weights + int64(x) * columns.taps),
        places(columns.places + (columns.first(x) - columns.origin)), taps(columns.taps) {}
  __device__ __forceinline__ ScalingSum<Pixel> sum(const Pixel* row) const {
    auto sum = Channels::zero();
    for (int k = 0; k < taps; ++k) {
      const int at = load_readonly(places + k);
      if (at >= 0)
        sum =
            Channels::plus(sum, load_readonly(weights + k), Channels::of(load_readonly(row + at)));
    }
    return sum;
  }
};

// Lesson separable: A separable filter in two passes: texels are summed along each row once, kept
// in shared memory, and the sums are summed down each column. Lanczos-3 takes 6 and 6
// multiplications per channel in place of 36, and antialiasing of a small result becomes
// affordable. The limit is arithmetic now, and the conversion of bytes; only an unrotated filter
// can be split so.
//
// Each thread keeps to its own column, so it waits for nobody: shared memory is here an array that
// can be indexed, which registers cannot. Weights come from a table, computed once.
template <class Pixel, int Taps>
__global__ void scaling_separable(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                  const __grid_constant__ ScalingTable columns,
                                  const __grid_constant__ ScalingTable rows, int rows_a_block,
                                  const __grid_constant__ ScalingTask task) {
  using Channels = ScalingChannels<Pixel>;
  using Sum = ScalingSum<Pixel>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= task.result_width) return;
  const int y0 = blockIdx.y * rows_a_block, y1 = min(y0 + rows_a_block, task.result_height);
  const int taps = Taps > 0 ? Taps : rows.taps;
  const int top = rows.first(y0), lines = rows.first(y1 - 1) + taps - top;
  Sum* const line = dynamic_shared<Sum>() + threadIdx.x;

  const ScalingColumn<Pixel, Taps> column(columns, x);
  for (int j = 0; j < lines; ++j) {
    const int from = rows.place(top + j);
    line[j * blockDim.x] =
        from < 0 ? Channels::zero() : column.sum(source + int64(from) * task.width);
  }
  for (int y = y0; y < y1; ++y) {
    const Sum* const own = line + (rows.first(y) - top) * int(blockDim.x);
    const float* const weight = rows.weights + int64(y) * taps;
    auto sum = Channels::zero();
    LIVEWARP_UNROLL()
    for (int k = 0; k < (Taps > 0 ? Taps : taps); ++k)
      sum = Channels::plus(sum, weight[k], own[k * int(blockDim.x)]);
    result[int64(y) * task.result_width + x] = scaling_pixel(sum);
  }
}

LIVEWARP_KERNELS_END
