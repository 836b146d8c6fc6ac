#pragma once

#include <cstdint>
#include <optional>

#include "render/picture.h"

namespace livewarp {

/// What a published field shows at a cell.
struct Probe {
  std::int64_t x = 0, y = 0;  ///< the cell
  double value = 0;           ///< in the field's own unit
  CellMark mark = CellMark::none;
};

/// Reads the pixel that shows the place (x, y), in cells; none where the picture shows no field, or not
/// that place. Waits for OpenGL to be done with the picture, not for the computation.
std::optional<Probe> probe(const GlPicture& picture, double x, double y);

}  // namespace livewarp
