#pragma once

#include <cstdint>
#include <filesystem>

#include "kernels/core/model/image.h"
#include "render/gl/picture.h"

namespace livewarp {

/// Writes width x height x 4 bytes (RGBA, row 0 on top). The file appears whole or not at all: it
/// is written beside its place and then renamed. Throws `Error` when that is not possible.
void write_png(const std::filesystem::path& path, int width, int height, const std::uint8_t* rgba);

/// The same of an image of one channel, as grey, or of four; 16 bits are rounded to 8.
void write_png(const std::filesystem::path& path, const Image& image);

/// Reads any PNG as RGBA, 8 bits. Throws `Error` when it is none.
PixelImage read_png(const std::filesystem::path& path);

}  // namespace livewarp
