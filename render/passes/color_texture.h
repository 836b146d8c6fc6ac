#pragma once

#include <optional>

#include "kernels/core/workload/workload.h"
#include "render/gl/gl_objects.h"

namespace livewarp {

/// A colour map as a texture of one row of 256 texels, for the shaders.
class ColorTexture {
 public:
  /// The texture of that map; made when it is another than last time.
  unsigned of(ColorMap map);

 private:
  GlObject texture_;
  std::optional<ColorMap> map_;
};

}  // namespace livewarp
