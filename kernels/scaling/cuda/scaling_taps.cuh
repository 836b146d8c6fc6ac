// Wide filters, every texel fetched for every pixel.
#pragma once

#include "kernels/scaling/cuda/scaling.cuh"

LIVEWARP_KERNELS_BEGIN

/// A texel by the texture unit, which finds its address and minds the edges.
struct ScalingFetchTexel {
  cudaTextureObject_t texture;
  float across, down;  ///< from texels to the texture's coordinates

  template <class Pixel>
  __device__ __forceinline__ Pixel at(const Pixel*, int x, int y, const ScalingTask&) const {
    return scaling_word(
        tex2D<ScalingBytes<Pixel>>(texture, (float(x) + 0.5f) * across, (float(y) + 0.5f) * down));
  }
};
/// Or by a load.
struct ScalingLoadTexel {
  template <class Pixel>
  __device__ __forceinline__ Pixel at(const Pixel* source, int x, int y,
                                      const ScalingTask& task) const {
    if (task.inside(x, y)) return load_readonly(source + int64(y) * task.width + x);
    return scaling_texel(source, x, y, task);
  }
};

// Lesson taps: All taps of the filter, as it is written: 16 texels per pixel for a cubic, 36 for
// Lanczos-3, their weights computed for each pixel. Memory waits, since neighbouring pixels read
// nearly the same texels and they come from the caches; the limit is how many fetches the texture
// units serve, or how many loads. Which of the two is faster?
template <class Pixel, int Taps, class Texels>
__global__ void scaling_taps(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                             const __grid_constant__ Texels texels,
                             const __grid_constant__ ScalingTask task,
                             const __grid_constant__ ScalingWeights weights) {
  using Channels = ScalingChannels<Pixel>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.result_width || y >= task.result_height) return;
  const int64 u = task.u(x, y), v = task.v(x, y);
  const int left = scaling_floor(u) - (Taps / 2 - 1), top = scaling_floor(v) - (Taps / 2 - 1);
  const float du = scaling_share(u) + float(Taps / 2 - 1);
  const float dv = scaling_share(v) + float(Taps / 2 - 1);
  float across[Taps], all_across = 0.0f;
  LIVEWARP_UNROLL()
  for (int i = 0; i < Taps; ++i) all_across += across[i] = weights.at(float(i) - du);
  auto sum = Channels::zero();
  float all_down = 0.0f;
  LIVEWARP_UNROLL()
  for (int j = 0; j < Taps; ++j) {
    auto line = Channels::zero();
    LIVEWARP_UNROLL()
    for (int i = 0; i < Taps; ++i)
      line =
          Channels::plus(line, across[i], Channels::of(texels.at(source, left + i, top + j, task)));
    const float down = weights.at(float(j) - dv);
    all_down += down;
    sum = Channels::plus(sum, down, line);
  }
  result[int64(y) * task.result_width + x] =
      scaling_pixel(Channels::plus(Channels::zero(), 1.0f / (all_across * all_down), sum));
}

// Two neighbouring texels of weights a and b are one filtered fetch at b / (a + b) between them,
// times a + b, as long as both have one sign.
struct ScalingPairs {
  float at[3], weight[3];  ///< of the position's floor, and how much each fetch counts
};

/// All four weights are positive: two pairs. Else the inner two are a pair and the outer ones
/// alone.
template <int Fetches>
__device__ __forceinline__ ScalingPairs scaling_pairs(float share, const ScalingWeights& weights) {
  const float a = weights.at(1.0f + share), b = weights.at(share);
  const float c = weights.at(1.0f - share), d = weights.at(2.0f - share);
  if constexpr (Fetches == 2)
    return {{-1.0f + b / (a + b), 1.0f + d / (c + d), 0.0f}, {a + b, c + d, 0.0f}};
  else
    return {{-1.0f, c / (b + c), 2.0f}, {a, b + c, d}};
}

// Lesson pairs: A cubic from bilinear fetches, which take its taps in pairs: one fetch between two
// texels brings both, weighted. A B-spline takes 4 fetches in place of 16, the other cubics 9,
// because their outer weights are negative and a texture unit can only interpolate. Fewer fetches,
// and weights of 8 bits: look at the difference.
template <class Pixel, int Fetches>
__global__ void scaling_pairs_of_taps(Pixel* __restrict__ result, cudaTextureObject_t texture,
                                      float to_across, float to_down,
                                      const __grid_constant__ ScalingTask task,
                                      const __grid_constant__ ScalingWeights weights) {
  using Channels = ScalingChannels<Pixel>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.result_width || y >= task.result_height) return;
  const int64 u = task.u(x, y), v = task.v(x, y);
  const ScalingPairs across = scaling_pairs<Fetches>(scaling_share(u), weights);
  const ScalingPairs down = scaling_pairs<Fetches>(scaling_share(v), weights);
  const float left = float(scaling_floor(u)) + 0.5f, top = float(scaling_floor(v)) + 0.5f;
  auto sum = Channels::zero();
  LIVEWARP_UNROLL()
  for (int j = 0; j < Fetches; ++j) {
    auto line = Channels::zero();
    LIVEWARP_UNROLL()
    for (int i = 0; i < Fetches; ++i)
      line = Channels::plus(line, across.weight[i],
                            tex2D<ScalingSum<Pixel>>(texture, (left + across.at[i]) * to_across,
                                                     (top + down.at[j]) * to_down));
    sum = Channels::plus(sum, down.weight[j], line);
  }
  result[int64(y) * task.result_width + x] =
      scaling_pixel(Channels::plus(Channels::zero(), 255.0f, sum));
}

LIVEWARP_KERNELS_END
