// Small results from means that were made beforehand.
#pragma once

#include "kernels/scaling/cuda/scaling_texture.cuh"

LIVEWARP_KERNELS_BEGIN

/// The mean of four bytes, rounded half up; channel by channel, two at a time in the halves of a
/// word.
__device__ __forceinline__ unsigned scaling_mean_halves(unsigned a, unsigned b, unsigned c,
                                                        unsigned d) {
  return (a + b + c + d + 0x00020002u) >> 2 & 0x00ff00ffu;
}
__device__ __forceinline__ ScalingRgba scaling_mean(ScalingRgba a, ScalingRgba b, ScalingRgba c,
                                                    ScalingRgba d) {
  constexpr unsigned low = 0x00ff00ffu;
  const unsigned even = scaling_mean_halves(a & low, b & low, c & low, d & low);
  const unsigned odd = scaling_mean_halves(a >> 8 & low, b >> 8 & low, c >> 8 & low, d >> 8 & low);
  return even | odd << 8;
}
__device__ __forceinline__ unsigned char scaling_mean(unsigned char a, unsigned char b,
                                                      unsigned char c, unsigned char d) {
  return (unsigned char)((a + b + c + d + 2) / 4);
}

// Level: one thread per texel, the mean of 2 x 2 of the level before; of an odd side the last one
// counts twice. Each level has a quarter of the texels, so that all of them take a third of the
// source's memory.
template <class Pixel>
__global__ void scaling_level(const Pixel* __restrict__ larger, Pixel* __restrict__ level,
                              int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= (width + 1) / 2 || y >= (height + 1) / 2) return;
  const int left = 2 * x, right = min(left + 1, width - 1);
  const Pixel* const above = larger + int64(2 * y) * width;
  const Pixel* const below = larger + int64(min(2 * y + 1, height - 1)) * width;
  level[int64(y) * ((width + 1) / 2) + x] =
      scaling_mean(above[left], above[right], below[left], below[right]);
}

/// A level at a position.
template <class Pixel>
__device__ __forceinline__ ScalingSum<Pixel> scaling_in_level(const Pixel* level, int64 u, int64 v,
                                                              const ScalingTask& task) {
  return scaling_between<Pixel>(u, v,
                                [&](int x, int y) { return scaling_texel(level, x, y, task); });
}

// Lesson mipmaps: The source at half its size, at a quarter and so on is made once, from means of 2
// x 2. A pixel of a small result then takes four texels of each of the two levels next to its size,
// however small it is, and they lie side by side: the limit is memory. It is softer than a widened
// filter; compare the two on the zone plate.
//
// The means are of squares, and a result between two levels mixes one that is too sharp with one
// that is too soft.
template <class Pixel>
__global__ void scaling_trilinear(const Pixel* __restrict__ finer,
                                  const Pixel* __restrict__ coarser, Pixel* __restrict__ result,
                                  float share, const __grid_constant__ ScalingTask fine,
                                  const __grid_constant__ ScalingTask coarse) {
  using Channels = ScalingChannels<Pixel>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= fine.result_width || y >= fine.result_height) return;
  auto sum = scaling_in_level(finer, fine.u(x, y), fine.v(x, y), fine);
  if (share > 0.0f)
    sum = Channels::plus(Channels::plus(Channels::zero(), 1.0f - share, sum), share,
                         scaling_in_level(coarser, coarse.u(x, y), coarse.v(x, y), coarse));
  result[int64(y) * fine.result_width + x] = scaling_pixel(sum);
}

/// Copies a level into one of a mipmapped array, which is wider and higher where a side is no
/// multiple of what the last level divides it by: there the level's edge goes on.
template <class Pixel>
__global__ void scaling_fill_level(const Pixel* __restrict__ level, int width, int height,
                                   cudaSurfaceObject_t target, int target_width,
                                   int target_height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= target_width || y >= target_height) return;
  const Pixel pixel = level[int64(min(y, height - 1)) * width + min(x, width - 1)];
  surf2Dwrite(pixel, target, x * int(sizeof(Pixel)), y);
}

// Lesson mipmap-texture: The levels of the variant mipmaps in a mipmapped CUDA array: one fetch
// takes four texels of each of two levels and mixes them, with 8 bits for the weights and for the
// share of the levels. tex2DLod is told the level, tex2DGrad finds it by how far neighbouring
// pixels lie apart. Every level of the hardware has half the texels of the one before, rounded
// down: other sides are padded. Compare time and error with mipmaps.
template <class Pixel>
__global__ void scaling_mipmap_level(const __grid_constant__ ScalingFetches fetches, float level,
                                     Pixel* __restrict__ result,
                                     const __grid_constant__ ScalingTask task) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.result_width || y >= task.result_height) return;
  const auto sum = tex2DLod<ScalingSum<Pixel>>(fetches.texture, fetches.u(float(x), float(y)),
                                               fetches.v(float(x), float(y)), level);
  result[int64(y) * task.result_width + x] = scaling_of_reals(sum);
}

// The same where the hardware finds the level: at the one whose texels are as wide as the longer
// step to a neighbouring pixel.
template <class Pixel>
__global__ void scaling_mipmap_gradients(const __grid_constant__ ScalingFetches fetches,
                                         Pixel* __restrict__ result,
                                         const __grid_constant__ ScalingTask task) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.result_width || y >= task.result_height) return;
  const auto sum = tex2DGrad<ScalingSum<Pixel>>(
      fetches.texture, fetches.u(float(x), float(y)), fetches.v(float(x), float(y)),
      make_float2(fetches.u_by_x, fetches.v_by_x), make_float2(fetches.u_by_y, fetches.v_by_y));
  result[int64(y) * task.result_width + x] = scaling_of_reals(sum);
}

LIVEWARP_KERNELS_END
