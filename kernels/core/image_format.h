// What the readers of the formats share; included by image*.cpp alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/image.h"

namespace livewarp {

using ImageBytes = std::span<const std::uint8_t>;

/// A kind of file. Another format is a reader and a line in the list of image.cpp.
struct ImageFormat {
  std::string name;
  std::vector<std::string> suffixes;
  bool (*recognised)(ImageBytes file);  ///< by its first bytes
  /// Throws `Error` saying what is wrong and where, without the file's name.
  Image (*decode)(ImageBytes file);
};

const ImageFormat& pnm_format();
const ImageFormat& png_format();
const ImageFormat& jpeg_format();

/// An image of that size whose pixels are zero. Throws `Error` if it has no pixels, or takes more memory
/// than is given to a picture.
Image blank_image(std::uint64_t width, std::uint64_t height, int channels, int bits);

}  // namespace livewarp
