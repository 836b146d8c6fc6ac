#pragma once

#include "kernels/core/model/view.h"

namespace livewarp {

/// How points are looked at, in numbers that a shader, a kernel and a loop on the host take alike.
struct PointsLook {
  int width = 0, height = 0;  ///< pixels of the picture
  float matrix[16] = {};      ///< world to clip space, column-major
  float radius = 1;           ///< of a light at the target's depth, pixels
  float least_radius = 1.5f;  ///< below it a light would flicker as it moves
  float greatest_radius = 40;
  float distance = 1;  ///< from the camera to its target, world units
  ColorMap map = ColorMap::viridis;
  bool operator==(const PointsLook&) const = default;
};

/// How a picture of points looks. Chosen by eye on Plummer spheres and galaxies of 300 to 1,048,576
/// bodies.
namespace points_style {

constexpr float light_brightness = 1.6f;  // in its middle, 1 being the full colour of the map
constexpr float dimming = 3;              // how much a place dims the lights in it
constexpr float whiteness = 0.85f;        // of the brightest places

constexpr int first_level = 4;   // the bloom begins at a quarter of the picture's size,
constexpr int least_rows = 16;   // ends before it has fewer rows,
constexpr float spread = 0.75f;  // and each level takes this share from the next, coarser one
constexpr float bloom_strength = 1.7f, bloom_gain = 7;

constexpr float density_brightness = 2.5f;  // of the densest places
constexpr float density_bloom = 0.35f;      // share that the bloom has in a pixel of density

}  // namespace points_style

}  // namespace livewarp
