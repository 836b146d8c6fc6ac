#include "render/passes/volume_pass.h"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>
#include <vector>

#include <glad/gl.h>

#include "render/passes/volume_box.h"
#include "render/testing/volume_test.h"

namespace livewarp {
namespace {

TEST_F(VolumeTest, ABallShinesWhereItProjects) {
  const int width = 321, height = 243;
  const double centers[][3] = {
      {0.5, 0.5, 0.5}, {0.8, 0.5, 0.5}, {0.5, 0.75, 0.5}, {0.5, 0.5, 0.25}, {0.25, 0.7, 0.8}};
  view_.legend_min = 0;  // nothing around the ball
  for (const auto& c : centers) {
    const VolumeValues ball = [&](double x, double y, double z) {
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
    return values[(std::size_t(z) * std::size_t(ny) + std::size_t(y)) * std::size_t(nx) +
                  std::size_t(x)];
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

TEST_F(VolumeTest, ATextureIsDrawnLikeABuffer) {
  const auto values = [](double x, double y, double z) { return x * y + 0.3 * z; };
  for (const bool slices : {false, true}) {
    view_.slices = slices;
    const GlPicture first = publish(21, 14, 9, values);
    const PixelImage expected = drawn(first, 150, 110);
    EXPECT_EQ(drawn(in_texture(first), 150, 110).rgba, expected.rgba);
    const GlPicture again = publish(21, 14, 9, values);
    EXPECT_EQ(drawn(again, 150, 110).rgba, expected.rgba) << "a buffer after a texture";
    const GlPicture other = publish(9, 5, 33, [](double x, double, double z) { return 1 - x * z; });
    const PixelImage next = drawn(other, 150, 110);
    EXPECT_NE(next.rgba, expected.rgba);
    EXPECT_EQ(drawn(in_texture(other), 150, 110).rgba, next.rgba);
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

// A cut is a plane, whose vanishing line runs through the picture: there a pixel holds all that is
// far away.
TEST_F(VolumeTest, NothingIsSeenOfACutBeyondTheBox) {
  view_.slices = true;
  const GlPicture picture = publish(8, 8, 8, [](double, double, double) { return 1.0; });
  const int width = 1200, height = 300;  // the box in the middle
  int seen = 0;
  for (int k = 0; k < 24; ++k) {
    camera_.orbit().look(0.05 + 0.26 * k, 0.05 * (k % 7));
    const PixelImage image = drawn(picture, width, height);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        if ((x < 300 || x >= 900) && light(image.at(x, y)) > 1) ++seen;
  }
  EXPECT_EQ(seen, 0);
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
        different += std::abs(rows[std::size_t(4) * std::size_t(width * y) + std::size_t(k)] -
                              expected.at(0, height - 1 - y)[k]) > 2;
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
