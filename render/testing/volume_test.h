#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/core/color/color_map.h"
#include "render/displays/display.h"
#include "render/gl/gl_objects.h"
#include "render/passes/scene.h"
#include "render/testing/offscreen_test.h"

/// Volumes published cell by cell and drawn off-screen, for tests.
namespace livewarp {

using VolumeValues =
    std::function<double(double x, double y, double z)>;  // places 0..1, values 0..1

/// Values 0..1 shown as -20..80 degrees: neither end nor scale is the obvious one.
class VolumeTest : public test::OffscreenTest {
 protected:
  void SetUp() override {
    OffscreenTest::SetUp();
    if (!gl_) return;
    display_ = make_display({});
    scene_.emplace();
    view_.kind = PictureKind::volume;
    view_.map = ColorMap::inferno;
    view_.unit_scale = 100;
    view_.legend_min = -20;
    view_.legend_max = 80;
  }

  GlPicture publish(int width, int height, int depth, const VolumeValues& values) {
    PictureSpec spec{.kind = PictureKind::volume, .width = width, .height = height, .depth = depth};
    spec.full_width = 3 * width;  // more cells than are published
    spec.full_height = 3 * height;
    spec.full_depth = 3 * depth;
    auto* out = static_cast<std::uint16_t*>(display_->begin(spec, nullptr).memory);
    for (int z = 0; z < depth; ++z)
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
          *out++ = static_cast<std::uint16_t>(std::lround(
              65535 * std::clamp(values((x + 0.5) / width, (y + 0.5) / height, (z + 0.5) / depth),
                                 0.0, 1.0)));
    display_->end(nullptr);
    return display_->latest();
  }
  /// The same picture in a texture.
  GlPicture in_texture(const GlPicture& picture) {
    const PictureSpec& spec = picture.spec;
    texture_ = make_volume_texture(GL_R16, spec.width, spec.height, spec.depth);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, picture.buffer);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    glTextureSubImage3D(texture_.name(), 0, 0, 0, 0, spec.width, spec.height, spec.depth, GL_RED,
                        GL_UNSIGNED_SHORT, nullptr);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    return {spec, 0, picture.generation + 1, texture_.name()};
  }
  PixelImage drawn(const GlPicture& picture, int width, int height) {
    camera_.follow(picture.spec, view_);
    scene_->draw(picture, view_, camera_, width, height);
    return scene_->read_pixels();
  }
  Rgb color_of(double value) const {
    return color_at(view_.map, (value * view_.unit_scale - view_.legend_min) /
                                   (view_.legend_max - view_.legend_min));
  }
  static double light(const std::uint8_t* p) {
    return std::hypot(p[0] - 7.0, p[1] - 9.0, p[2] - 12.0);
  }

  std::unique_ptr<Display> display_;
  std::optional<Scene> scene_;
  GlObject texture_;
  Camera camera_;
  View view_;
};

}  // namespace livewarp
