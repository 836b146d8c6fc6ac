#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/model/image.h"

namespace livewarp {

/// How bright a pixel looks, 0 ... 1: the luminance of its colours in linear light (ITU-R BT.709),
/// encoded as sRGB again, times its alpha; so transparent is black. Grey stays as it is: 128 of 255
/// is 128 / 255. Encoded, since colour maps are even to the eye: a plate in grey shows the picture
/// as it was.
std::vector<float> brightness_of(const Image& image);

/// A picture laid on a plate of nx x ny cells: as large as it fits with its sides in their ratio,
/// in the middle, and cold (0) around it. A cell is the mean of the pixels that it covers, each by
/// the part covered; where cells are smaller than pixels it is interpolated between the nearest
/// four.
class ImageOnPlate {
 public:
  ImageOnPlate(const Image& image, std::int64_t nx, std::int64_t ny);
  float temperature(std::int64_t x, std::int64_t y) const;

 private:
  float mean(double left, double top) const;
  float interpolated(double x, double y) const;
  double pixel(std::int64_t x, std::int64_t y) const {
    return double(brightness_[std::size_t(y * width_ + x)]);
  }

  std::int64_t width_, height_;
  std::vector<float> brightness_;
  double pitch_;       ///< pixels to a cell
  double left_, top_;  ///< of the plate, in pixels of the picture
};

}  // namespace livewarp
