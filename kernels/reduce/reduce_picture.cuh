// The elements as an image, tinted by the sums of blocks, and the tree of the first block.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Elements of any type, read as fp32: enough for a picture.
struct ReduceElements {
  const void *x, *y;  ///< y of a dot product, else null
  int type;           ///< 0 fp32, 1 fp64, 2 int32
  int n;

  __device__ __forceinline__ float of(const void* all, int i) const {
    if (type == 0) return static_cast<const float*>(all)[i];
    if (type == 1) return float(static_cast<const double*>(all)[i]);
    return float(static_cast<const int*>(all)[i]);
  }
  __device__ __forceinline__ float at(int i) const { return y ? of(x, i) * of(y, i) : of(x, i); }
};

/// How values become colours.
struct ReduceScale {
  float lowest, highest;  ///< dark and bright
  float middle, spread;   ///< of an element: its mean, and the deviation that is usual
};

/// Additions of the first block, drawn over the lowest rows of the picture.
struct ReduceTree {
  int rows;  ///< 0: none
  bool neighbours;
};

constexpr float reduce_darkest = 0.2f;

__device__ __forceinline__ bool reduce_is_finite(float value) { return value - value == 0.0f; }
__device__ __forceinline__ uchar4 reduce_not_finite() { return make_uchar4(230, 60, 200, 255); }

/// From blue (-1, a smaller sum than usual) by grey to orange (1, a larger one).
__device__ __forceinline__ uchar4 reduce_tint(float tint) {
  const float side = tint < -1 ? 1.0f : tint > 1 ? 1.0f : tint < 0 ? -tint : tint;
  const float r = tint < 0 ? 70 : 250, g = tint < 0 ? 140 : 160, b = tint < 0 ? 250 : 40;
  return make_uchar4((unsigned char)(190 + side * (r - 190)),
                     (unsigned char)(190 + side * (g - 190)),
                     (unsigned char)(190 + side * (b - 190)), 255);
}

/// A value as brightness of a tint. `members`: of so many elements it is the mean, which strays the
/// less the more they are.
__device__ __forceinline__ uchar4 reduce_shade(float value, float mean, int members,
                                               const ReduceScale& scale) {
  if (!reduce_is_finite(value) || !reduce_is_finite(mean)) return reduce_not_finite();
  const float place = (value - scale.lowest) / (scale.highest - scale.lowest);
  const float light = reduce_darkest + (1 - reduce_darkest) * (place < 0   ? 0.0f
                                                               : place > 1 ? 1.0f
                                                                           : place);
  const uchar4 hue =
      reduce_tint((mean - scale.middle) * sqrtf(float(members)) / (3 * scale.spread));
  return make_uchar4((unsigned char)(light * hue.x), (unsigned char)(light * hue.y),
                     (unsigned char)(light * hue.z), 255);
}

/// The mean of `count` elements from `first` on, `stride` apart, as far as there are any.
struct ReduceMean {
  float mean;
  int members;
  __device__ __forceinline__ ReduceMean(const ReduceElements& elements, int first, int stride,
                                        int count) {
    float sum = 0;
    members = 0;
    for (int k = 0; k < count && first + int64(k) * stride < elements.n; ++k, ++members)
      sum += elements.at(first + k * stride);
    mean = members ? sum / float(members) : 0.0f;
  }
};

/// Of a block's elements at most 256, evenly spread, tell its tint.
__device__ __forceinline__ ReduceMean reduce_mean_of_block(const ReduceElements& elements,
                                                           int block, int size) {
  constexpr int most = 256;
  const int stride = size > most ? size / most : 1;
  return ReduceMean(elements, block * size, stride, size > most ? most : size);
}

/// The element that a pixel shows: with more elements than pixels one of an even choice.
__device__ __forceinline__ int reduce_element(int pixel, int pixels, int n) {
  return n <= pixels ? pixel : int(int64(pixel) * n / pixels);
}

/// A pixel of the tree: row k from its top has 2^k times fewer sums than there are threads.
__device__ __forceinline__ uchar4 reduce_tree_color(const ReduceElements& elements, float across,
                                                    float down, int size, bool neighbours,
                                                    const ReduceScale& scale) {
  int levels = 1;
  while (size >> levels) ++levels;
  const int level = min(int(down * float(levels)), levels - 1);
  const int members = 1 << level, sums = (size + members - 1) / members;
  const int sum = min(int(across * float(sums)), sums - 1);
  const ReduceMean mean = neighbours ? ReduceMean(elements, sum * members, 1, members)
                                     : ReduceMean(elements, sum, sums, members);
  const bool gap = down * float(levels) - float(level) > 0.9f;
  if (gap || mean.members == 0) return make_uchar4(22, 26, 33, 255);
  return reduce_shade(mean.mean, mean.mean, mean.members, scale);
}

/// Colour of pixel (px, py); `size` elements are a block's.
__device__ __forceinline__ uchar4 reduce_color(const ReduceElements& elements, int px, int py,
                                               int width, int height, int size,
                                               const ReduceScale& scale, const ReduceTree& tree) {
  const int top = height - tree.rows;
  if (py >= top)
    return reduce_tree_color(elements, (float(px) + 0.5f) / float(width),
                             (float(py - top) + 0.5f) / float(tree.rows), size > 1024 ? 1024 : size,
                             tree.neighbours, scale);
  const int i = reduce_element(py * width + px, width * height, elements.n);
  if (i >= elements.n) return make_uchar4(22, 26, 33, 255);
  const ReduceMean mean = reduce_mean_of_block(elements, i / size, size);
  return reduce_shade(elements.at(i), mean.mean, mean.members, scale);
}

__global__ void reduce_picture(const __grid_constant__ ReduceElements elements,
                               uchar4* __restrict__ picture, int width, int height, int size,
                               const __grid_constant__ ReduceScale scale,
                               const __grid_constant__ ReduceTree tree) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel < width * height)
    picture[pixel] =
        reduce_color(elements, pixel % width, pixel / width, width, height, size, scale, tree);
}

LIVEWARP_KERNELS_END
