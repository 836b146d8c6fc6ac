#include "render/volume_pass.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/core/color_map.h"
#include "kernels/core/error.h"
#include "render/display.h"
#include "render/offscreen.h"
#include "render/png.h"
#include "render/scene.h"
#include "render/volume_box.h"

namespace livewarp {
namespace {

using Values = std::function<double(double x, double y, double z)>;  // places 0..1, values 0..1

/// Values 0..1 shown as -20..80 degrees: neither end nor scale is the obvious one.
class VolumeTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      gl_.emplace(OffscreenOptions{.cuda_device = -1, .debug = true});
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    display_ = make_display({});
    scene_.emplace();
    view_.kind = PictureKind::volume;
    view_.map = ColorMap::inferno;
    view_.unit_scale = 100;
    view_.legend_min = -20;
    view_.legend_max = 80;
  }
  void TearDown() override {
    if (!gl_) return;
    gl_->poll_errors();
    EXPECT_EQ(gl_->gl_errors(), 0) << gl_->first_gl_error();
  }

  GlPicture publish(int width, int height, int depth, const Values& values) {
    PictureSpec spec{.kind = PictureKind::volume, .width = width, .height = height, .depth = depth};
    spec.full_width = 3 * width;  // more cells than are published
    spec.full_height = 3 * height;
    spec.full_depth = 3 * depth;
    auto* out = static_cast<std::uint16_t*>(display_->begin(spec, nullptr));
    for (int z = 0; z < depth; ++z)
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
          *out++ = static_cast<std::uint16_t>(std::lround(
              65535 * std::clamp(values((x + 0.5) / width, (y + 0.5) / height, (z + 0.5) / depth),
                                 0.0, 1.0)));
    display_->end(nullptr);
    return display_->latest();
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

  std::optional<Offscreen> gl_;
  std::unique_ptr<Display> display_;
  std::optional<Scene> scene_;
  Camera camera_;
  View view_;
};

TEST_F(VolumeTest, ABallShinesWhereItProjects) {
  const int width = 321, height = 243;
  const double centers[][3] = {
      {0.5, 0.5, 0.5}, {0.8, 0.5, 0.5}, {0.5, 0.75, 0.5}, {0.5, 0.5, 0.25}, {0.25, 0.7, 0.8}};
  view_.legend_min = 0;  // nothing around the ball
  for (const auto& c : centers) {
    const Values ball = [&](double x, double y, double z) {
      return std::hypot(x - c[0], y - c[1], z - c[2]) < 0.12 ? 0.8 : 0.0;
    };
    for (const double yaw : {0.6, 2.2, -1.4}) {
      camera_.orbit().look(yaw, 0.4);
      const PixelImage without =
          drawn(publish(48, 40, 31, [](double, double, double) { return 0.0; }), width, height);
      const GlPicture picture = publish(48, 40, 31, ball);
      const PixelImage image = drawn(picture, width, height);
      double sum = 0, x = 0, y = 0;
      for (int j = 0; j < height; ++j)
        for (int i = 0; i < width; ++i) {
          const double more = std::abs(image.at(i, j)[0] - without.at(i, j)[0]);
          sum += more;
          x += more * (i + 0.5);
          y += more * (j + 0.5);
        }
      ASSERT_GT(sum, 1000);
      const Vec3 half = volume_corner(picture.spec);
      const Vec3 at = camera_.orbit().project(
          {(2 * c[0] - 1) * half.x, (2 * c[1] - 1) * half.y, (2 * c[2] - 1) * half.z}, width,
          height);
      EXPECT_NEAR(x / sum, at.x, 2.5) << c[0] << " " << c[1] << " " << c[2] << " at " << yaw;
      EXPECT_NEAR(y / sum, at.y, 2.5) << c[0] << " " << c[1] << " " << c[2] << " at " << yaw;
    }
  }
}

TEST_F(VolumeTest, CutsHaveTheColoursOfTheirCells) {
  constexpr int nx = 5, ny = 7, nz = 3;  // rows of odd bytes, three different sides
  std::mt19937 random(3);
  std::vector<double> values(std::size_t(nx * ny * nz));
  for (double& v : values) v = double(random() % 1000) / 999.0;
  const auto value = [&](int x, int y, int z) {
    return values[std::size_t((z * ny + y) * nx + x)];
  };
  const GlPicture picture = publish(nx, ny, nz, [&](double x, double y, double z) {
    return value(int(x * nx), int(y * ny), int(z * nz));
  });
  const int width = 400, height = 380, counts[] = {nx, ny, nz};
  const Vec3 corner = volume_corner(picture.spec);
  const double half[] = {corner.x, corner.y, corner.z};
  EXPECT_EQ(corner, (Vec3{5.0 / 7, 1, 3.0 / 7}));
  view_.slices = true;
  camera_.follow(picture.spec, view_);
  for (int axis = 0; axis < 3; ++axis)
    for (const double cut : {0.1, 0.45, 0.95}) {
      double cuts[] = {0, 0, 0};  // the others lie at the far side
      cuts[axis] = cut;
      view_.cut_x = cuts[0], view_.cut_y = cuts[1], view_.cut_z = cuts[2];
      const double quarter = std::numbers::pi / 2;
      camera_.orbit().look(axis == 1 ? quarter : 0.0, axis == 2 ? quarter : 0.0);
      const PixelImage image = drawn(picture, width, height);
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      for (int j = 0; j < counts[v]; ++j)
        for (int i = 0; i < counts[u]; ++i) {
          int cell[3];
          cell[axis] = int(cut * counts[axis]);
          cell[u] = i;
          cell[v] = j;
          double at[3];
          at[axis] = (2 * cut - 1) * half[axis];
          at[u] = (2 * (i + 0.5) / counts[u] - 1) * half[u];
          at[v] = (2 * (j + 0.5) / counts[v] - 1) * half[v];
          const Vec3 p = camera_.orbit().project({at[0], at[1], at[2]}, width, height);
          const std::uint8_t* pixel = image.at(int(p.x), int(p.y));
          const Rgb expected = color_of(value(cell[0], cell[1], cell[2]));
          const float parts[] = {expected.r, expected.g, expected.b};
          for (int k = 0; k < 3; ++k)
            EXPECT_NEAR(pixel[k], 255 * double{parts[k]}, 1.6)
                << "axis " << axis << " cut " << cut << " cell " << i << ", " << j;
        }
    }
}

TEST_F(VolumeTest, TheNearestCutWins) {
  view_.slices = true;
  view_.cut_x = 0.8, view_.cut_y = view_.cut_z = 0;
  const GlPicture picture =
      publish(20, 20, 20, [](double x, double, double) { return x > 0.5 ? 0.7 : 0.1; });
  camera_.follow(picture.spec, view_);
  camera_.orbit().look(0.5, 0.3);  // sees the cut at x = 0.8 before the far faces
  const PixelImage image = drawn(picture, 200, 200);
  const auto is = [&](const Vec3& place, double value) {
    const Vec3 p = camera_.orbit().project(place, 200, 200);
    return std::abs(image.at(int(p.x), int(p.y))[0] - 255 * double{color_of(value).r}) < 2;
  };
  EXPECT_TRUE(is({0.6, 0.2, 0.3}, 0.7));
  EXPECT_TRUE(is({0.95, -0.9, -1}, 0.7)) << "the floor before the cut";
  EXPECT_FALSE(is({-0.5, 0.2, -1}, 0.1)) << "the floor behind the cut";
}

TEST_F(VolumeTest, EdgesFrameTheBoxInBothModes) {
  const GlPicture picture = publish(40, 20, 30, [](double, double, double) { return 0.0; });
  view_.legend_min = 0;
  view_.cut_x = view_.cut_y = view_.cut_z = 0;
  const int side = 500;
  for (const bool slices : {false, true}) {
    view_.slices = slices;
    camera_.follow(picture.spec, view_);
    camera_.orbit().look(0.6, 0.45);
    const PixelImage image = drawn(picture, side, side);
    const Vec3 h = volume_corner(picture.spec);
    // The three edges that meet nearest to the camera, and three at the silhouette.
    const Vec3 places[] = {{0, h.y, h.z},  {h.x, 0, h.z},  {h.x, h.y, 0},
                           {0, h.y, -h.z}, {h.x, 0, -h.z}, {-h.x, h.y, 0}};
    for (const Vec3& place : places) {
      const Vec3 p = camera_.orbit().project(place, side, side);
      EXPECT_GT(light(image.at(int(p.x), int(p.y))), 100) << slices << " " << place.x;
      const Vec3 q =
          camera_.orbit().project({0.9 * place.x, 0.9 * place.y, 0.9 * place.z}, side, side);
      EXPECT_LT(light(image.at(int(q.x), int(q.y))), 60) << slices << " " << place.x;
    }
    EXPECT_LT(light(image.at(2, 2)), 1);
  }
}

TEST_F(VolumeTest, ACloudHasNoRings) {
  view_.legend_min = 0;
  view_.legend_max = 90;
  const auto rows = [&](double height) {
    const GlPicture picture = publish(50, 50, 50, [=](double x, double y, double z) {
      return height * std::exp(-12 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) +
                                      (z - 0.5) * (z - 0.5)));
    });
    camera_.follow(picture.spec, view_);
    camera_.orbit().look(0.05, 0.04);
    return drawn(picture, 400, 400);
  };
  const PixelImage box = rows(0), image = rows(0.9);
  const auto lined = [&](int x) { return light(box.at(x, 215)) > 2; };
  int compared = 0, last = 0;
  for (int x = 60; x < 195; ++x) {  // from the skirt to the middle it only gets brighter
    const int before = image.at(x - 1, 215)[0] + image.at(x - 1, 215)[1];
    last = image.at(x, 215)[0] + image.at(x, 215)[1];
    if (lined(x) || lined(x - 1)) continue;
    ++compared;
    EXPECT_LT(std::abs(last - before), 14) << x;
    EXPECT_GE(last, before - 3) << x;
  }
  EXPECT_GT(compared, 100);
  EXPECT_GT(last, 250);
}

