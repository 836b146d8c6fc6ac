#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/display_target.h"

namespace livewarp {

/// A published picture inside an OpenGL buffer. Valid until the next call of the display it came from.
struct GlPicture {
  PictureSpec spec;
  unsigned buffer = 0;           ///< 0: nothing was published yet
  std::uint64_t generation = 0;  ///< differs whenever the content may, over all displays too
};

/// Pixels on the host: RGBA, 8 bits each, row 0 on top.
struct PixelImage {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
  const std::uint8_t* at(int x, int y) const {
    return rgba.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                              static_cast<std::size_t>(x));
  }
};

}  // namespace livewarp
