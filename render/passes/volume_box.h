#pragma once

#include <array>
#include <vector>

#include "render/passes/camera.h"

namespace livewarp {

/// Half the size of the box in which a volume is seen: the longest side is 2 long.
Vec3 volume_corner(const PictureSpec& spec);

/// A line on the screen, in pixels of the picture.
struct ScreenLine {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// What is drawn of a box beside its values: edges, and the letters x, y, z where the edges that
/// begin at its lowest corner end.
struct BoxLines {
  static constexpr std::size_t most = 20;  ///< 12 edges, 8 strokes of letters
  std::vector<ScreenLine> behind;          ///< edges that lie behind all that the box holds
  std::vector<ScreenLine> front;           ///< edges before it, and the letters
};
BoxLines box_lines(const Vec3& corner, const OrbitCamera& camera, int width, int height,
                   double letter_height);

}  // namespace livewarp
