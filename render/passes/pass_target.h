#pragma once

namespace livewarp {

/// Where a pass draws: a framebuffer's lower left width x height pixels.
struct PassTarget {
  unsigned framebuffer = 0;
  int width = 0, height = 0;
  bool top_first =
      false;  ///< the picture's top goes into row 0 (textures), else into the last (windows)
};

}  // namespace livewarp
