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

/// Light of red, green and blue bars adds up: where all three stand it is white, as in a camera's display.
template <int Channels>
__device__ __forceinline__ uchar4 histogram_over(uchar4 source, const unsigned* counts, int px,
                                                 int py, const ShownPixels& shown,
                                                 const HistogramPlot& plot) {
  const int top = shown.height - plot.rows;
  if (py < top) return source;
  const HistogramColumn column(px, shown.width);
  const float up = (float(shown.height - py) - 0.5f) / float(plot.rows);
  const float faint = column.on_a_quarter(px, shown.width) || py == top ? 60.0f : 14.0f;
  float3 light =
      make_float3(faint + 0.2f * source.x, faint + 0.2f * source.y, faint + 0.2f * source.z);
  const float3 hues[3] = {make_float3(235.0f, 60.0f, 60.0f), make_float3(45.0f, 195.0f, 75.0f),
                          make_float3(55.0f, 105.0f, 250.0f)};
  LIVEWARP_UNROLL()
  for (int c = 0; c < (Channels == 1 ? 1 : 3); ++c) {
    if (up > histogram_height(column.most(counts + c * histogram_levels), plot)) continue;
    const float3 hue = Channels == 1 ? make_float3(215.0f, 215.0f, 215.0f) : hues[c];
    light = make_float3(light.x + 0.8f * hue.x, light.y + 0.8f * hue.y, light.z + 0.8f * hue.z);
  }
  return make_uchar4(nearest_byte(light.x), nearest_byte(light.y), nearest_byte(light.z), 255);
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
