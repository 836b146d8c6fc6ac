// Nearest and bilinear scaling with plain loads.
#pragma once

#include "kernels/scaling/scaling.cuh"

LIVEWARP_KERNELS_BEGIN

/// How a thread loads a texel: all channels in one access.
struct ScalingByPixel {
  template <class Pixel>
  static __device__ __forceinline__ Pixel load(const Pixel* texel) {
    return load_readonly(texel);
  }
};
/// Or byte by byte, each an access of its own.
struct ScalingByByte {
  static __device__ __forceinline__ uchar4 load(const uchar4* texel) {
    const volatile unsigned char* const bytes =
        reinterpret_cast<const volatile unsigned char*>(texel);
    const unsigned char r = bytes[0], g = bytes[1], b = bytes[2], a = bytes[3];
    return make_uchar4(r, g, b, a);
  }
};

/// Texel (x, y), by the rule for those outside.
template <class Loads, class Pixel>
__device__ __forceinline__ Pixel scaling_load(const Pixel* source, int x, int y,
                                              const ScalingTask& task) {
  if (task.inside(x, y)) return Loads::load(source + int64(y) * task.width + x);
  return scaling_texel(source, x, y, task);
}

// Lesson: the nearest texel is a load and a store, so nothing but memory can be its limit. What decides
// is how memory is asked: a warp that loads bytes needs four instructions for what one of four bytes
// each brings, and a thread that makes four neighbouring pixels stores 16 bytes at once. Larger results
// read little and write much; smaller ones read texels that they then skip.
template <class Pixel, class Loads, int Items>
__global__ void scaling_direct_nearest(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                       const __grid_constant__ ScalingTask task) {
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * Items;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.result_width || y >= task.result_height) return;
  int64 u = task.u(x, y), v = task.v(x, y);
  ScalingPixels<Pixel, Items> pixels;
  LIVEWARP_UNROLL()
  for (int k = 0; k < Items; ++k) {
    pixels.pixel[k] = scaling_load<Loads>(source, scaling_nearest(u), scaling_nearest(v), task);
    u += task.u_by_x;
    v += task.v_by_x;
  }
  scaling_store(result, pixels, x, y, task);
}

// Lesson: bilinear by hand is four loads, twelve multiply-adds for four channels and sixteen conversions
// from bytes: the conversions weigh most, for they run at a quarter of the rate of arithmetic. This is the
// work that a texture unit does beside the kernel, with weights of 8 bits; here they have 24.
template <class Pixel, class Loads, int Items>
__global__ void scaling_direct_bilinear(const Pixel* __restrict__ source,
                                        Pixel* __restrict__ result,
                                        const __grid_constant__ ScalingTask task) {
  using Channels = ScalingChannels<Pixel>;
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * Items;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.result_width || y >= task.result_height) return;
  int64 u = task.u(x, y), v = task.v(x, y);
  ScalingPixels<Pixel, Items> pixels;
  LIVEWARP_UNROLL()
  for (int k = 0; k < Items; ++k) {
    const int left = scaling_floor(u), top = scaling_floor(v);
    const float right = scaling_share(u), below = scaling_share(v);
    const auto line = [&](int row) {
      const auto first = Channels::of(scaling_load<Loads>(source, left, row, task));
      const auto second = Channels::of(scaling_load<Loads>(source, left + 1, row, task));
      return Channels::plus(Channels::plus(Channels::zero(), 1.0f - right, first), right, second);
    };
    const auto upper = Channels::plus(Channels::zero(), 1.0f - below, line(top));
    pixels.pixel[k] = scaling_pixel(Channels::plus(upper, below, line(top + 1)));
    u += task.u_by_x;
    v += task.v_by_x;
  }
  scaling_store(result, pixels, x, y, task);
}

LIVEWARP_KERNELS_END
