#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "kernels/core/model/view.h"

namespace livewarp {

/// sRGB-encoded colour, components in 0..1.
struct Rgb {
  float r = 0, g = 0, b = 0;
  bool operator==(const Rgb&) const = default;
};

/// Where the colours of points begin in the map: below it viridis is too dark for a dark ground,
/// and slow bodies would vanish. A legend shows the same part, [points_from, 1].
constexpr double points_from = 0.15;

/// The map as 256 equidistant colours 0xRRGGBB, t = i / 255. Viridis, inferno and turbo are the
/// published tables (see color_map_tables.h), cool-warm is computed, grey is linear in its bytes.
/// All but turbo are even to the eye; cool-warm is as light at one end as at the other, for values
/// on two sides of a middle.
std::span<const std::uint32_t, 256> color_table(ColorMap map);

/// Colour at t in 0..1, linear between the table's entries; t outside is clamped, NaN counts as 0.
Rgb color_at(ColorMap map, double t);

/// Colour of a point whose published value is `value` in 0..1.
inline Rgb point_color(ColorMap map, double value) {
  value = value > 0 ? (value < 1 ? value : 1) : 0;
  return color_at(map, points_from + (1 - points_from) * value);
}

}  // namespace livewarp
