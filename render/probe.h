#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "render/picture.h"

namespace livewarp {

/// What a published field shows at a cell, or an image at a pixel.
struct Probe {
  std::int64_t x = 0, y = 0;  ///< the cell or pixel
  double value = 0;           ///< of a field, in its own unit
  CellMark mark = CellMark::none;
  std::optional<std::array<std::uint8_t, 4>> color;  ///< of an image, as it is shown: RGBA
};

/// Reads the pixel that shows the place (x, y), in cells or pixels; none where the picture shows neither
/// field nor image, or not that place. Waits for OpenGL to be done with the picture, not for the computation.
std::optional<Probe> probe(const GlPicture& picture, double x, double y);

}  // namespace livewarp
