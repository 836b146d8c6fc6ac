#include "kernels/core/model/display_target.h"

#include <algorithm>
#include <cmath>

namespace livewarp {

PictureSpec field_picture(std::int64_t cells_x, std::int64_t cells_y, const Viewport& viewport) {
  constexpr double most_pixels = 2048;
  Region region{0, 0, double(cells_x), double(cells_y)};
  double pixels_x = region.width, pixels_y = region.height;
  if (viewport.width > 0 && viewport.height > 0) {
    region = viewport.region;
    pixels_x = viewport.width;
    pixels_y = viewport.height;
  } else if (std::max(pixels_x, pixels_y) > most_pixels) {
    const double scale = most_pixels / std::max(pixels_x, pixels_y);
    pixels_x *= scale;
    pixels_y *= scale;
  }
  PictureSpec spec;
  spec.kind = PictureKind::field;
  spec.width = std::max(1, int(std::lround(std::min(pixels_x, region.width))));
  spec.height = std::max(1, int(std::lround(std::min(pixels_y, region.height))));
  spec.region = region;
  spec.full_width = cells_x;
  spec.full_height = cells_y;
  return spec;
}

}  // namespace livewarp
