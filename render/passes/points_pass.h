#pragma once

#include <vector>

#include "kernels/core/workload/workload.h"
#include "render/gl/gl_objects.h"
#include "render/gl/picture.h"
#include "render/passes/camera.h"
#include "render/passes/color_texture.h"
#include "render/passes/element_tints.h"
#include "render/passes/pass_target.h"
#include "render/splat/points_look.h"

namespace livewarp {

/// How a camera sees points on so many pixels.
PointsLook points_look(const View& view, const OrbitCamera& camera, int width, int height);

/// Draws points as lights: sums them up in half floats, smooths them into a bloom, and maps both to
/// colours.
class PointsPass {
 public:
  PointsPass();
  /// Points that come drawn already are as they are: no tint is over them.
  void draw(const GlPicture& picture, const View& view, const OrbitCamera& camera,
            const PassTarget& target, const ElementTints& tints);

 private:
  void show_drawn(const GlPicture& picture, const PassTarget& target);
  void resize(int width, int height);
  void add_lights(const GlPicture& picture, const PointsLook& look, bool top_first,
                  const ElementTints& tints);
  void spread_bloom();
  void find_peak();
  void show(const PassTarget& target);

  GlObject lights_program_, tint_program_, down_program_, up_program_, peak_program_, tone_program_;
  GlObject point_array_, empty_array_;
  ColorTexture colors_;
  float greatest_radius_ = 1;  ///< of a light, pixels: this OpenGL's limit or ours
  Canvas drawn_;               ///< a picture that came finished
  std::uint64_t drawn_generation_ = 0;
  Canvas lights_;
  std::vector<Canvas> bloom_;  ///< each a fraction of the one before
  std::vector<Canvas> peak_;   ///< the last is the brightest place of the first bloom
};

}  // namespace livewarp
