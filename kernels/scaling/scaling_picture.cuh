// What shows the result, the source, and how far the result is from what it should be.
#pragma once

#include "kernels/scaling/scaling.cuh"

LIVEWARP_KERNELS_BEGIN

// What is shown; the order is that of the parameter `show`.
constexpr int scaling_show_result = 0, scaling_show_source = 1, scaling_show_split = 2,
              scaling_show_difference = 3;

struct ScalingShow {
  int what;
  int split;           ///< split: pixels from here on show the result
  float amplify;       ///< difference: levels that one is shown as
  bool exact_nearest;  ///< the filter is nearest: no weights
  int width, height;   ///< of the picture, at most those of the result
};

// The ground that transparent pixels are shown on.
constexpr float scaling_ground = 42.0f;

__device__ __forceinline__ uchar4 scaling_shown(float4 p) {
  const float a = p.w * (1.0f / 255.0f), ground = scaling_ground * (1.0f - a);
  const auto byte = [&](float c) {
    return (unsigned char)(scaling_nearest_byte(fmaf(c, a, ground)));
  };
  return make_uchar4(byte(p.x), byte(p.y), byte(p.z), 255);
}
__device__ __forceinline__ uchar4 scaling_shown(float p) {
  const unsigned char grey = scaling_pixel(p);
  return make_uchar4(grey, grey, grey, 255);
}

/// The largest difference of a channel, in grey.
__device__ __forceinline__ uchar4 scaling_apart(float4 a, float4 b, float amplify) {
  const float apart =
      fmaxf(fmaxf(fabsf(a.x - b.x), fabsf(a.y - b.y)), fmaxf(fabsf(a.z - b.z), fabsf(a.w - b.w)));
  return scaling_shown(amplify * apart);
}
__device__ __forceinline__ uchar4 scaling_apart(float a, float b, float amplify) {
  return scaling_shown(amplify * fabsf(a - b));
}

__device__ __forceinline__ float4 scaling_within(float4 v) {
  const auto within = [](float c) { return fminf(fmaxf(c, 0.0f), 255.0f); };
  return make_float4(within(v.x), within(v.y), within(v.z), within(v.w));
}
__device__ __forceinline__ float scaling_within(float v) { return fminf(fmaxf(v, 0.0f), 255.0f); }

/// Pixel (x, y) of the result as it is shown.
template <class Pixel>
__device__ __forceinline__ uchar4 scaling_view(const Pixel* source, const Pixel* result, int x,
                                               int y, const ScalingShow& show,
                                               const ScalingTask& task,
                                               const ScalingWeights& weights) {
  using Channels = ScalingChannels<Pixel>;
  const bool as_source =
      show.what == scaling_show_source || (show.what == scaling_show_split && x < show.split);
  const int64 u = task.u(x, y), v = task.v(x, y);
  const auto made = Channels::of(result[int64(y) * task.result_width + x]);
  if (!as_source && show.what != scaling_show_difference) return scaling_shown(made);
  const auto nearest =
      Channels::of(scaling_texel(source, scaling_nearest(u), scaling_nearest(v), task));
  if (as_source) return scaling_shown(nearest);
  if (show.exact_nearest) return scaling_apart(made, nearest, show.amplify);
  return scaling_apart(made, scaling_within(scaling_sum(source, u, v, task, weights)),
                       show.amplify);
}

/// Pixel (px, py) of the picture: where the result has more than fit, the mean of up to 4 x 4 of its
/// pixels, evenly placed.
template <class Pixel>
__device__ __forceinline__ uchar4 scaling_picture_pixel(const Pixel* source, const Pixel* result,
                                                        int px, int py, const ScalingShow& show,
                                                        const ScalingTask& task,
                                                        const ScalingWeights& weights) {
  if (show.width == task.result_width && show.height == task.result_height)
    return scaling_view(source, result, px, py, show, task, weights);  // no divisions
  const int x0 = int(int64(px) * task.result_width / show.width);
  const int y0 = int(int64(py) * task.result_height / show.height);
  const int wide = int(int64(px + 1) * task.result_width / show.width) - x0;
  const int high = int(int64(py + 1) * task.result_height / show.height) - y0;
  const int across = min(wide, 4), down = min(high, 4), n = across * down;
  int r = 0, g = 0, b = 0;
  for (int j = 0; j < down; ++j)
    for (int i = 0; i < across; ++i) {
      const uchar4 p = scaling_view(source, result, x0 + (2 * i + 1) * wide / (2 * across),
                                    y0 + (2 * j + 1) * high / (2 * down), show, task, weights);
      r += p.x, g += p.y, b += p.z;
    }
  const auto mean = [n](int sum) { return (unsigned char)((2 * sum + n) / (2 * n)); };
  return make_uchar4(mean(r), mean(g), mean(b), 255);
}

// Picture: one thread a pixel.
template <class Pixel>
__global__ void scaling_picture(const Pixel* __restrict__ source, const Pixel* __restrict__ result,
                                uchar4* __restrict__ picture,
                                const __grid_constant__ ScalingShow show,
                                const __grid_constant__ ScalingTask task,
                                const __grid_constant__ ScalingWeights weights) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= show.width || py >= show.height) return;
  picture[int64(py) * show.width + px] =
      scaling_picture_pixel(source, result, px, py, show, task, weights);
}

LIVEWARP_KERNELS_END
