#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/model/display_target.h"

namespace livewarp {

/// A published picture inside an OpenGL buffer or texture. Valid until the next call of the display
/// it came from.
struct GlPicture {
  PictureSpec spec;
  unsigned buffer = 0;           ///< holds what `PictureSpec` says
  std::uint64_t generation = 0;  ///< differs whenever the content may, over all displays too
  /// In place of a buffer: a field's RG32F, whose first width x height texels it is; or a volume's
  /// R16, of just its size.
  unsigned texture = 0;
  /// Of points that are drawn already: the image in the buffer. Else without size.
  PictureSpec pixels;
  bool empty() const { return buffer == 0 && texture == 0; }  ///< nothing was published yet
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
