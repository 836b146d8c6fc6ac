// The source, and over its lower part how often each level occurs: a bar a level, dark on the left.
#pragma once

#include "kernels/core/pixel_picture.cuh"
#include "kernels/histogram/histogram.cuh"

LIVEWARP_KERNELS_BEGIN

/// The plot in a picture: its lowest rows, over the whole width.
struct HistogramPlot {
  int rows;  ///< 0: none
  bool logarithmic;
  float texels;  ///< of the source
};

/// Part of the plot's height that a count takes.
__device__ __forceinline__ float histogram_height(unsigned count, const HistogramPlot& plot) {
  if (plot.logarithmic) return log2f(1.0f + float(count)) / log2f(1.0f + plot.texels);
  return fminf(1.0f, float(count) * (histogram_levels / 4) / plot.texels);
}

/// The levels that a column of the picture shows: at least one.
struct HistogramColumn {
  int first, last;
  __device__ __forceinline__ HistogramColumn(int px, int width)
      : first(int(int64(px) * histogram_levels / width)),
        last(int(int64(px + 1) * histogram_levels / width)) {
    last = last > first ? last : first + 1;
  }
  __device__ __forceinline__ unsigned most(const unsigned* counts) const {
    unsigned most = 0;
    for (int level = first; level < last; ++level) most = max(most, counts[level]);
    return most;
  }
  /// A quarter of the levels ends here.
  __device__ __forceinline__ bool on_a_quarter(int px, int width) const {
    return px > 0 && int64(px) * 4 / width != int64(px - 1) * 4 / width;
  }
};

/// The colour where the bars of some channels stand: of each alone its own, together lighter ones, and where
/// all three stand nearly white, as in a camera's display.
__device__ __forceinline__ uchar4 histogram_bar(bool red, bool green, bool blue) {
  const int bars = int(red) + int(green) + int(blue);
  const float dim = bars == 1 ? 1.0f : bars == 2 ? 0.85f : 0.72f;
  const auto mixed = [&](float r, float g, float b) {
    return nearest_byte(dim * ((red ? r : 0.0f) + (green ? g : 0.0f) + (blue ? b : 0.0f)));
  };
  return make_uchar4(mixed(205.0f, 40.0f, 50.0f), mixed(55.0f, 150.0f, 95.0f),
                     mixed(50.0f, 60.0f, 210.0f), 255);
}

/// A darkened picture, with a line where the plot begins and at each quarter of the levels.
__device__ __forceinline__ uchar4 histogram_ground(uchar4 source, bool line) {
  const float light = line ? 60.0f : 14.0f;
  return make_uchar4(nearest_byte(light + 0.2f * source.x), nearest_byte(light + 0.2f * source.y),
                     nearest_byte(light + 0.2f * source.z), 255);
}

template <int Channels>
__device__ __forceinline__ uchar4 histogram_over(uchar4 source, const unsigned* counts, int px,
                                                 int py, const ShownPixels& shown,
                                                 const HistogramPlot& plot) {
  const int top = shown.height - plot.rows;
  if (py < top) return source;
  const HistogramColumn column(px, shown.width);
  const float up = (float(shown.height - py) - 0.5f) / float(plot.rows);
  bool bars[3];
  LIVEWARP_UNROLL()
  for (int c = 0; c < 3; ++c) {
    const unsigned* const of_channel = counts + (Channels == 1 ? 0 : c * histogram_levels);
    bars[c] = up <= histogram_height(column.most(of_channel), plot);
  }
  if (bars[0] || bars[1] || bars[2]) return histogram_bar(bars[0], bars[1], bars[2]);
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
