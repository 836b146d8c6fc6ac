// Where chains end, over the constants that they have: the bifurcation diagram of x = x x + c.
//
//   x =  2  |.
//           |::. .                elements of a column have nearly the same c;
//        0  |::::::..  _____      each is a dot at the value at which it ends
//           |::::''   '-----
//   x = -2  |'
//          c = -2           -1/2
#pragma once

#include "kernels/core/device/unit_arithmetic.cuh"

LIVEWARP_KERNELS_BEGIN

/// What the picture shows.
struct RatesDots {
  const float2* start;
  const uint64* end;
  const uint4* found;
  int n, steps;
};

constexpr int rates_most_dots = 48;  ///< elements of a column that are drawn
constexpr float rates_bottom = -2, rates_top = 2;

/// A word as a number between the picture's edges.
__device__ __forceinline__ float rates_spread(unsigned word) {
  return rates_bottom + float(word) * (rates_top - rates_bottom) * 0x1p-32f;
}

/// Where element i stands, from its kind: see RatesKind, whose places these are.
__device__ __forceinline__ float rates_value(const RatesDots& dots, int i) {
  const uint64 end = dots.end[i];
  const unsigned word = unsigned(end);
  switch (dots.found->x) {
  case 0: return dots.start[i].x;
  case 1:
  case 2: return __uint_as_float(word);
  case 3: return float(double_of(end));
  case 4: return widened(Half16{(unsigned short)word});
  case 5: return widened(Brain16{(unsigned short)word});
  case 7: return rates_spread((word - __float_as_uint(dots.start[i].y)) << 15);
  case 8:
  case 9:
  case 10: return rates_bottom + 8 * sqrtf(float(dots.steps)) * __uint_as_float(word);
  case 11:
    return rates_bottom + float(word) * (rates_top - rates_bottom) / (255 * float(dots.steps));
  case 14: return __uint_as_float(word) / (16 * float(dots.steps));
  default: return rates_spread(word);
  }
}

/// The elements of pixel column px, of which so many are shown.
struct RatesColumn {
  int first, members, shown;
  __device__ __forceinline__ RatesColumn(int px, int width, int n) {
    first = int(int64(px) * n / width);
    members = max(1, int(int64(px + 1) * n / width) - first);
    shown = min(members, rates_most_dots);
  }
  /// The pixel row of the k-th of them; -1: above or below the picture.
  __device__ __forceinline__ int row(const RatesDots& dots, int k, int height) const {
    const float value = rates_value(dots, first + int(int64(k) * members / shown));
    const float down = (rates_top - value) / (rates_top - rates_bottom) * float(height);
    return down >= 0 && down < float(height) ? int(down) : -1;
  }
  /// Colour of a pixel on which so many of them stand.
  __device__ __forceinline__ uchar4 color(int here) const {
    if (here == 0) return make_uchar4(22, 26, 33, 255);
    const float light = fminf(1.0f, 0.35f + 0.65f * float(here) / (0.08f * float(shown) + 1));
    return make_uchar4((unsigned char)(250 * light), (unsigned char)(190 * light),
                       (unsigned char)(90 * light), 255);
  }
};

__global__ void rates_picture(const __grid_constant__ RatesDots dots, uchar4* __restrict__ picture,
                              int width, int height) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel >= width * height) return;
  const RatesColumn column(pixel % width, width, dots.n);
  int here = 0;
  for (int k = 0; k < column.shown; ++k) here += column.row(dots, k, height) == pixel / width;
  picture[pixel] = column.color(here);
}

/// What the last step told of itself, for readouts: so that no state is copied for them.
__global__ void rates_told(const uint4* __restrict__ found, uint4* __restrict__ told) {
  *told = *found;
}

LIVEWARP_KERNELS_END