TEST_F(VolumeTest, OneRayForSeveralPixelsShowsTheSame) {
  const int width = 161, height = 121;
  Canvas canvas;
  canvas.resize(GL_RGBA8, width, height, false);
  const GlPicture picture = publish(20, 20, 20, [](double x, double y, double z) {
    return std::exp(-20 * ((x - 0.3) * (x - 0.3) + (y - 0.6) * (y - 0.6) + (z - 0.7) * (z - 0.7)));
  });
  camera_.follow(picture.spec, view_);
  std::vector<std::uint8_t> pixels[2];
  for (const int grain : {1, 2}) {
    VolumePass pass(grain);
    for (const bool top_first : {true, false}) {
      pass.draw(picture, view_, camera_.orbit(), {canvas.framebuffer(), width, height, top_first});
      std::vector<std::uint8_t> got(std::size_t(width * height * 4));
      glGetTextureImage(canvas.texture(), 0, GL_RGBA, GL_UNSIGNED_BYTE, GLsizei(got.size()),
                        got.data());
      std::vector<std::uint8_t>& first = pixels[top_first ? 0 : 1];
      if (grain == 1) {
        first = got;
        continue;
      }
      double sum = 0;
      for (std::size_t k = 0; k < got.size(); ++k) sum += std::abs(got[k] - first[k]);
      EXPECT_LT(sum / double(got.size()), 0.6) << top_first;
    }
  }
  EXPECT_NE(pixels[0], pixels[1]);
  const GlStateGuard tidy;
}

