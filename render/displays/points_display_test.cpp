#include "render/displays/points_display.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <optional>
#include <thread>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "render/passes/scene.h"
#include "render/splat/host_splat.h"
#include "render/testing/offscreen_test.h"
#include "render/testing/points_test.h"

namespace livewarp {
namespace {

using test::cloud;
using test::look_at_cloud;

class PointsDisplay : public test::OffscreenTest {
 protected:
  static void publish(Display& display, const PictureSpec& spec, const void* data) {
    std::memcpy(display.begin(spec, nullptr).memory, data, spec.bytes());
    display.end(nullptr);
  }
  static void publish(Display& display, const std::vector<Float4>& points) {
    publish(display, {.kind = PictureKind::points, .count = std::int64_t(points.size())},
            points.data());
  }
  static PixelImage shown(const GlPicture& picture, int width, int height) {
    Camera camera;
    camera.follow(picture.spec, test::view_of_cloud());
    camera.orbit() = test::camera_at_cloud();
    Scene scene;
    scene.draw(picture, test::view_of_cloud(), camera, width, height);
    return scene.read_pixels();
  }
};

// OpenGL's sprites were written apart: other sums, other filters, the same picture. Where values
// differ, sprites mix their colours, and sums have the colour of the mean value.
TEST_F(PointsDisplay, PicturesOfTheHostAreThoseOfSprites) {
  for (const auto& [bodies, mixed] :
       {std::pair{1, false}, {311, false}, {20'011, false}, {20'011, true}}) {
    const int width = 403, height = 301;
    const auto sprites = make_display({}), host = make_host_points_display();
    host->look_at_points(look_at_cloud(width, height));
    std::vector<Float4> points = cloud(bodies);
    for (Float4& p : points) p.w = mixed ? p.w : 0.5f;
    std::vector<PixelImage> images;
    for (Display* display : {sprites.get(), host.get()}) {
      publish(*display, points);
      const GlPicture picture = display->finish();
      EXPECT_EQ(picture.spec.kind, PictureKind::points);
      EXPECT_EQ(picture.spec.count, bodies);
      images.push_back(shown(picture, width, height));
    }
    double difference = 0, light = 0;
    for (std::size_t k = 0; k < images[0].rgba.size(); ++k) {
      difference += std::abs(images[0].rgba[k] - images[1].rgba[k]);
      light += images[0].rgba[k] % 255;
    }
    EXPECT_LT(difference, (mixed ? 0.06 : 0.02) * light) << bodies;
    EXPECT_EQ(host->drawing(), Drawing::host);
    EXPECT_EQ(host->drawings().scenes.size(), 1u);
    EXPECT_EQ(host->drawings().scenes.size(), 0u);
  }
}

TEST_F(PointsDisplay, AMovedCameraIsFollowedThoughNothingIsPublished) {
  const auto display = make_host_points_display();
  display->look_at_points(look_at_cloud(200, 150));
  EXPECT_TRUE(display->latest().empty());
  publish(*display, cloud(1000));
  const GlPicture first = display->latest();
  EXPECT_EQ(display->latest().generation, first.generation) << "drawn again for nothing";
  OrbitCamera camera = test::camera_at_cloud();
  camera.rotate(50, 0, 200, 150);
  display->look_at_points(points_look(test::view_of_cloud(), camera, 200, 150));
  const GlPicture turned = display->latest();
  EXPECT_NE(turned.generation, first.generation);
  display->look_at_points(look_at_cloud(311, 97));
  const GlPicture resized = display->latest();
  EXPECT_EQ(resized.pixels.width, 311);
  EXPECT_EQ(resized.pixels.height, 97);
}

// The picture of so many is drawn beside the frames: they go on with the last one.
TEST_F(PointsDisplay, NoFrameWaitsForMillionsOfBodies) {
  const auto display = make_host_points_display();
  const int width = 643, height = 481;
  display->look_at_points(look_at_cloud(width, height));
  publish(*display, cloud(1000));
  const GlPicture few = display->finish();
  const std::vector<Float4> points = cloud(3'000'017);
  publish(*display, points);
  GlPicture picture = display->latest();
  int frames = 1;
  for (; picture.generation == few.generation && frames < 2000; ++frames) {
    EXPECT_EQ(picture.spec.count, 1000);
    EXPECT_TRUE(display->draws());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    picture = display->latest();
  }
  EXPECT_EQ(picture.spec.count, std::int64_t(points.size()));
  std::vector<std::uint32_t> expected(width * height), pixels(width * height);
  HostSplat().draw(points.data(), std::int64_t(points.size()), look_at_cloud(width, height),
                   expected.data(), splat::Manner::density);
  glGetNamedBufferSubData(picture.buffer, 0, GLsizeiptr(pixels.size() * 4), pixels.data());
  EXPECT_TRUE(pixels == expected);
  // A newer one that is written meanwhile follows.
  publish(*display, points);
  display->latest();
  publish(*display, cloud(2000));
  EXPECT_EQ(display->finish().spec.count, 2000);
  EXPECT_FALSE(display->draws());
  publish(*display, points);
  display->latest();
  display->settle();
  EXPECT_FALSE(display->draws());
  EXPECT_EQ(display->latest().spec.count, std::int64_t(points.size()));
  publish(*display, points);
  display->latest();  // and it may end in the middle of one
}

TEST_F(PointsDisplay, OtherPicturesPassAsTheyAre) {
  const auto display = make_host_points_display();
  display->look_at_points(look_at_cloud(64, 48));
  const std::vector<std::uint32_t> pixels(40 * 30, 0xFF804020u);
  const PictureSpec image{.kind = PictureKind::image, .width = 40, .height = 30};
  for (int k = 0; k < 2; ++k) {
    publish(*display, image, pixels.data());
    const GlPicture picture = display->latest();
    EXPECT_EQ(picture.spec, image);
    EXPECT_EQ(picture.pixels.width, 0);
    EXPECT_EQ(display->drawing(), Drawing::opengl);
    publish(*display, cloud(100));
    EXPECT_EQ(display->latest().pixels.width, 64);
    EXPECT_EQ(display->drawing(), Drawing::host);
  }
}

// Nobody asks for points any more, and what is drawn of them still comes to an end.
TEST_F(PointsDisplay, MillionsAreForgottenOnceAnotherPictureIsShown) {
  const auto display = make_host_points_display();
  display->look_at_points(look_at_cloud(643, 481));
  publish(*display, cloud(3'000'017));
  display->latest();
  const std::vector<std::uint32_t> pixels(40 * 30, 0xFF804020u);
  const PictureSpec image{.kind = PictureKind::image, .width = 40, .height = 30};
  publish(*display, image, pixels.data());
  for (int frames = 0; display->draws() && frames < 2000; ++frames) {
    EXPECT_EQ(display->latest().spec, image);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_FALSE(display->draws());
  EXPECT_EQ(display->latest().spec, image);
}

TEST_F(PointsDisplay, SoftwareOpenGlHasPointsDrawnByTheHost) {
  const auto display = make_drawing_display({});
  publish(*display, cloud(10));
  EXPECT_EQ(display->drawing() == Drawing::host, gl_->gl().software);
}

}  // namespace
}  // namespace livewarp
