#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "render/splat/glow.h"

namespace livewarp {

/// Draws points on the host as `CudaSplat` does on a GPU, on all cores: where OpenGL is software,
/// sprites take many times as long.
class HostSplat {
 public:
  /// The picture of `count` x Float4 (x, y, z, value) in `pixels`: look.width x look.height x
  /// RGBA8, row 0 on top. Throws `Error` when bodies are too many.
  void draw(const void* points, std::int64_t count, const PointsLook& look, void* pixels);
  /// What fell into each pixel of the last picture, from the top left one on.
  std::vector<splat::Glow> sums() const;

 private:
  void add_lights(const void* points, std::int64_t count, const PointsLook& look);
  void make_bloom();
  float brightest() const;
  void show(std::uint32_t* pixels) const;

  splat::Encoding encoding_;
  int width_ = 0, height_ = 0;
  std::vector<splat::Light> lights_;
  std::vector<splat::Sum> sums_;
  splat::Pyramid pyramid_;
  std::vector<splat::Glow> bloom_;
  std::array<splat::Color, splat::map_colors> colors_;
  std::optional<ColorMap> map_;
};

}  // namespace livewarp
