// Bars that fall into order: the keys above, sorted ones below, and between them how they get
// there, a row a pass. Of many keys an even choice of columns is shown, and the passes are those
// that would sort these columns.
#pragma once

#include "kernels/sort/sort_keys.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int sort_most_columns = 512;
constexpr int sort_colors = 256;
constexpr float sort_tallest = 0.84f;  ///< bar: above it words stand

/// How a picture is divided: rows of pixels of bars, of passes, of bars.
struct SortLayout {
  int columns, column_width;  ///< keys that are shown, and the pixels of one
  int width, height;
  int bars;    ///< rows of pixels of the bars above, and of those below
  int passes;  ///< after how many passes the columns are shown; 0: after none
  int bits;    ///< of the key that a pass sorts by; 0: a pass makes tiles twice as long

  __device__ __forceinline__ int below() const { return height - bars; }
  /// The pass that a row of pixels shows: 0 before all; -1 it shows none.
  __device__ __forceinline__ int pass_at(int py) const {
    if (passes == 0 || py < bars || py >= below()) return -1;
    return (py - bars) * (passes + 1) / (below() - bars);
  }
  /// Whether a row of pixels divides parts or passes.
  __device__ __forceinline__ bool is_gap(int py) const {
    if (passes == 0) return false;
    const int pass = pass_at(py), row_height = (below() - bars) / (passes + 1);
    if (py == bars - 1 || py == below()) return true;
    return pass >= 0 && row_height >= 6 && pass_at(py + 1) != pass;
  }
  /// The key of n that a column shows.
  __device__ __forceinline__ int key_of(int column, int n) const {
    return int(int64(column) * n / columns);
  }
};

/// Colours of keys from the lowest number to the highest.
struct SortColors {
  uchar4 of[sort_colors];
  float lowest, highest;
};

__device__ __forceinline__ uchar4 sort_ground() { return make_uchar4(22, 26, 33, 255); }
__device__ __forceinline__ uchar4 sort_not_finite() { return make_uchar4(230, 60, 200, 255); }

/// A key as a part of the range of numbers; 1 for what is no finite number, which is said too.
struct SortLevel {
  float share;
  bool finite;
  __device__ __forceinline__ SortLevel(unsigned bits, const SortColors& colors) {
    const float value = __uint_as_float(bits);
    finite = value - value == 0.0f;
    const float part = (value - colors.lowest) / (colors.highest - colors.lowest);
    share = !finite || part > 1 ? 1.0f : part < 0 ? 0.0f : part;
  }
  __device__ __forceinline__ uchar4 color(const SortColors& colors) const {
    return finite ? colors.of[int(share * (sort_colors - 1) + 0.5f)] : sort_not_finite();
  }
};

/// Where column i stands after a pass: `keys` are those of all columns, as ordered integers. Who
/// has as many smaller ones before it in its tile; of equal ones the first stays first.
__device__ __forceinline__ int sort_place_after(const unsigned* keys, int i, int pass,
                                                const SortLayout& layout) {
  const int size = layout.bits ? layout.columns : 1 << pass;
  const int first = i / size * size;
  const int last = first + size < layout.columns ? first + size : layout.columns;
  const int known = layout.bits * pass;
  const unsigned mask = layout.bits == 0 || known >= 32 ? 0xffffffffu : (1u << known) - 1u;
  const unsigned own = keys[i] & mask;
  int place = first;
  for (int j = first; j < last; ++j) {
    const unsigned other = keys[j] & mask;
    place += int(other < own || (other == own && j < i));
  }
  return place;
}

/// A pixel of a row: `shown` are the keys of its columns.
__device__ __forceinline__ uchar4 sort_pixel(const unsigned* shown, int px, int py,
                                             const SortLayout& layout, const SortColors& colors) {
  const int column = px / layout.column_width;
  if (column >= layout.columns || layout.is_gap(py)) return sort_ground();
  const SortLevel level(shown[column], colors);
  if (layout.pass_at(py) >= 0) return level.color(colors);
  const bool gap = layout.column_width > 3 && px % layout.column_width == layout.column_width - 1;
  const int bottom = py < layout.bars ? layout.bars : layout.height;
  const float up = (float(bottom - py) - 0.5f) / float(layout.bars);
  const bool lowest = bottom - py <= 2;  // the smallest key has a bar too
  return !gap && (up <= sort_tallest * level.share || lowest) ? level.color(colors) : sort_ground();
}

// Picture: a block a row of pixels, which finds out itself where its columns stand.
__global__ void sort_picture(const unsigned* __restrict__ keys, const unsigned* __restrict__ sorted,
                             int n, uchar4* __restrict__ picture,
                             const __grid_constant__ SortLayout layout,
                             const __grid_constant__ SortColors colors) {
  __shared__ unsigned before[sort_most_columns], shown[sort_most_columns];
  const int py = blockIdx.x, pass = layout.pass_at(py);
  const unsigned* const from = py < layout.below() ? keys : sorted;
  for (int column = threadIdx.x; column < layout.columns; column += blockDim.x) {
    const unsigned key = from[layout.key_of(column, n)];
    before[column] = sort_ordered(key);
    if (pass < 0) shown[column] = key;
  }
  __syncthreads();
  if (pass >= 0)
    for (int column = threadIdx.x; column < layout.columns; column += blockDim.x)
      shown[sort_place_after(before, column, pass, layout)] = sort_bits(before[column]);
  __syncthreads();
  for (int px = threadIdx.x; px < layout.width; px += blockDim.x)
    picture[py * layout.width + px] = sort_pixel(shown, px, py, layout, colors);
}

LIVEWARP_KERNELS_END
