#pragma once

#include "render/gl/gl_objects.h"
#include "render/gl/picture.h"
#include "render/passes/camera.h"
#include "render/passes/element_tints.h"
#include "render/passes/pass_target.h"

namespace livewarp {

/// Draws an image: whole pixels of equal size when magnified, smooth when made smaller, a grey
/// letterbox around it.
class ImagePass {
 public:
  ImagePass();
  void draw(const GlPicture& picture, const ImageCamera& camera, const PassTarget& target,
            const ElementTints& tints);

 private:
  void take(const GlPicture& picture);

  GlObject program_, tint_program_, vertex_array_, texture_;
  PictureSpec spec_;
  std::uint64_t generation_ = 0;
  bool has_levels_ = false;  ///< smaller copies fit the present content
};

}  // namespace livewarp
