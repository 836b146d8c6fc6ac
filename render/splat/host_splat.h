#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "render/splat/glow.h"
#include "render/splat/host_density.h"
#include "render/splat/splat_times.h"

namespace livewarp {

/// Draws points on the host as `CudaSplat` does on a GPU, on all cores: where OpenGL is software,
/// sprites take many times as long.
class HostSplat {
 public:
  /// The picture of `count` x Float4 (x, y, z, value) in `pixels`: look.width x look.height x
  /// RGBA8, row 0 on top. Throws `Error` when bodies are too many.
  SplatTimes draw(const void* points, std::int64_t count, const PointsLook& look, void* pixels,
                  splat::Manner manner = splat::Manner::lights);
  /// What fell into each pixel of the last picture, from the top left one on: light, or bodies.
  std::vector<splat::Glow> sums() const;

 private:
  void resize(const PointsLook& look);
  void add_lights(const void* points, std::int64_t count, const PointsLook& look);
  template <class Picture>
  void make_bloom(const Picture& sums);
  float brightest() const;
  template <class Picture>
  void show(const Picture& sums, std::uint32_t* pixels) const;

  splat::SumPicture lights() const { return {sums_.data(), width_, height_, encoding_}; }
  splat::DensityPicture density() const {
    return {sums_.data(), width_, height_, density_encoding_};
  }

  splat::Manner manner_ = splat::Manner::lights;  ///< of the last picture
  splat::Encoding encoding_;
  splat::DensityEncoding density_encoding_;
  int width_ = 0, height_ = 0;
  std::vector<splat::Light> lights_;
  HostDensity host_density_;
  std::vector<splat::Sum> sums_;
  splat::Pyramid pyramid_;
  std::vector<splat::Glow> bloom_;
  std::array<splat::Color, splat::map_colors> colors_;
  std::optional<ColorMap> map_;
};

}  // namespace livewarp
