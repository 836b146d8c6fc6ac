#include "render/passes/scene.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <random>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/core/base/dim.h"
#include "kernels/core/base/error.h"
#include "kernels/core/color/color_map.h"
#include "render/displays/display.h"
#include "render/testing/offscreen_test.h"
#include "render/testing/probe_test.h"

namespace livewarp {
namespace {

class SceneTest : public test::OffscreenTest {
 protected:
  void SetUp() override {
    OffscreenTest::SetUp();
    if (!gl_) return;
    display_ = make_display({});
    scene_.emplace();
  }

  GlPicture publish(const PictureSpec& spec, const void* data) {
    void* memory = display_->begin(spec, nullptr).memory;
    if (spec.bytes() > 0) std::memcpy(memory, data, spec.bytes());
    display_->end(nullptr);
    return display_->latest();
  }
  GlPicture publish(const std::vector<Float4>& points) {
    return publish({PictureKind::points, std::int64_t(points.size()), 0, 0}, points.data());
  }
  GlPicture publish(const PixelImage& image) {
    return publish({PictureKind::image, 0, image.width, image.height}, image.rgba.data());
  }
  PixelImage drawn(const GlPicture& picture, int width, int height) {
    camera_.follow(picture.spec, view_);
    scene_->draw(picture, view_, camera_, width, height);
    return scene_->read_pixels();
  }

  static PixelImage noise(int width, int height) {
    std::mt19937 random(11);
    PixelImage image{width, height, std::vector<std::uint8_t>(std::size_t(width * height * 4))};
    for (std::uint8_t& byte : image.rgba) byte = static_cast<std::uint8_t>(random());
    return image;
  }
  static double light(const std::uint8_t* pixel) {
    return std::hypot(pixel[0] - 7.0, pixel[1] - 9.0, pixel[2] - 12.0);
  }
  static std::vector<int> rgb(const std::uint8_t* pixel) { return {pixel[0], pixel[1], pixel[2]}; }

