#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <random>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/core/color/color_map.h"
#include "render/displays/display.h"
#include "render/gl/gl_objects.h"
#include "render/passes/scene.h"
#include "render/testing/offscreen_test.h"

/// Fields published cell by cell and drawn off-screen, for tests.
namespace livewarp {

inline constexpr int ground = 42;

struct TestCell {
  double value;
  CellMark mark = CellMark::none;
};
using TestField = std::function<TestCell(std::int64_t x, std::int64_t y)>;

/// Values 0..1 shown as -50..150 degrees: neither end nor scale is the obvious one.
class FieldTest : public test::OffscreenTest {
 protected:
  void SetUp() override {
    OffscreenTest::SetUp();
    if (!gl_) return;
    display_ = make_display({});
    scene_.emplace();
    view_.kind = PictureKind::field;
    view_.unit_scale = 200;
    view_.legend_min = -50;
    view_.legend_max = 150;
  }

  /// The published pixel shows the cell in its middle.
  GlPicture publish(const TestField& field, std::int64_t width, std::int64_t height,
                    const Viewport& viewport = {}) {
    const PictureSpec spec = field_picture(width, height, viewport);
    auto* pixels = static_cast<float*>(display_->begin(spec, nullptr).memory);
    for (int y = 0; y < spec.height; ++y)
      for (int x = 0; x < spec.width; ++x) {
        const Region& r = spec.region;
        const TestCell cell = field(std::int64_t(r.x + (x + 0.5) * r.width / spec.width),
                                    std::int64_t(r.y + (y + 0.5) * r.height / spec.height));
        *pixels++ = static_cast<float>(cell.value);
        *pixels++ = static_cast<float>(cell.mark);
      }
    display_->end(nullptr);
    return display_->latest();
  }
  /// The same picture in a texture, with more texels than pixels and nonsense in the rest.
  GlPicture in_texture(const GlPicture& picture) {
    const PictureSpec& spec = picture.spec;
    texture_ = make_texture(GL_RG32F, spec.width + 3, spec.height + 5, false);
    const float nonsense[2] = {1e9f, 1};
    glClearTexImage(texture_.name(), 0, GL_RG, GL_FLOAT, nonsense);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, picture.buffer);
    glTextureSubImage2D(texture_.name(), 0, 0, 0, spec.width, spec.height, GL_RG, GL_FLOAT,
                        nullptr);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    return {spec, 0, picture.generation + 1, texture_.name()};
  }
  PixelImage drawn(const GlPicture& picture, int width, int height) {
    camera_.follow(picture.spec, view_);
    scene_->draw(picture, view_, camera_, width, height);
    return scene_->read_pixels();
  }
  PixelImage drawn(const TestField& field, int cells_x, int cells_y, int width, int height) {
    return drawn(publish(field, cells_x, cells_y), width, height);
  }

  double in_map(double value) const {
    return (value * view_.unit_scale - view_.legend_min) / (view_.legend_max - view_.legend_min);
  }
  bool has_color_of(const std::uint8_t* pixel, double value) const {
    const Rgb c = color_at(view_.map, in_map(value));
    return std::abs(pixel[0] - 255.0 * double{c.r}) <= 1.6 &&
           std::abs(pixel[1] - 255.0 * double{c.g}) <= 1.6 &&
           std::abs(pixel[2] - 255.0 * double{c.b}) <= 1.6;
  }
  static bool is_ground(const std::uint8_t* p) {
    return p[0] == ground && p[1] == ground && p[2] == ground;
  }
  static double luma(const std::uint8_t* p) { return (0.3 * p[0] + 0.59 * p[1] + 0.11 * p[2]); }
  static bool neutral(const std::uint8_t* p) {
    return std::max({p[0], p[1], p[2]}) - std::min({p[0], p[1], p[2]}) <= 24;
  }
  /// Values that look random, equal at every call; some beyond the range.
  static TestCell noise(std::int64_t x, std::int64_t y) {
    std::minstd_rand random(static_cast<unsigned>(7919 * y + x + 1));
    random.discard(3);
    return {double(random()) / double(std::minstd_rand::max()) * 1.2 - 0.35};
  }

  std::unique_ptr<Display> display_;
  std::optional<Scene> scene_;
  GlObject texture_;
  Camera camera_;
  View view_;
};

}  // namespace livewarp
