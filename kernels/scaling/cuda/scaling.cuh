// What the kernels of the scaling workload share: where a pixel lies in the source, texels outside,
// and weights.
#pragma once

#include "kernels/pictures/pixels.cuh"

LIVEWARP_KERNELS_BEGIN

// How texels outside are found; the order is Scaling::Address.
constexpr int scaling_clamp = 0, scaling_wrap = 1, scaling_mirror = 2, scaling_border = 3;

/// A picture that is scaled to another. Positions count in 2^-32 texels; texel k has its centre at
/// k.
struct ScalingTask {
  int width, height;                ///< of the source
  int result_width, result_height;  ///< of the result
  int address;
  int64 u0, v0, u_by_x, u_by_y, v_by_x, v_by_y;

  __device__ __forceinline__ int64 u(int x, int y) const { return u0 + x * u_by_x + y * u_by_y; }
  __device__ __forceinline__ int64 v(int x, int y) const { return v0 + x * v_by_x + y * v_by_y; }
  __device__ __forceinline__ bool inside(int x, int y) const {
    return unsigned(x) < unsigned(width) && unsigned(y) < unsigned(height);
  }
};

/// The texel whose square holds a position, and the texel at or before it.
__device__ __forceinline__ int scaling_nearest(int64 position) {
  return int((position + (int64(1) << 31)) >> 32);
}
__host__ __device__ __forceinline__ int scaling_floor(int64 position) {
  return int(position >> 32);
}
/// The first texel after a position.
__host__ __device__ __forceinline__ int scaling_after(int64 position) {
  return scaling_floor(position) + 1;
}
/// How far a position lies behind its floor: 0 ... 1.
__device__ __forceinline__ float scaling_share(int64 position) {
  return float(unsigned(position)) * 0x1p-32f;
}

/// Where texel i of n is found; -1: nowhere.
__device__ __forceinline__ int scaling_address(int i, int n, int address) {
  if (unsigned(i) < unsigned(n)) return i;
  if (address == scaling_clamp) return i < 0 ? 0 : n - 1;
  if (address == scaling_border) return -1;
  const int period = address == scaling_wrap ? n : 2 * n;
  const int within = i % period + (i % period < 0 ? period : 0);
  return within < n ? within : period - 1 - within;
}

/// Four channels of a byte each.
using ScalingRgba = RgbaWord;
template <class Pixel>
using ScalingChannels = PixelChannels<Pixel>;
template <class Pixel>
using ScalingSum = PixelSum<Pixel>;
/// What a texture unit calls a pixel, and the same as this workload has it.
template <class Pixel>
using ScalingBytes = typename ScalingChannels<Pixel>::Bytes;
__device__ __forceinline__ ScalingRgba scaling_word(uchar4 p) {
  return joined_bytes(p.x, p.y, p.z, p.w);
}
__device__ __forceinline__ unsigned char scaling_word(unsigned char p) { return p; }

/// The nearest pixel of a sum, which may lie a little outside.
__device__ __forceinline__ ScalingRgba scaling_pixel(float4 v) { return nearest_word(v); }
__device__ __forceinline__ unsigned char scaling_pixel(float v) { return nearest_byte(v); }

/// Texel (x, y), by the rule for those outside.
template <class Pixel>
__device__ __forceinline__ Pixel scaling_texel(const Pixel* source, int x, int y,
                                               const ScalingTask& task) {
  const int i = scaling_address(x, task.width, task.address);
  const int j = scaling_address(y, task.height, task.address);
  return i < 0 || j < 0 ? Pixel{} : load_readonly(source + int64(j) * task.width + i);
}

/// Pixels of a thread side by side: loaded and stored at once where they lie so that it can be.
template <class Pixel, int Items>
struct alignas(sizeof(Pixel) * Items) ScalingPixels {
  Pixel pixel[Items];
};

/// Stores the pixels from x on of row y, as many as the row has.
template <class Pixel, int Items>
__device__ __forceinline__ void scaling_store(Pixel* result,
                                              const ScalingPixels<Pixel, Items>& pixels, int x,
                                              int y, const ScalingTask& task) {
  const int64 i = int64(y) * task.result_width + x;
  if (Items > 1 && x + Items <= task.result_width && task.result_width % Items == 0) {
    *reinterpret_cast<ScalingPixels<Pixel, Items>*>(result + i) = pixels;
    return;
  }
  LIVEWARP_UNROLL()
  for (int k = 0; k < Items; ++k)
    if (x + k < task.result_width) result[i + k] = pixels.pixel[k];
}

