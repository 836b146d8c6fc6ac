#pragma once

#include <cstdint>

#include "render/gl/picture.h"

namespace livewarp {

/// The three planes of a picture as videos have it, BT.709 in the studio range (16 ... 235 and
/// 240): brightness of every pixel, colour of two by two. `u` and `v` are (width + 1) / 2 wide and
/// (height + 1) / 2 high; strides are in bytes.
struct YuvPlanes {
  std::uint8_t *y = nullptr, *u = nullptr, *v = nullptr;
  int y_stride = 0, u_stride = 0, v_stride = 0;
};

/// ITU-R BT.709-6, 3.2 to 3.5.
void to_yuv(const PixelImage& picture, const YuvPlanes& planes);

}  // namespace livewarp
