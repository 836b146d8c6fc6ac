#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "kernels/core/model/image.h"
#include "render/gl/picture.h"

namespace livewarp {

/// A PNG file of width x height x 4 bytes (RGBA, row 0 on top). Throws `Error` for an empty
/// picture.
std::string png_bytes(int width, int height, const std::uint8_t* rgba);

/// The same of an image of one channel, as grey, or of four; 16 bits are rounded to 8.
std::string png_bytes(const Image& image);

/// Reads any PNG as RGBA, 8 bits. Throws `Error` when it is none.
PixelImage read_png(const std::filesystem::path& path);

}  // namespace livewarp
