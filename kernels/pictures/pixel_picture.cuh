// How pixels of 8 bits a channel become the picture on the screen: opaque, and smaller where there
// are too many.
#pragma once

#include "kernels/pictures/pixels.cuh"

LIVEWARP_KERNELS_BEGIN

/// The ground that transparent pixels are shown on.
constexpr float picture_ground = 42.0f;

__device__ __forceinline__ uchar4 shown_color(float4 p) {
  const float a = p.w * (1.0f / 255.0f), ground = picture_ground * (1.0f - a);
  return make_uchar4(nearest_byte(fmaf(p.x, a, ground)), nearest_byte(fmaf(p.y, a, ground)),
                     nearest_byte(fmaf(p.z, a, ground)), 255);
}
__device__ __forceinline__ uchar4 shown_color(float p) {
  const unsigned char grey = nearest_byte(p);
  return make_uchar4(grey, grey, grey, 255);
}

/// A pixel as it is shown: most are opaque, and stay what they are.
__device__ __forceinline__ uchar4 shown_pixel(uchar4 p) {
  return p.w == 255 ? p : shown_color(PixelChannels<uchar4>::of(p));
}
__device__ __forceinline__ uchar4 shown_pixel(RgbaWord p) {
  const auto byte = [p](int i) { return (unsigned char)(p >> (8 * i)); };
  return shown_pixel(make_uchar4(byte(0), byte(1), byte(2), byte(3)));
}
__device__ __forceinline__ uchar4 shown_pixel(unsigned char p) { return make_uchar4(p, p, p, 255); }

/// Pixels that are shown by a picture of at most as many.
struct ShownPixels {
  int width, height;            ///< of the picture
  int full_width, full_height;  ///< of what it shows

  /// One pixel each, which spares the divisions.
  __device__ __forceinline__ bool whole() const {
    return width == full_width && height == full_height;
  }
};

/// Pixel (px, py) of the picture: where there are more than fit, the mean of up to 4 x 4 of them,
/// evenly placed. `color(x, y)` is what one is shown as.
template <class Color>
__device__ __forceinline__ uchar4 shrunk_pixel(int px, int py, const ShownPixels& shown,
                                               const Color& color) {
  if (shown.whole()) return color(px, py);
  const int x0 = int(int64(px) * shown.full_width / shown.width);
  const int y0 = int(int64(py) * shown.full_height / shown.height);
  const int wide = int(int64(px + 1) * shown.full_width / shown.width) - x0;
  const int high = int(int64(py + 1) * shown.full_height / shown.height) - y0;
  const int across = min(wide, 4), down = min(high, 4), n = across * down;
  int r = 0, g = 0, b = 0;
  for (int j = 0; j < down; ++j)
    for (int i = 0; i < across; ++i) {
      const uchar4 p =
          color(x0 + (2 * i + 1) * wide / (2 * across), y0 + (2 * j + 1) * high / (2 * down));
      r += p.x, g += p.y, b += p.z;
    }
  const auto mean = [n](int sum) { return (unsigned char)((2 * sum + n) / (2 * n)); };
  return make_uchar4(mean(r), mean(g), mean(b), 255);
}

/// Pixel (px, py) of the picture of two results of one size: left of column `split` of the first,
/// then of the second.
template <class Pixel>
__device__ __forceinline__ uchar4 split_pixel(const Pixel* left, const Pixel* right, int split,
                                              int px, int py, const ShownPixels& shown) {
  return shrunk_pixel(px, py, shown, [&](int x, int y) {
    const Pixel* const from = x < split ? left : right;
    return shown_pixel(from[int64(y) * shown.full_width + x]);
  });
}

// Picture: one thread a pixel.
template <class Pixel>
__global__ void split_picture(const Pixel* __restrict__ left, const Pixel* __restrict__ right,
                              int split, uchar4* __restrict__ picture,
                              const __grid_constant__ ShownPixels shown) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= shown.width || py >= shown.height) return;
  picture[int64(py) * shown.width + px] = split_pixel(left, right, split, px, py, shown);
}

/// Two pictures in one, with ground around them.
struct PairOfPictures {
  struct Place {
    int x, y, width, height;
    __device__ __forceinline__ bool holds(int px, int py) const {
      return px >= x && px < x + width && py >= y && py < y + height;
    }
    __device__ __forceinline__ int64 at(int px, int py) const {
      return int64(py - y) * width + (px - x);
    }
  };
  Place left, right;
};

/// Pixel (px, py) of the picture of both.
template <class Pixel>
__device__ __forceinline__ uchar4 pair_pixel(const Pixel* left, const Pixel* right,
                                             const PairOfPictures& pair, int px, int py,
                                             const ShownPixels& shown) {
  return shrunk_pixel(px, py, shown, [&](int x, int y) {
    if (pair.left.holds(x, y)) return shown_pixel(left[pair.left.at(x, y)]);
    if (pair.right.holds(x, y)) return shown_pixel(right[pair.right.at(x, y)]);
    return shown_color(picture_ground);
  });
}

// Picture: one thread a pixel.
template <class Pixel>
__global__ void pair_picture(const Pixel* __restrict__ left, const Pixel* __restrict__ right,
                             uchar4* __restrict__ picture,
                             const __grid_constant__ PairOfPictures pair,
                             const __grid_constant__ ShownPixels shown) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= shown.width || py >= shown.height) return;
  picture[int64(py) * shown.width + px] = pair_pixel(left, right, pair, px, py, shown);
}

LIVEWARP_KERNELS_END
