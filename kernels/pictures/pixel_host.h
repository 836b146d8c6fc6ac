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

/// Row y of a picture of both, all its pixels: ground, and over it what lies there of either.
template <class Pixel>
void pair_row(const Pixel* left, const Pixel* right, const PairOfPictures& pair, int y, int width,
              uchar4* out) {
  std::fill_n(out, width, shown_color(picture_ground));
  const auto lay = [&](const Pixel* pixels, const PairOfPictures::Place& place) {
    if (!place.holds(place.x, y)) return;
    const Pixel* const row = pixels + place.at(place.x, y);
    std::transform(row, row + place.width, out + place.x,
                   [](const Pixel& pixel) { return shown_pixel(pixel); });
  };
  lay(left, pair.left);
  lay(right, pair.right);
}

inline void publish_pair_on_host(const PairBytes& bytes, const Picture& picture, Exec& exec) {
  const ShownPixels shown = shown_pixels(picture);
  const PairOfPictures pair = bytes.pair();
  auto* const out = static_cast<uchar4*>(picture.memory);
  with_pixel(bytes.places.left.channels, [&]<class Pixel>(Pixel) {
    const auto *const left = pixels_of<Pixel>(bytes.left), *const right =
                                                               pixels_of<Pixel>(bytes.right);
    if (!shown.whole())
      return paint_on_host(picture, exec, [&](int px, int py) {
        return pair_pixel(left, right, pair, px, py, shown);
      });
    const int threads = std::max(1, int(std::thread::hardware_concurrency()));
    exec.for_range(shown.height, 32, threads, [&](Range rows) {
      for (auto y = int(rows.first); y < rows.last; ++y)
        pair_row(left, right, pair, y, shown.width, out + std::int64_t(y) * shown.width);
    });
  });
}

LIVEWARP_KERNELS_END
