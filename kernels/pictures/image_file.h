#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/model/image.h"
#include "kernels/core/model/param.h"

namespace livewarp {

/// Reads a picture: PNG, JPEG, PGM and PPM (P2, P3, P5, P6; what they hold is told by the first
/// bytes, never by the name). Colour comes with four channels, grey without alpha with one; other
/// depths than 8 and 16 bits are widened to the next of them. A JPEG is turned upright as its Exif
/// says. Throws `Error` naming the file and the place in it.
Image read_image(const std::string& path);

/// The size that `read_image` would give, from the file's header: its pixels are neither read nor
/// looked at, so that a file may still turn out to be damaged. Throws `Error` as `read_image` does
/// where there is no such file, or its header is no picture's, or promises more than the file's
/// length can hold.
ImageSize image_size(const std::string& path);

/// `read_image` of a file that is in memory; `name` is what errors call it.
Image decode_image(std::span<const std::uint8_t> file, const std::string& name);

/// What a parameter for a picture opens, and such a parameter: see `file_param`.
const FileType& image_files();
Param image_file_param(std::string id, std::string label, Values selects, std::string help);

}  // namespace livewarp