  std::unique_ptr<Display> display_;
  std::optional<Scene> scene_;
  Camera camera_;
  View view_;
};

TEST_F(SceneTest, PointsShineWhereTheyProjectInTheColourOfTheirValue) {
  const int width = 643, height = 481;
  view_.extent = 2;
  view_.point_size = 0.02f;
  const std::vector<Float4> points = {{0, 0, 0, 0.0f},
                                      {0.5f, 1.1f, 0.8f, 0.25f},
                                      {-0.9f, -1.2f, 0.6f, 0.5f},
                                      {0.3f, 0.9f, -1.1f, 0.75f},
                                      {-0.2f, -0.8f, -0.9f, 1.0f}};
  camera_.follow({PictureKind::points, 5, 0, 0}, view_);
  camera_.orbit().look(0, 0);  // from +x: y to the right, z up
  const PixelImage image = drawn(publish(points), width, height);
  const double tangent = std::tan(OrbitCamera::half_field_of_view);
  for (const Float4& p : points) {
    const double scale = 0.5 * height / tangent / (2 / tangent - double{p.x});
    const double x = 0.5 * width + scale * double{p.y}, y = 0.5 * height - scale * double{p.z};
    const std::uint8_t* middle = image.at(int(x), int(y));
    EXPECT_GT(light(middle), 60) << "value " << p.w;
    EXPECT_LT(light(image.at(int(x) + 12, int(y) + 12)), 0.2 * light(middle)) << "value " << p.w;
    // Same hue: the vector from the ground to the pixel points to the map's colour.
    const Rgb color = point_color(ColorMap::viridis, double{p.w});
    const double d[3] = {middle[0] - 7.0, middle[1] - 9.0, middle[2] - 12.0};
    const double c[3] = {double{color.r}, double{color.g}, double{color.b}};
    const double along = d[0] * c[0] + d[1] * c[1] + d[2] * c[2];
    EXPECT_GT(along / std::hypot(d[0], d[1], d[2]) / std::hypot(c[0], c[1], c[2]), 0.99)
        << "value " << p.w;
  }
}

TEST_F(SceneTest, AProbeReadsThePixelOfAnImage) {
  const PixelImage image = noise(40, 30);
  GlPicture picture = publish(image);
  const auto read = test::probe(picture, 17.9, 8.2);
  ASSERT_TRUE(read && read->color);
  EXPECT_EQ(std::memcmp(read->color->data(), image.at(17, 8), 4), 0);
  EXPECT_EQ(read->x, 17);
  EXPECT_EQ(read->y, 8);
  EXPECT_FALSE(test::probe(picture, 40, 8));
  EXPECT_FALSE(test::probe(picture, 17, -0.1));
  picture.spec.full_width = 400;  // of an image that is shown at a tenth
  EXPECT_EQ(test::probe(picture, 17.9, 8.2)->x, 170);
  EXPECT_EQ(test::probe(picture, 17.9, 8.2)->y, 8);
}

TEST_F(SceneTest, NothingPublishedShowsTheGround) {
  for (const GlPicture& picture : {GlPicture{}, publish(std::vector<Float4>{})}) {
    const PixelImage image = drawn(picture, 33, 17);
    ASSERT_EQ(image.rgba.size(), std::size_t(33 * 17 * 4));
    for (int k = 0; k < 33 * 17; ++k) {
      ASSERT_EQ(rgb(image.at(k % 33, k / 33)), (std::vector<int>{7, 9, 12}));
      ASSERT_EQ(image.at(k % 33, k / 33)[3], 255);
    }
  }
}

TEST_F(SceneTest, ADenseCoreKeepsItsStructure) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  std::vector<Float4> points(131'072);
  for (Float4& p : points)
    p = {0.4f * normal(random), 0.4f * normal(random), 0.4f * normal(random), 0.5f};
  view_.extent = 2;
  view_.point_size = 0.004f;
  const PixelImage image = drawn(publish(points), 640, 480);
  int burnt = 0;
  double sum = 0, squares = 0;
  for (int y = 220; y < 260; ++y)
    for (int x = 300; x < 340; ++x) {
      const std::uint8_t* pixel = image.at(x, y);
      burnt += pixel[0] >= 250 && pixel[1] >= 250 && pixel[2] >= 250;
      sum += light(pixel);
      squares += light(pixel) * light(pixel);
    }
  const double mean = sum / 1600, deviation = std::sqrt(squares / 1600 - mean * mean);
  EXPECT_LT(burnt, 16);
  EXPECT_GT(mean, 100) << "the core is dark";
  EXPECT_GT(deviation, 4) << "the core is flat";
  EXPECT_GT(mean, 1.5 * light(image.at(320, 120))) << "the core is no brighter than its outskirts";
}

TEST_F(SceneTest, ManyAndFewPointsAreBothVisible) {
  view_.extent = 1;
  for (const int n : {1, 31, 4099, 262'147}) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> uniform(-0.7f, 0.7f);
    std::vector<Float4> points(static_cast<std::size_t>(n));
    for (Float4& p : points) p = {uniform(random), uniform(random), uniform(random), 0.5f};
    points[0] = {0, 0, 0, 0.5f};
    view_.point_size = n < 1000 ? 0.02f : 0.004f;
    const PixelImage image = drawn(publish(points), 320, 320);
    EXPECT_GT(light(image.at(160, 160)), 40) << n;
    EXPECT_LT(light(image.at(160, 160)), 420) << n;
  }
}

TEST_F(SceneTest, ImageIsDrawnByteForByteAtScaleOne) {
  const PixelImage source = noise(37, 23);
  const PixelImage image = drawn(publish(source), 64, 41);  // 64 / 37 rounds down to 1
  for (int y = 0; y < 41; ++y)
    for (int x = 0; x < 64; ++x) {
      const int sx = x - 13, sy = y - 9;
      const bool inside = sx >= 0 && sx < 37 && sy >= 0 && sy < 23;
      ASSERT_EQ(rgb(image.at(x, y)),
                inside ? rgb(source.at(sx, sy)) : (std::vector<int>{42, 42, 42}))
          << x << ", " << y;
      ASSERT_EQ(image.at(x, y)[3], 255);
    }
}

TEST_F(SceneTest, MagnifiedImageHasSquaresOfWholePixels) {
  const PixelImage source = noise(5, 7);
  const PixelImage image = drawn(publish(source), 17, 22);  // scale 3
  for (int y = 0; y < 21; ++y)
    for (int x = 0; x < 15; ++x)
      ASSERT_EQ(rgb(image.at(x + 1, y)), rgb(source.at(x / 3, y / 3))) << x << ", " << y;
}

TEST_F(SceneTest, ReducedImageAveragesInsteadOfAliasing) {
  PixelImage source = noise(256, 256);
  for (int k = 0; k < 256 * 256; ++k)
    std::memset(source.rgba.data() + 4 * k, (k % 256 + k / 256) % 2 ? 255 : 0, 4);
  const PixelImage image = drawn(publish(source), 50, 50);
  for (int k = 0; k < 2500; ++k) {
    const int x = k % 50, y = k / 50;
    ASSERT_NEAR(image.at(x, y)[1], 127, 6) << k;
  }
}

TEST_F(SceneTest, NewContentOfTheSameSizeIsShown) {
  PixelImage source = noise(16, 16);
  drawn(publish(source), 16, 16);
  for (std::uint8_t& byte : source.rgba) byte = static_cast<std::uint8_t>(255 - byte);
  const PixelImage image = drawn(publish(source), 16, 16);
  for (int k = 0; k < 256; ++k)
    ASSERT_EQ(rgb(image.at(k % 16, k / 16)), rgb(source.at(k % 16, k / 16)));
}

TEST_F(SceneTest, KnowsWhetherItShowsASubjectAlready) {
  const GlPicture first = publish(noise(40, 30));
  drawn(first, 80, 60);
  EXPECT_TRUE(scene_->shows(first, view_, camera_, 80, 60));
  EXPECT_FALSE(scene_->shows(first, view_, camera_, 81, 60)) << "another size";
  Camera moved = camera_;
  moved.apply({.over = true, .x = 9, .y = 9, .wheel = 1}, 80, 60);
  EXPECT_FALSE(scene_->shows(first, view_, moved, 80, 60)) << "another camera";
  View other = view_;
  other.point_size *= 2;
  EXPECT_FALSE(scene_->shows(first, other, camera_, 80, 60)) << "another view";
  EXPECT_FALSE(scene_->shows(publish(noise(40, 30)), view_, camera_, 80, 60)) << "a new picture";
}

TEST_F(SceneTest, AWindowGetsTheSamePictureWithItsTopInTheLastRow) {
  const int width = 90, height = 70;
  GLuint texture = 0, framebuffer = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &texture);
  glTextureStorage2D(texture, 1, GL_RGBA8, width, height);
  glCreateFramebuffers(1, &framebuffer);
  glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, texture, 0);
  const std::vector<Float4> points = {{0, 0.3f, 0.5f, 0.9f}, {0, -0.6f, -0.2f, 0.1f}};
  for (const bool image : {true, false}) {
    const GlPicture picture = image ? publish(noise(41, 33)) : publish(points);
    const PixelImage expected = drawn(picture, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    scene_->draw_to_window(picture, view_, camera_, width, height);
    std::vector<std::uint8_t> rows(expected.rgba.size());
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    int different = 0;
    for (int y = 0; y < height; ++y)
      for (int k = 0; k < 4 * width; ++k)
        different += std::abs(rows[std::size_t(4) * std::size_t(width * y) + std::size_t(k)] -
                              expected.at(0, height - 1 - y)[k]) > 2;
    EXPECT_LE(different, image ? 0 : 40);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteTextures(1, &texture);
}

TEST_F(SceneTest, AnySizeCanFollowAnyOther) {
  const GlPicture points = publish(std::vector<Float4>(1000, Float4{0, 0, 0, 0.5f}));
  for (const auto& [w, h] : {std::pair{1, 1}, std::pair{1920, 1080}, std::pair{3, 700},
                             std::pair{700, 3}, std::pair{64, 64}}) {
    const PixelImage image = drawn(points, w, h);
    EXPECT_EQ(image.width, w);
    EXPECT_EQ(image.height, h);
    EXPECT_GT(light(image.at(w / 2, h / 2)), 20);
  }
  camera_.follow(points.spec, view_);
  EXPECT_THROW(scene_->draw(points, view_, camera_, 1 << 20, 16), Error);
  EXPECT_EQ(scene_->width(), 64) << "the last picture is gone";
  scene_->draw(points, view_, camera_, 0, 16);
  EXPECT_EQ(scene_->width(), 64);
}

TEST_F(SceneTest, LeavesNothingBoundBehind) {
  glViewport(3, 5, 77, 55);
  drawn(publish(std::vector<Float4>(100, Float4{})), 60, 40);
  drawn(publish(noise(200, 300)), 60, 40);
  const auto integer = [](GLenum name) {
    GLint value = -1;
    glGetIntegerv(name, &value);
    return value;
  };
  for (const GLenum name :
       {GL_PIXEL_UNPACK_BUFFER_BINDING, GL_PIXEL_PACK_BUFFER_BINDING, GL_CURRENT_PROGRAM,
        GL_VERTEX_ARRAY_BINDING, GL_DRAW_FRAMEBUFFER_BINDING, GL_READ_FRAMEBUFFER_BINDING,
        GL_ARRAY_BUFFER_BINDING, GL_TEXTURE_BINDING_2D})
    EXPECT_EQ(integer(name), 0) << std::hex << name;
  EXPECT_EQ(integer(GL_ACTIVE_TEXTURE), GL_TEXTURE0);
  for (const GLenum name :
       {GL_BLEND, GL_FRAMEBUFFER_SRGB, GL_PROGRAM_POINT_SIZE, GL_SCISSOR_TEST, GL_DEPTH_TEST})
    EXPECT_FALSE(glIsEnabled(name)) << std::hex << name;
  GLint viewport[4];
  glGetIntegerv(GL_VIEWPORT, viewport);
  EXPECT_EQ(std::vector<int>(viewport, viewport + 4), (std::vector<int>{3, 5, 77, 55}));
}

}  // namespace
}  // namespace livewarp
