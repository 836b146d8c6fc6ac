// The source, and over its lower part how often each level occurs: a bar a level, dark on the left.
#pragma once

#include "kernels/histogram/histogram.cuh"
#include "kernels/pictures/pixel_picture.cuh"

LIVEWARP_KERNELS_BEGIN

/// The plot in a picture: its lowest rows, over the whole width.
struct HistogramPlot {
  int rows;  ///< 0: none
  bool logarithmic;
  float full;  ///< a bar of full height: that many texels, or the logarithm of their number and one

  /// Part of the height that a count takes.
  __device__ __forceinline__ float height(unsigned count) const {
    return (logarithmic ? log2f(1.0f + float(count)) : float(count)) / full;
  }
  /// Whether a bar of that height is seen so far up. One that is cut has a gap below its end.
  __device__ __forceinline__ bool covers(float height, float up) const {
    return up <= height && !(height > 1.0f && up > 0.93f && up < 0.96f);
  }
};

/// The levels that a column of the picture shows: at least one.
struct HistogramColumn {
  int first, last;
  __device__ __forceinline__ HistogramColumn(int px, int width)
      : first(px * histogram_levels / width), last((px + 1) * histogram_levels / width) {
    last = last > first ? last : first + 1;
  }
  __device__ __forceinline__ unsigned most(const unsigned* counts) const {
    unsigned most = 0;
    for (int level = first; level < last; ++level) most = max(most, counts[level]);
    return most;
  }
  /// A quarter of the levels ends here.
  __device__ __forceinline__ bool on_a_quarter(int px, int width) const {
    return px > 0 && px * 4 / width != (px - 1) * 4 / width;
  }
};

/// The colour where bars of red (1), green (2) and blue (4) stand together: alone their own, then
/// lighter, and nearly white where all three do, as in a camera's display.
__device__ __forceinline__ uchar4 histogram_bar(int bars) {
  const uchar4 colors[8] = {make_uchar4(0, 0, 0, 255),      make_uchar4(205, 55, 50, 255),
                            make_uchar4(40, 150, 60, 255),  make_uchar4(208, 174, 94, 255),
                            make_uchar4(50, 95, 210, 255),  make_uchar4(217, 128, 221, 255),
                            make_uchar4(77, 208, 230, 255), make_uchar4(214, 218, 230, 255)};
  return colors[bars];
}

/// A darkened picture, with a line where the plot begins and at each quarter of the levels.
__device__ __forceinline__ uchar4 histogram_ground(uchar4 source, bool line) {
  const int light = line ? 60 : 14;
  return make_uchar4((unsigned char)(light + source.x / 5), (unsigned char)(light + source.y / 5),
                     (unsigned char)(light + source.z / 5), 255);
}

/// A pixel of the source with the plot over it.
template <int Channels>
__device__ __forceinline__ uchar4 histogram_over(uchar4 source, const unsigned* counts, int px,
                                                 int py, const ShownPixels& shown,
                                                 const HistogramPlot& plot) {
  const int top = shown.height - plot.rows;
  if (py < top) return source;
  const HistogramColumn column(px, shown.width);
  const float up = (float(shown.height - py) - 0.5f) / float(plot.rows);
  int bars = 0;
  LIVEWARP_UNROLL()
  for (int c = 0; c < 3; ++c) {
    const unsigned* const of_channel = counts + (Channels == 1 ? 0 : c * histogram_levels);
    bars |= int(plot.covers(plot.height(column.most(of_channel)), up)) << c;
  }
  if (bars) return histogram_bar(bars);
  return histogram_ground(source, py == top || column.on_a_quarter(px, shown.width));
}

/// Pixel (px, py) of the picture.
template <class Pixel>
__device__ __forceinline__ uchar4 histogram_pixel(const Pixel* source, const unsigned* counts,
                                                  int px, int py, const ShownPixels& shown,
                                                  const HistogramPlot& plot) {
  const uchar4 below = split_pixel(source, source, 0, px, py, shown);
  return histogram_over<PixelChannels<Pixel>::count>(below, counts, px, py, shown, plot);
}

// Picture: one thread a pixel.
template <class Pixel>
__global__ void histogram_picture(const Pixel* __restrict__ source,
                                  const unsigned* __restrict__ counts, uchar4* __restrict__ picture,
                                  const __grid_constant__ ShownPixels shown,
                                  const __grid_constant__ HistogramPlot plot) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= shown.width || py >= shown.height) return;
  picture[int64(py) * shown.width + px] = histogram_pixel(source, counts, px, py, shown, plot);
}

LIVEWARP_KERNELS_END
