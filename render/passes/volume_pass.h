#pragma once

#include <array>
#include <cstdint>

#include "kernels/core/workload/workload.h"
#include "render/gl/gl_objects.h"
#include "render/gl/picture.h"
#include "render/passes/camera.h"
#include "render/passes/color_texture.h"
#include "render/passes/pass_target.h"

namespace livewarp {

/// Draws a box of values, as a cloud or as three cuts, with its edges and the names of its axes.
/// Its longest side runs from -1 to 1, its middle is the origin, z points up.
class VolumePass {
 public:
  /// `grain`: one ray for so many pixels of a cloud's width and height; 0: one a pixel, except
  /// where no GPU casts them.
  explicit VolumePass(int grain = 0);
  void draw(const GlPicture& picture, const View& view, const OrbitCamera& camera,
            const PassTarget& target);

 private:
  /// Brings the picture into the own texture, once, unless it is in one; false if there is nothing
  /// to show.
  bool take(const GlPicture& picture);
  void resize(const PictureSpec& spec);
  enum class Variant { cloud, slices, coarse, from_coarse };
  unsigned program(Variant variant);  ///< made at its first use
  void run(Variant variant, const GlPicture& picture, const View& view, const OrbitCamera& camera,
           const PassTarget& target, bool any);

  std::array<GlObject, 4> programs_;
  GlObject vertex_array_, values_;
  ColorTexture colors_;
  Canvas coarse_;
  int grain_ = 1;
  int width_ = 0, height_ = 0, depth_ = 0;
  std::uint64_t generation_ = 0;  ///< what the own texture holds, if it has a size
};

}  // namespace livewarp
