// Kernels that show the plate and paint on it.
#pragma once

#include "kernels/core/device/picture_target.cuh"
#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

/// A picture of a region of the plate, in cells, on width x height pixels.
struct HeatPixels {
  double x, y, cells_x, cells_y;
  int width, height;
};

/// The cells [first, last) of a row or column that a pixel shows: at least one.
struct HeatSpan {
  int first, last;
  /// At most four cells, evenly placed.
  __device__ __forceinline__ int samples() const { return min(last - first, 4); }
  __device__ __forceinline__ int sample(int i) const {
    return first + int(int64(2 * i + 1) * (last - first) / (2 * samples()));
  }
};

__device__ __forceinline__ HeatSpan heat_span(double start, double cells, int pixel, int pixels,
                                              int n) {
  const double each = cells / pixels;
  const int first = min(max(int(floor(start + pixel * each)), 0), n - 1);
  const int last = min(int(floor(start + (pixel + 1) * each)), n);
  return {first, max(last, first + 1)};
}

/// The mark that a pixel shows: any in its area, a source before an insulator.
__device__ __forceinline__ int heat_mark_of(const unsigned char* marks, HeatSpan columns,
                                            HeatSpan rows, int nx) {
  int mark = 0;
  for (int y = rows.first; y < rows.last; ++y)
    for (int x = columns.first; x < columns.last; ++x)
      mark = max(mark, int(marks[int64(y) * nx + x]));
  return mark;
}

/// The same, four cells at a time: every bit that is set in a mark of the area. Rows begin at
/// words, and of a word at either end only the bytes within the area count.
__device__ __forceinline__ int heat_mark_by_words(const unsigned* marks, HeatSpan columns,
                                                  HeatSpan rows, int words_a_row) {
  constexpr unsigned all = 0xffffffffu;
  const int first = columns.first / 4, last = (columns.last - 1) / 4;
  const unsigned from = all << (columns.first % 4 * 8);
  const unsigned until = all >> (3 - (columns.last - 1) % 4) * 8;
  unsigned found = 0;
  for (int y = rows.first; y < rows.last; ++y) {
    const unsigned* const row = marks + int64(y) * words_a_row;
    LIVEWARP_UNROLL(4)
    for (int word = first; word <= last; ++word)
      found |= row[word] & (word == first ? from : all) & (word == last ? until : all);
  }
  return found & 0x02020202u ? heat_held : found ? heat_insulator : heat_unmarked;
}

// Picture: one thread a pixel, which shows the mean of at most 4 x 4 cells of its area. A pixel of
// a large plate stands for hundreds of cells: to read them all would take longer than the step.
template <class Stored>
__global__ void heat_picture(const Stored* __restrict__ in, const unsigned char* __restrict__ marks,
                             PictureTarget<float2> picture, HeatPixels pixels, int nx, int ny) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= pixels.width || py >= pixels.height) return;
  const HeatSpan columns = heat_span(pixels.x, pixels.cells_x, px, pixels.width, nx);
  const HeatSpan rows = heat_span(pixels.y, pixels.cells_y, py, pixels.height, ny);
  float sum = 0.0f;
  for (int j = 0; j < rows.samples(); ++j)
    for (int i = 0; i < columns.samples(); ++i)
      sum += float(real_of(in[int64(rows.sample(j)) * nx + columns.sample(i)]));
  int mark = 0;
  if (marks && nx % 4 == 0)
    mark = heat_mark_by_words(reinterpret_cast<const unsigned*>(marks), columns, rows, nx / 4);
  else if (marks)
    mark = heat_mark_of(marks, columns, rows, nx);
  picture.store(make_float2(sum / float(rows.samples() * columns.samples()), float(mark)), px, py);
}

/// What the brush does to a cell, and where: within `radius` of the segment from (x0, y0) to (x1,
/// y1), inside a box of cells that holds it.
struct HeatStroke {
  float x0, y0, x1, y1, radius, temperature;
  int first_x, first_y, last_x, last_y;  ///< the box, half open
  bool sets_temperature, sets_mark;
  unsigned char mark;
};

// Paint: one thread per cell of the box around the stroke. A cell is painted if its centre is
// within the brush, by its distance from the nearest point of the segment. What sets no marks
// leaves marked cells alone; without marks in the plate `marks` may be null for it.
template <class Stored>
__global__ void heat_paint(Stored* in, unsigned char* marks, HeatStroke stroke, int nx) {
  const int x = stroke.first_x + int(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = stroke.first_y + int(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= stroke.last_x || y >= stroke.last_y) return;
  const float ax = stroke.x1 - stroke.x0, ay = stroke.y1 - stroke.y0;
  const float bx = float(x) + 0.5f - stroke.x0, by = float(y) + 0.5f - stroke.y0;
  const float length2 = ax * ax + ay * ay;
  const float along =
      length2 > 0.0f ? fminf(fmaxf((ax * bx + ay * by) / length2, 0.0f), 1.0f) : 0.0f;
  const float dx = bx - along * ax, dy = by - along * ay;
  if (dx * dx + dy * dy > stroke.radius * stroke.radius) return;
  const int64 i = int64(y) * nx + x;
  if (!stroke.sets_mark && marks && marks[i]) return;
  if (stroke.sets_temperature) store_real(in + i, stroke.temperature);
  if (stroke.sets_mark) marks[i] = stroke.mark;
}

LIVEWARP_KERNELS_END