TEST_F(VolumeTest, DensityMakesACloudMoreOpaque) {
  const GlPicture picture = publish(16, 16, 16, [](double, double, double) { return 0.4; });
  view_.legend_min = 0;
  camera_.follow(picture.spec, view_);
  double before = -1;
  for (const double density : {0.0, 0.2, 1.0, 5.0}) {
    view_.density = density;
    const double now = light(drawn(picture, 100, 100).at(50, 55));
    EXPECT_GT(now, before) << density;
    before = now;
  }
  const Rgb full = color_of(0.4);
  view_.density = 1000;
  EXPECT_NEAR(drawn(picture, 100, 100).at(50, 55)[0], 255 * double{full.r}, 4);
}

TEST_F(VolumeTest, NewContentOfTheSameSizeIsShown) {
  view_.slices = true;
  const auto all = [this](double value) {
    const GlPicture picture = publish(8, 8, 8, [=](double, double, double) { return value; });
    const PixelImage image = drawn(picture, 120, 120);
    const Vec3 p = camera_.orbit().project({0, 0.4, 0.5}, 120, 120);
    return double{image.at(int(p.x), int(p.y))[0] / 255.0f} - double{color_of(value).r};
  };
  EXPECT_NEAR(all(0.3), 0, 0.01);
  EXPECT_NEAR(all(0.7), 0, 0.01);
}

