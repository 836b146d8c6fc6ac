// A scan as bars: the elements, what is made of those up to each, and how 32 of them are scanned.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

constexpr int scan_waves = 5;  ///< of a pattern of waves, over all elements
constexpr int scan_step_elements = 32;

/// Where bands of the picture begin, in rows from its top; between them lie `gap` rows.
struct ScanBands {
  int result, steps, height, gap;
};

struct ScanSpan {
  float lowest, highest;
};

/// What a picture shows.
struct ScanShown {
  const float *elements, *result;
  const int* kept;  ///< of a selection: so many are in front; else null
  int n, split, chunk, width;
  int steps;  ///< 0 none, 1 doubling, 2 a tree
  ScanBands bands;
  ScanSpan of_elements, of_result, of_steps;
};

__device__ __forceinline__ uchar4 scan_ground() { return make_uchar4(22, 26, 33, 255); }
__device__ __forceinline__ uchar4 scan_axis() { return make_uchar4(74, 82, 96, 255); }
__device__ __forceinline__ uchar4 scan_element_color() { return make_uchar4(150, 160, 176, 255); }
__device__ __forceinline__ uchar4 scan_not_finite() { return make_uchar4(230, 60, 200, 255); }
__device__ __forceinline__ uchar4 scan_result_color(int chunk) {
  return chunk % 2 ? make_uchar4(240, 160, 60, 255) : make_uchar4(80, 160, 240, 255);
}
/// Behind the others: elements that a split put there.
__device__ __forceinline__ uchar4 scan_behind_color() { return make_uchar4(110, 120, 140, 255); }

__device__ __forceinline__ bool scan_is_finite(float value) { return value - value == 0.0f; }

/// A bar from zero to a value: the colour of a row of it, `row` of `rows` from the top.
__device__ __forceinline__ uchar4 scan_bar(float value, const ScanSpan& span, int row, int rows,
                                           uchar4 color) {
  if (!scan_is_finite(value)) return row % 4 < 2 ? scan_not_finite() : scan_ground();
  const float unit = float(rows) / (span.highest - span.lowest);
  const float zero = span.highest * unit, end = (span.highest - value) * unit;
  const float at = float(row) + 0.5f;
  const bool filled = value >= 0 ? at >= end && at <= zero : at >= zero && at <= end;
  if (filled) return color;
  return at - zero < 0.5f && zero - at <= 0.5f ? scan_axis() : scan_ground();
}

/// Which of n bars stands at a column; -1: the gap between two wide ones.
__device__ __forceinline__ int scan_bar_at(int column, int width, int n) {
  const int bar = int(int64(column) * n / width);
  const int next = int(int64(column + 1) * n / width);
  return next > bar && n * 3 <= width ? -1 : bar;
}

/// The sum of `count` elements up to `last`, as far as there are any before it.
__device__ __forceinline__ float scan_sum_up_to(const ScanShown& shown, int last, int count) {
  float sum = 0;
  for (int i = last - count + 1 > 0 ? last - count + 1 : 0; i <= last; ++i)
    if (i < shown.n) sum += shown.elements[i];
  return sum;
}

/// What stands at place i after a step of doubling.
__device__ __forceinline__ float scan_doubled(const ScanShown& shown, int i, int step) {
  return scan_sum_up_to(shown, i, 1 << step);
}

/// What stands at place i after a step of the tree: so many up, then down.
__device__ __forceinline__ float scan_of_tree(const ScanShown& shown, int i, int step, int levels) {
  int node = 1;  // elements below the node that stands at place i
  while ((i + 1) % (2 * node) == 0 && 2 * node <= scan_step_elements) node *= 2;
  if (step <= levels) return scan_sum_up_to(shown, i, min(node, 1 << step));
  const int apart =
      scan_step_elements >> (step - levels);  // of nodes that know what is before them
  if ((i + 1) % apart != 0) return scan_sum_up_to(shown, i, node);
  return scan_sum_up_to(shown, i - apart, scan_step_elements);
}

/// A pixel of the steps: what a step has changed stands out.
__device__ __forceinline__ uchar4 scan_steps_color(const ScanShown& shown, int px, int row,
                                                   int rows) {
  constexpr int levels = 5;  // 2^5 = 32
  const int count = shown.steps == 1 ? levels + 1 : 2 * levels + 1;
  const int step = min(row * count / rows, count - 1);
  const int top = step * rows / count, bottom = (step + 1) * rows / count - 2;
  const int i = scan_bar_at(px, shown.width, scan_step_elements);
  if (i < 0 || row >= bottom || i >= shown.n) return scan_ground();
  const float value =
      shown.steps == 1 ? scan_doubled(shown, i, step) : scan_of_tree(shown, i, step, levels);
  const float before = step == 0          ? value
                       : shown.steps == 1 ? scan_doubled(shown, i, step - 1)
                                          : scan_of_tree(shown, i, step - 1, levels);
  const ScanSpan& span = shown.of_steps;
  const float clipped = value > span.highest  ? span.highest
                        : value < span.lowest ? span.lowest
                                              : value;
  const bool changed = !(value == before);
  return scan_bar(clipped, span, row - top, bottom - top,
                  changed ? scan_result_color(1) : scan_element_color());
}

__device__ __forceinline__ uchar4 scan_result_bar(const ScanShown& shown, int i, int row,
                                                  int rows) {
  uchar4 color = scan_result_color(i / shown.chunk);
  if (shown.kept && i >= *shown.kept) {
    if (!shown.split) return scan_ground();
    color = scan_behind_color();
  }
  return scan_bar(shown.result[i], shown.of_result, row, rows, color);
}

/// Colour of pixel (px, py).
__device__ __forceinline__ uchar4 scan_color(const ScanShown& shown, int px, int py) {
  const ScanBands& bands = shown.bands;
  const int i = scan_bar_at(px, shown.width, shown.n);
  if (py < bands.result) {
    const int rows = bands.result - bands.gap;
    if (i < 0 || py >= rows) return scan_ground();
    return scan_bar(shown.elements[i], shown.of_elements, py, rows, scan_element_color());
  }
  if (py < bands.steps) {
    const int rows = bands.steps - bands.gap - bands.result;
    if (i < 0 || py - bands.result >= rows) return scan_ground();
    return scan_result_bar(shown, i, py - bands.result, rows);
  }
  return scan_steps_color(shown, px, py - bands.steps, bands.height - bands.steps);
}

__global__ void scan_picture(const __grid_constant__ ScanShown shown, uchar4* __restrict__ picture,
                             int pixels) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel < pixels) picture[pixel] = scan_color(shown, pixel % shown.width, pixel / shown.width);
}

LIVEWARP_KERNELS_END
