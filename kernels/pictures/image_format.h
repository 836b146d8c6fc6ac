// What the readers of the formats share; included by image*.cpp alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/model/image.h"

namespace livewarp {

using ImageBytes = std::span<const std::uint8_t>;

/// A kind of file. Another format is a reader and a line in the list of image.cpp.
struct ImageFormat {
  std::string name;
  std::vector<std::string> suffixes;
  bool (*recognised)(ImageBytes file);  ///< by its first bytes
  /// Throws `Error` as `decode` does, and also where `head`, the beginning of a file of that many
  /// bytes, ends before the size is known.
  ImageSize (*size)(ImageBytes head, std::uint64_t file_bytes);
  /// Throws `Error` saying what is wrong and where, without the file's name.
  Image (*decode)(ImageBytes file);
};

const ImageFormat& pnm_format();
const ImageFormat& png_format();
const ImageFormat& jpeg_format();

/// A header's numbers as a size. Throws `Error` if that is no pixel, or takes more memory than is
/// given to a picture.
ImageSize checked_size(std::uint64_t width, std::uint64_t height, int channels, int bits);

/// An image of that size whose pixels are zero. Throws `Error` if there is no memory for it.
Image blank_image(const ImageSize& size);

}  // namespace livewarp
