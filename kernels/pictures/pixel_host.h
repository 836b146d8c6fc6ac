// How variants of the CPU show results: the device functions of the picture kernels, called pixel
// by pixel. Not for nvcc, which lets no host function call them.
#pragma once

#include <algorithm>
#include <thread>

#include "kernels/pictures/pixel_variants.h"

LIVEWARP_KERNELS_BEGIN

/// Calls `color(px, py)` for every pixel of a picture in plain memory, on all cores.
template <class Color>
void paint_on_host(const Picture& picture, Exec& exec, const Color& color) {
  const std::int64_t width = picture.spec.width;
  auto* const pixels = static_cast<uchar4*>(picture.memory);
  const int threads = std::max(1, int(std::thread::hardware_concurrency()));
  exec.for_range(picture.spec.height, 32, threads, [&](Range rows) {
    for (std::int64_t py = rows.first; py < rows.last; ++py)
      for (std::int64_t px = 0; px < width; ++px) pixels[py * width + px] = color(int(px), int(py));
  });
}

inline void publish_split_on_host(const SplitBytes& bytes, const Picture& picture, Exec& exec) {
  const ShownPixels shown = shown_pixels(picture);
  with_pixel(bytes.channels, [&]<class Pixel>(Pixel) {
    paint_on_host(picture, exec, [&](int px, int py) {
      return split_pixel(pixels_of<Pixel>(bytes.left), pixels_of<Pixel>(bytes.right),
                         int(bytes.split), px, py, shown);
    });
  });
}

LIVEWARP_KERNELS_END
