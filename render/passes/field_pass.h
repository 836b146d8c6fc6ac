#pragma once

#include <array>

#include "kernels/core/workload/workload.h"
#include "render/gl/gl_objects.h"
#include "render/gl/picture.h"
#include "render/passes/camera.h"
#include "render/passes/color_texture.h"
#include "render/passes/element_tints.h"
#include "render/passes/pass_target.h"

namespace livewarp {

/// Draws a field in the colours of its values: cells are squares of equal size when magnified. What
/// was published is drawn where its cells belong, even if the camera has moved on since; the rest
/// is ground.
class FieldPass {
 public:
  FieldPass();
  void draw(const GlPicture& picture, const View& view, const ImageCamera& camera,
            const PassTarget& target, const ElementTints& tints);

 private:
  /// Puts the picture before the shader; false if there is nothing to show.
  bool take(const GlPicture& picture);
  /// The shader's variant, made at its first use: software OpenGL pays for whatever a shader could
  /// do.
  struct Kind {
    bool lines = false, average = false, texture = false, tint = false;
  };
  unsigned program(const Kind& kind);

  std::array<GlObject, 16> programs_;
  GlObject vertex_array_, cells_;
  ColorTexture colors_;
  int most_pixels_ = 0;  ///< that this OpenGL reads from a buffer
};

}  // namespace livewarp
