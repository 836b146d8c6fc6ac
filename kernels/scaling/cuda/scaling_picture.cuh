// What shows the result, the source, and how far the result is from what it should be.
#pragma once

#include "kernels/pictures/pixel_picture.cuh"
#include "kernels/scaling/cuda/scaling.cuh"

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

/// The largest difference of a channel, in grey.
__device__ __forceinline__ uchar4 scaling_apart(float4 a, float4 b, float amplify) {
  const float apart =
      fmaxf(fmaxf(fabsf(a.x - b.x), fabsf(a.y - b.y)), fmaxf(fabsf(a.z - b.z), fabsf(a.w - b.w)));
  return shown_color(amplify * apart);
}
__device__ __forceinline__ uchar4 scaling_apart(float a, float b, float amplify) {
  return shown_color(amplify * fabsf(a - b));
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
  const Pixel made = result[int64(y) * task.result_width + x];
  if (!as_source && show.what != scaling_show_difference) return shown_pixel(made);
  const Pixel nearest = scaling_texel(source, scaling_nearest(u), scaling_nearest(v), task);
  if (as_source) return shown_pixel(nearest);
  const auto exact = show.exact_nearest ? Channels::of(nearest)
                                        : scaling_within(scaling_sum(source, u, v, task, weights));
  return scaling_apart(Channels::of(made), exact, show.amplify);
}

/// Pixel (px, py) of the picture.
template <class Pixel>
__device__ __forceinline__ uchar4 scaling_picture_pixel(const Pixel* source, const Pixel* result,
                                                        int px, int py, const ScalingShow& show,
                                                        const ScalingTask& task,
                                                        const ScalingWeights& weights) {
  const ShownPixels shown{show.width, show.height, task.result_width, task.result_height};
  return shrunk_pixel(px, py, shown, [&](int x, int y) {
    return scaling_view(source, result, x, y, show, task, weights);
  });
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