TEST_F(VolumeTest, AWindowGetsTheSamePictureWithItsTopInTheLastRow) {
  const int width = 90, height = 70;
  Canvas window;
  window.resize(GL_RGBA8, width, height, false);
  const GlPicture picture =
      publish(12, 9, 15, [](double x, double y, double z) { return x * y + 0.3 * z; });
  for (const bool slices : {false, true}) {
    view_.slices = slices;
    const PixelImage expected = drawn(picture, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, window.framebuffer());
    scene_->draw_to_window(picture, view_, camera_, width, height);
    std::vector<std::uint8_t> rows(expected.rgba.size());
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    int different = 0;
    for (int y = 0; y < height; ++y)
      for (int k = 0; k < 4 * width; ++k)
        different +=
            std::abs(rows[std::size_t(4 * width * y + k)] - expected.at(0, height - 1 - y)[k]) > 2;
    EXPECT_LE(different, 12) << slices;
  }
}

TEST_F(VolumeTest, NothingPublishedIsGroundAndNothingStaysBound) {
  GlPicture none;
  none.spec.kind = PictureKind::volume;
  const PixelImage image = drawn(none, 33, 17);
  for (int k = 0; k < 33 * 17; ++k) ASSERT_LT(light(image.at(k % 33, k / 33)), 0.5);
  drawn(publish(5, 6, 7, [](double x, double, double) { return x; }), 50, 50);
  for (const GLenum name :
       {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_DRAW_FRAMEBUFFER_BINDING,
        GL_TEXTURE_BINDING_3D, GL_TEXTURE_BINDING_2D, GL_PIXEL_UNPACK_BUFFER_BINDING}) {
    GLint bound = -1;
    glGetIntegerv(name, &bound);
    EXPECT_EQ(bound, 0) << std::hex << name;
  }
}

TEST_F(VolumeTest, ATurningBoxKeepsWithinThePicture) {
  const GlPicture picture = publish(30, 30, 30, [](double, double, double) { return 0.5; });
  camera_.follow(picture.spec, view_);
  for (double yaw = -3; yaw < 3; yaw += 0.37)
    for (const double pitch : {-0.6, 0.0, 0.45, 1.0}) {
      camera_.orbit().look(yaw, pitch);
      for (const double x : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0})
          for (const double z : {-1.0, 1.0}) {
            const Vec3 p = camera_.orbit().project({x, y, z}, 640, 480);
            EXPECT_GT(p.x, 0) << yaw << " " << pitch;
            EXPECT_LT(p.x, 640) << yaw << " " << pitch;
            EXPECT_GT(p.y, 0) << yaw << " " << pitch;
            EXPECT_LT(p.y, 480) << yaw << " " << pitch;
          }
    }
}

}  // namespace
}  // namespace livewarp
