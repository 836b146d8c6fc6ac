#pragma once

#include <array>

#include "kernels/core/color/color_map.h"
#include "render/splat/glow.h"

namespace livewarp::splat {

/// The part of a colour map that points use, from a value of 0 to one of 1.
inline std::array<Color, map_colors> point_colors(ColorMap map) {
  std::array<Color, map_colors> colors;
  for (int k = 0; k < map_colors; ++k) {
    const Rgb rgb = point_color(map, double(k) / (map_colors - 1));
    colors[std::size_t(k)] = {rgb.r, rgb.g, rgb.b, 0};
  }
  return colors;
}

}  // namespace livewarp::splat
