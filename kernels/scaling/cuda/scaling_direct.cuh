// Nearest and bilinear scaling with plain loads.
#pragma once

#include "kernels/scaling/cuda/scaling.cuh"

LIVEWARP_KERNELS_BEGIN

/// How a thread loads a texel: all channels in one access, by the read-only path.
struct ScalingByPixel {
  template <class Pixel>
  static __device__ __forceinline__ Pixel load(const Pixel* texel) {
    return load_readonly(texel);
  }
};
/// By the ordinary path, as without __ldg and const __restrict__.
struct ScalingOrdinary {
  template <class Pixel>
  static __device__ __forceinline__ Pixel load(const Pixel* texel) {
    return load_ordinary(texel);
  }
};
/// Or byte by byte, each an access of its own, by the ordinary path.
struct ScalingByByte {
  static __device__ __forceinline__ ScalingRgba load(const ScalingRgba* texel) {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(texel);
    return joined_bytes(load_ordinary(bytes), load_ordinary(bytes + 1), load_ordinary(bytes + 2),
                        load_ordinary(bytes + 3));
  }
};

/// Texel (x, y), by the rule for those outside unless it is known to be inside.
template <class Loads, bool Inside, class Pixel>
__device__ __forceinline__ Pixel scaling_load(const Pixel* source, int x, int y,
                                              const ScalingTask& task) {
  if (Inside || task.inside(x, y)) return Loads::load(source + int64(y) * task.width + x);
  return scaling_texel(source, x, y, task);
}
template <bool Value>
struct ScalingInside {
  static constexpr bool value = Value;
};

/// Makes Items pixels side by side, from (x, y) on: `pixel(k, inside)` is the k-th; `inside` is a
/// constant by type, true where no texel of any of them can lie outside, which leaves out the rules
/// for those.
template <class Pixel, int Items, class Make>
__device__ __forceinline__ void scaling_make(Pixel* result, int x, int y, bool inside,
                                             const ScalingTask& task, const Make& pixel) {
  if (inside) {
    ScalingPixels<Pixel, Items> pixels;
    LIVEWARP_UNROLL()
    for (int k = 0; k < Items; ++k) pixels.pixel[k] = pixel(k, ScalingInside<true>{});
    scaling_store(result, pixels, x, y, task);
    return;
  }
  LIVEWARP_UNROLL(1)
  for (int k = 0; k < Items && x + k < task.result_width; ++k)
    result[int64(y) * task.result_width + x + k] = pixel(k, ScalingInside<false>{});
}

// The nearest texel is a load and a store, so nothing but memory can be its limit. What decides
// is how memory is asked: a warp that loads bytes needs four instructions for what one of four
// bytes each brings, and a thread that makes four neighbouring pixels stores 16 bytes at once, and
// minds the edges once. Larger results read little and write much; smaller ones read texels that
// they then skip.
template <class Pixel, class Loads, int Items>
__global__ void scaling_direct_nearest(const Pixel* __restrict__ source, Pixel* __restrict__ result,
                                       const __grid_constant__ ScalingTask task) {
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * Items;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.result_width || y >= task.result_height) return;
  const int64 u = task.u(x, y), v = task.v(x, y);
  const int64 last_u = u + (Items - 1) * task.u_by_x, last_v = v + (Items - 1) * task.v_by_x;
  const int row = scaling_nearest(v);
  const Pixel* const line = source + int64(row) * task.width;
  const bool inside = task.inside(scaling_nearest(u), row) &&
                      task.inside(scaling_nearest(last_u), scaling_nearest(last_v));
  if (inside && task.v_by_x == 0) {
    ScalingPixels<Pixel, Items> pixels;
    LIVEWARP_UNROLL()
    for (int k = 0; k < Items; ++k)
      pixels.pixel[k] = Loads::load(line + scaling_nearest(u + k * task.u_by_x));
    scaling_store(result, pixels, x, y, task);
    return;
  }
  scaling_make<Pixel, Items>(result, x, y, inside, task, [&](int k, auto within) {
    return scaling_load<Loads, decltype(within)::value>(
        source, scaling_nearest(u + k * task.u_by_x), scaling_nearest(v + k * task.v_by_x), task);
  });
}

// Lesson direct: Global loads in place of texture fetches: a thread computes where its pixel lies,
// loads the texel, or four of them, and interpolates in fp32, with 24 bits where a texture unit has
// 8. Nearest is memory bound; bilinear is bound by the conversion of bytes to floats. Load uchar by
// uchar, or give a thread one pixel, and see what vectorized loads are worth. Load without __ldg:
// the read-only path was a cache of its own before Volta; what is it worth today?
//
// Sixteen bytes have to be made numbers: as conversions they would weigh most, for a multiprocessor
// does 16 a clock; see byte_as_number for a way round.
template <class Pixel, class Loads, int Items>
__global__ void scaling_direct_bilinear(const Pixel* __restrict__ source,
                                        Pixel* __restrict__ result,
                                        const __grid_constant__ ScalingTask task) {
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * Items;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= task.result_width || y >= task.result_height) return;
  const int64 u = task.u(x, y), v = task.v(x, y);
  const auto four_inside = [&](int64 at_u, int64 at_v) {
    const int i = scaling_floor(at_u), j = scaling_floor(at_v);
    return task.inside(i, j) && task.inside(i + 1, j + 1);
  };
  const bool inside = four_inside(u, v) &&
                      four_inside(u + (Items - 1) * task.u_by_x, v + (Items - 1) * task.v_by_x);
  scaling_make<Pixel, Items>(result, x, y, inside, task, [&](int k, auto within) {
    const auto sum =
        scaling_between<Pixel>(u + k * task.u_by_x, v + k * task.v_by_x, [&](int i, int j) {
          return scaling_load<Loads, decltype(within)::value>(source, i, j, task);
        });
    return scaling_pixel(sum);
  });
}

LIVEWARP_KERNELS_END
