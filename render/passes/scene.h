#pragma once

#include <memory>

#include "kernels/core/workload/workload.h"
#include "render/gl/picture.h"
#include "render/passes/camera.h"
#include "render/passes/element_tints.h"

namespace livewarp {

/// Draws published pictures: points as soft lights that add up, images pixel by pixel, fields in
/// the colours of their values, volumes as a cloud or in cuts. Owns all OpenGL objects that it
/// takes; its context must be current whenever it is used or destroyed. Leaves nothing bound
/// behind.
class Scene {
 public:
  /// Throws `Error` if this OpenGL cannot run the shaders.
  Scene();
  Scene(Scene&&) noexcept;
  Scene& operator=(Scene&&) noexcept;
  ~Scene();

  /// Draws into the scene's own texture, which gets that size in pixels (both at least 1). Throws
  /// `Error` when a size is more than this OpenGL can do; the texture then keeps its last picture.
  void draw(const GlPicture& picture, const View& view, const Camera& camera, int width, int height,
            const SceneTint& tint = {});
  /// True if the texture holds just that already: then there is nothing to draw.
  bool shows(const GlPicture& picture, const View& view, const Camera& camera, int width,
             int height, const SceneTint& tint = {}) const;
  /// As `draw`, but straight into the bound framebuffer, from its lower left corner: a window
  /// without panels.
  void draw_to_window(const GlPicture& picture, const View& view, const Camera& camera, int width,
                      int height, const SceneTint& tint = {});

  /// RGBA8, opaque; row 0 is the top, so texture coordinate (0, 0) is the top left corner. 0 before
  /// the first picture.
  unsigned texture() const;
  int width() const;
  int height() const;
  int textures_made() const;  ///< so far: one for each size
  /// The texture's pixels; waits until they are drawn.
  PixelImage read_pixels() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace livewarp