/// Bilinear: between the four texels around a position, `texel(x, y)` each.
template <class Pixel, class Texel>
__device__ __forceinline__ ScalingSum<Pixel> scaling_between(int64 u, int64 v, const Texel& texel) {
  using Channels = ScalingChannels<Pixel>;
  const int left = scaling_floor(u), top = scaling_floor(v);
  const float right = scaling_share(u), below = scaling_share(v);
  const auto line = [&](int y) {
    const auto first = Channels::of(texel(left, y)), second = Channels::of(texel(left + 1, y));
    return Channels::plus(Channels::plus(Channels::zero(), 1.0f - right, first), right, second);
  };
  const auto upper = Channels::plus(Channels::zero(), 1.0f - below, line(top));
  return Channels::plus(upper, below, line(top + 1));
}

/// Copies a texel into shared memory, zeros in place of one that is nowhere; RGBA while the thread
/// goes on.
__device__ __forceinline__ void scaling_copy(ScalingRgba* shared, const ScalingRgba* texel,
                                             bool nowhere) {
  if (nowhere)
    *shared = 0;
  else
    copy_async<4>(shared, texel);
}
__device__ __forceinline__ void scaling_copy(unsigned char* shared, const unsigned char* texel,
                                             bool nowhere) {
  *shared = nowhere ? (unsigned char)(0) : load_readonly(texel);
}
// Which function of the distance weighs the texels.
constexpr int scaling_linear = 0, scaling_cubic = 1, scaling_lanczos = 2, scaling_area = 3;

/// A filter at a scale: see StretchedFilter.
struct ScalingWeights {
  int kind;
  int taps;
  float near[4], far[4];  ///< of a cubic
  float stretch;          ///< the filter is that much wider; area: texels under a pixel
  int64 radius;           ///< in 2^-32 texels

  /// The first texel within the radius of a position.
  __device__ __forceinline__ int first(int64 position) const {
    return scaling_after(position - radius);
  }
  /// How far that texel lies from the position.
  __device__ __forceinline__ float distance(int first, int64 position) const {
    return float((int64(first) << 32) - position) * 0x1p-32f;
  }
  /// Of a texel `t` texels away, not yet divided by the sum of all.
  __device__ __forceinline__ float at(float t) const {
    if (kind == scaling_area)
      return fmaxf(0.0f, fminf(t + 0.5f, 0.5f * stretch) - fmaxf(t - 0.5f, -0.5f * stretch));
    t = fabsf(t) / stretch;
    if (kind == scaling_linear) return fmaxf(0.0f, 1.0f - t);
    if (kind == scaling_lanczos) return lanczos(t);
    const float* const c = t < 1.0f ? near : far;
    return t < 2.0f ? c[0] + t * (c[1] + t * (c[2] + t * c[3])) : 0.0f;
  }
  static __device__ __forceinline__ float lanczos(float t) {
    if (t >= 3.0f) return 0.0f;
    if (t < 1e-4f) return 1.0f;
    const float third = 0.33333333f * t;
    return sinpif(t) * sinpif(third) / (9.86960440f * t * third);
  }
};

/// The weighted sum of all texels that a position needs, each weight computed anew: for whoever
/// needs few pixels.
template <class Pixel>
__device__ __forceinline__ ScalingSum<Pixel> scaling_sum(const Pixel* source, int64 u, int64 v,
                                                         const ScalingTask& task,
                                                         const ScalingWeights& weights) {
  using Channels = ScalingChannels<Pixel>;
  const int left = weights.first(u), top = weights.first(v);
  const float du = weights.distance(left, u), dv = weights.distance(top, v);
  ScalingSum<Pixel> sum = Channels::zero();
  float all = 0.0f;
  for (int j = 0; j < weights.taps; ++j) {
    const float down = weights.at(dv + float(j));
    for (int i = 0; i < weights.taps; ++i) {
      const float weight = down * weights.at(du + float(i));
      sum =
          Channels::plus(sum, weight, Channels::of(scaling_texel(source, left + i, top + j, task)));
      all += weight;
    }
  }
  return Channels::plus(Channels::zero(), 1.0f / all, sum);
}

LIVEWARP_KERNELS_END
