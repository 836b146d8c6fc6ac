// What variants on pictures share for every compiler of their source: the type of a pixel, and how
// a result is shown.
#pragma once

#include <cstdint>

#include "kernels/core/exec/exec.h"
#include "kernels/core/workload/variant.h"
#include "kernels/pictures/pixel_picture.cuh"
#include "kernels/pictures/side_by_side.h"

LIVEWARP_KERNELS_BEGIN

/// Calls f with a value of the type of a pixel.
template <class F>
decltype(auto) with_pixel(int channels, F&& f) {
  if (channels == 1) return f((unsigned char)0);
  return f(uchar4{});
}

template <class Pixel>
const Pixel* pixels_of(const std::uint8_t* bytes) {
  return reinterpret_cast<const Pixel*>(bytes);
}
template <class Pixel>
Pixel* pixels_of(std::uint8_t* bytes) {
  return reinterpret_cast<Pixel*>(bytes);
}

inline ShownPixels shown_pixels(const Picture& picture) {
  return {picture.spec.width, picture.spec.height, int(picture.spec.full_width),
          int(picture.spec.full_height)};
}

/// The block of a kernel that writes a picture, a thread a pixel.
constexpr Dim3 picture_block{32, 8};

/// Two pictures of one size, side by side in one: the first left of column `split`.
struct SplitBytes {
  const std::uint8_t *left, *right;
  int channels;
  std::int64_t split;
};

inline void publish_split(const SplitBytes& bytes, const Picture& picture, KernelExec& exec) {
  const ShownPixels shown = shown_pixels(picture);
  with_pixel(bytes.channels, [&]<class Pixel>(Pixel) {
    exec.launch(LIVEWARP_KERNEL(split_picture<Pixel>),
                grid_over(shown.width, shown.height, picture_block), picture_block, 0,
                pixels_of<Pixel>(bytes.left), pixels_of<Pixel>(bytes.right), int(bytes.split),
                static_cast<uchar4*>(picture.memory), shown);
  });
}

/// Two pictures beside each other.
struct PairBytes {
  const std::uint8_t *left, *right;
  SideBySide places;

  PairOfPictures pair() const {
    const auto place = [this](std::int64_t x, const PixelGrid& picture) {
      return PairOfPictures::Place{int(x), int(places.top_of(picture)), int(picture.width),
                                   int(picture.height)};
    };
    return {place(0, places.left), place(places.right_begins(), places.right)};
  }
};

inline void publish_pair(const PairBytes& bytes, const Picture& picture, KernelExec& exec) {
  const ShownPixels shown = shown_pixels(picture);
  with_pixel(bytes.places.left.channels, [&]<class Pixel>(Pixel) {
    exec.launch(LIVEWARP_KERNEL(pair_picture<Pixel>),
                grid_over(shown.width, shown.height, picture_block), picture_block, 0,
                pixels_of<Pixel>(bytes.left), pixels_of<Pixel>(bytes.right),
                static_cast<uchar4*>(picture.memory), bytes.pair(), shown);
  });
}

LIVEWARP_KERNELS_END
