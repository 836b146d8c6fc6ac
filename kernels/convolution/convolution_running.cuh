// The blur whose work does not grow with the radius.
#pragma once

#include "kernels/convolution/convolution_task.cuh"
#include "kernels/pictures/half_pixels.cuh"

LIVEWARP_KERNELS_BEGIN

/// See ConvolutionCosines.
struct RunningCosines {
  float box, weight[2], twice[2], edge[2], beyond[2];
};

/// A texel's channels as numbers, and back: bytes, or fp16 between the two passes.
template <class Texel>
struct RunningTexel;
template <>
struct RunningTexel<RgbaWord> {
  static constexpr int channels = 4;
  static __device__ __forceinline__ void take(RgbaWord texel, float (&to)[4]) {
    LIVEWARP_UNROLL()
    for (int c = 0; c < 4; ++c) to[c] = byte_as_number(texel, c);
  }
  static __device__ __forceinline__ RgbaWord of(const float (&from)[4]) {
    return nearest_word(make_float4(from[0], from[1], from[2], from[3]));
  }
};
template <>
struct RunningTexel<unsigned char> {
  static constexpr int channels = 1;
  static __device__ __forceinline__ void take(unsigned char texel, float (&to)[1]) {
    to[0] = byte_as_number(texel, 0);
  }
  static __device__ __forceinline__ unsigned char of(const float (&from)[1]) {
    return nearest_byte(from[0]);
  }
};
template <>
struct RunningTexel<uint2> {
  static constexpr int channels = 4;
  static __device__ __forceinline__ void take(uint2 texel, float (&to)[4]) {
    to[0] = widened(Half16{(unsigned short)(texel.x)});
    to[1] = widened(Half16{(unsigned short)(texel.x >> 16)});
    to[2] = widened(Half16{(unsigned short)(texel.y)});
    to[3] = widened(Half16{(unsigned short)(texel.y >> 16)});
  }
  static __device__ __forceinline__ uint2 of(const float (&from)[4]) {
    return make_uint2(halves_of(from[0], from[1]), halves_of(from[2], from[3]));
  }
};
template <>
struct RunningTexel<unsigned short> {
  static constexpr int channels = 1;
  static __device__ __forceinline__ void take(unsigned short texel, float (&to)[1]) {
    to[0] = widened(Half16{texel});
  }
  static __device__ __forceinline__ unsigned short of(const float (&from)[1]) {
    return narrowed(from[0]).bits;
  }
};

/// The sums of a column around a row: plain, and weighted by the cosines at this row and at the one
/// before. In the beginning all is zero, as if there were no texels.
template <int Channels>
struct RunningSums {
  float sum[Channels] = {}, now[2][Channels] = {}, before[2][Channels] = {};
  float entered[Channels] = {}, left[Channels] = {};  ///< last

  /// Goes one row down: a texel enters at distance r, one leaves that was at distance -r.
  __device__ __forceinline__ void step(const float (&enters)[Channels],
                                       const float (&leaves)[Channels],
                                       const RunningCosines& cosines) {
    LIVEWARP_UNROLL()
    for (int c = 0; c < Channels; ++c) {
      sum[c] += enters[c] - leaves[c];
      const float edge = enters[c] + left[c], beyond = entered[c] + leaves[c];
      LIVEWARP_UNROLL()
      for (int j = 0; j < 2; ++j) {
        const float ends = fmaf(-cosines.beyond[j], beyond, -before[j][c]);
        before[j][c] = now[j][c];
        now[j][c] = fmaf(cosines.twice[j], now[j][c], fmaf(cosines.edge[j], edge, ends));
      }
      entered[c] = enters[c];
      left[c] = leaves[c];
    }
  }
  __device__ __forceinline__ void result(float (&to)[Channels],
                                         const RunningCosines& cosines) const {
    LIVEWARP_UNROLL()
    for (int c = 0; c < Channels; ++c)
      to[c] = fmaf(cosines.weight[1], now[1][c],
                   fmaf(cosines.weight[0], now[0][c], cosines.box * sum[c]));
  }
};

constexpr int running_rows = 32, running_batch = 8;  ///< of a tile; asked for at once

// Lesson running: A Gaussian is nearly a constant and two cosines, within a hundredth of a level.
// The sum of texels weighted by a cosine follows from the last two sums, the texel that enters and
// the one that leaves: some 13 operations for each channel and direction, whether the radius is 2
// or 32. What the radius still costs is the way to the first pixel of each thread. Below some
// radius the plain sums are faster: sweep it.
//
// Two passes, each down the columns, where neighbouring lanes read neighbouring texels; each writes
// its result transposed, by way of shared memory. A warp has 32 columns.
template <class From, class To>
__global__ void convolution_running(const From* __restrict__ source, To* __restrict__ result,
                                    int rows, const __grid_constant__ RunningCosines cosines,
                                    const __grid_constant__ ConvolutionTask task) {
  constexpr int channels = RunningTexel<From>::channels, pitch = running_rows + 1;
  const int lane = threadIdx.x, column = 32 * (blockIdx.x * blockDim.y + threadIdx.y);
  if (column >= task.width) return;
  To* const tile = dynamic_shared<To>() + threadIdx.y * (32 * pitch);
  const From* const texels = source + min(column + lane, task.width - 1);
  const auto at = [&](int y) {
    return load_readonly(texels + int64(min(max(y, 0), task.height - 1)) * task.width);
  };
  const int first = blockIdx.y * rows, last = min(first + rows, task.height);
  RunningSums<channels> sums;
  for (int y = first - 2 * task.radius - 1; y < first; ++y) {
    float enters[channels], nothing[channels] = {};
    RunningTexel<From>::take(at(y + task.radius), enters);
    sums.step(enters, nothing, cosines);
  }
  for (int y = first; y < last; y += running_rows) {
    for (int batch = 0; batch < running_rows; batch += running_batch) {
      From entering[running_batch], leaving[running_batch];
      LIVEWARP_UNROLL()
      for (int i = 0; i < running_batch; ++i) {
        entering[i] = at(y + batch + i + task.radius);
        leaving[i] = at(y + batch + i - 1 - task.radius);
      }
      LIVEWARP_UNROLL()
      for (int i = 0; i < running_batch; ++i) {
        float enters[channels], leaves[channels], made[channels];
        RunningTexel<From>::take(entering[i], enters);
        RunningTexel<From>::take(leaving[i], leaves);
        sums.step(enters, leaves, cosines);
        sums.result(made, cosines);
        tile[lane * pitch + batch + i] = RunningTexel<To>::of(made);
      }
    }
    __syncwarp();
    const int columns = min(32, task.width - column);
    if (y + lane < last)
      for (int i = 0; i < columns; ++i)
        result[int64(column + i) * task.height + y + lane] = tile[i * pitch + lane];
    __syncwarp();
  }
}

LIVEWARP_KERNELS_END
