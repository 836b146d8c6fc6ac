#include <gtest/gtest.h>

#if !LIVEWARP_HAS_CUDA
TEST(GpuPointsDisplay, IsDrawnByCuda) { GTEST_SKIP() << "this build has no CUDA"; }
#else

  #include <algorithm>
  #include <cmath>
  #include <cstdio>

  #include "kernels/core/measure/statistics.h"
  #include "render/displays/points_display.h"
  #include "render/passes/scene.h"
  #include "render/splat/host_splat.h"
  #include "render/testing/gpu_display_test.h"
  #include "render/testing/points_test.h"

namespace livewarp {
namespace {

using test::cloud;
using test::look_at_cloud;

class GpuPointsDisplay : public GpuDisplay {
 protected:
  static Bytes bytes_of_points(const std::vector<Float4>& points) {
    Bytes bytes(points.size() * sizeof(Float4));
    std::memcpy(bytes.data(), points.data(), bytes.size());
    return bytes;
  }
  static Bytes pixels_of(const GlPicture& picture) {
    Bytes bytes(picture.pixels.bytes());
    glGetNamedBufferSubData(picture.buffer, 0, GLsizeiptr(bytes.size()), bytes.data());
    return bytes;
  }
  /// The picture of points on a way, as bytes.
  Bytes drawn(Display& display, const std::vector<Float4>& points) {
    const Buffer source = on_device(bytes_of_points(points));
    publish(display, points_of(std::int64_t(points.size())), source);
    const GlPicture picture = display.finish();
    EXPECT_EQ(picture.spec, points_of(std::int64_t(points.size())));
    return pixels_of(picture);
  }
  static std::unique_ptr<Display> display_of(DisplayPath path) {
    return make_cuda_points_display(make_display({.wanted = path, .cuda = true}));
  }
};

TEST_F(GpuPointsDisplay, EveryPathBringsTheSameBytes) {
  for (const int count : {1, 311, 4099, 262'147})
    for (const auto& [w, h] : {std::pair{643, 481}, std::pair{1, 1}, std::pair{1920, 1080}}) {
      std::vector<Bytes> pictures;
      for (const DisplayPath path : cuda_paths) {
        const auto display = display_of(path);
        display->look_at_points(look_at_cloud(w, h));
        pictures.push_back(drawn(*display, cloud(count)));
        EXPECT_EQ(display->status().path, path) << display->status().reason;
        EXPECT_EQ(display->drawing(), Drawing::cuda);
      }
      EXPECT_TRUE(pictures[0] == pictures[1]) << count << " bodies, " << w << " x " << h;
      EXPECT_TRUE(pictures[0] == pictures[2]) << count << " bodies, " << w << " x " << h;
    }
}

TEST_F(GpuPointsDisplay, IsThatOfTheHostWithinRounding) {
  for (const float radius : {0.4f, 1.5f, 25.0f})
    for (const int count : {1, 1027, 50'021}) {
      PointsLook look = look_at_cloud(643, 481);
      look.radius = radius;
      const std::vector<Float4> points = cloud(count);
      const auto display = display_of(DisplayPath::automatic);
      display->look_at_points(look);
      const Bytes by_cuda = drawn(*display, points);
      Bytes by_host(by_cuda.size());
      HostSplat().draw(points.data(), count, look, by_host.data());
      std::int64_t differ = 0;
      for (std::size_t k = 0; k < by_host.size(); ++k)
        differ += std::abs(by_host[k] - by_cuda[k]) > 2;
      EXPECT_LT(double(differ), 1e-3 * double(by_host.size())) << radius << ", " << count;
    }
}

TEST_F(GpuPointsDisplay, ManyPicturesAreTheSame) {
  const auto display = display_of(DisplayPath::automatic);
  display->look_at_points(look_at_cloud(1283, 719));
  const std::vector<Float4> points = cloud(262'147);
  const Bytes first = drawn(*display, points);
  for (int k = 0; k < 20; ++k) ASSERT_TRUE(drawn(*display, points) == first) << k;
}

TEST_F(GpuPointsDisplay, AllBodiesInOnePlaceAreOneLight) {
  const std::vector<Float4> points(1'048'576, Float4{0, 0, 0, 0.5f});
  const PointsLook look = look_at_cloud(129, 65);
  const auto display = display_of(DisplayPath::copy);
  display->look_at_points(look);
  const Bytes by_cuda = drawn(*display, points);
  Bytes by_host(by_cuda.size());
  HostSplat().draw(points.data(), std::int64_t(points.size()), look, by_host.data());
  EXPECT_TRUE(by_cuda == by_host) << "no rounding differs where all lights are the same";
}

TEST_F(GpuPointsDisplay, AMovedCameraIsFollowedThoughNothingIsPublished) {
  const auto display = display_of(DisplayPath::automatic);
  display->look_at_points(look_at_cloud(200, 150));
  const Bytes first = drawn(*display, cloud(4099));
  const GlPicture before = display->latest();
  OrbitCamera camera = test::camera_at_cloud();
  camera.rotate(50, 0, 200, 150);
  display->look_at_points(points_look(test::view_of_cloud(), camera, 200, 150));
  const GlPicture turned = display->finish();
  EXPECT_NE(turned.generation, before.generation);
  EXPECT_FALSE(pixels_of(turned) == first);
  display->look_at_points(look_at_cloud(200, 150));
  EXPECT_TRUE(pixels_of(display->finish()) == first);
}

TEST_F(GpuPointsDisplay, OtherPicturesPassAsTheyAre) {
  const auto display = display_of(DisplayPath::automatic);
  display->look_at_points(look_at_cloud(64, 48));
  for (const PictureSpec& spec : {image_of(41, 30), field_of(641, 33)})
    for (unsigned k = 0; k < 2; ++k) {
      const Bytes expected = pattern(spec, k);
      const Buffer source = on_device(expected);
      publish(*display, spec, source);
      const GlPicture picture = display->finish();
      EXPECT_EQ(picture.pixels.width, 0);
      EXPECT_TRUE(bytes_of(picture) == expected);
      drawn(*display, cloud(100));
      EXPECT_EQ(display->latest().pixels.width, 64);
    }
}

TEST_F(GpuPointsDisplay, InteropThatFailsLaterGoesOnByCopies) {
  const auto display = make_cuda_points_display(make_display({.cuda = true, .fail_interop = true}));
  display->look_at_points(look_at_cloud(320, 200));
  const auto whole = display_of(DisplayPath::copy);
  whole->look_at_points(look_at_cloud(320, 200));
  EXPECT_TRUE(drawn(*display, cloud(4099)) == drawn(*whole, cloud(4099)));
  EXPECT_EQ(display->status().path, DisplayPath::copy);
}

// On a large GPU; a small one has less to do with smaller windows.
TEST_F(GpuPointsDisplay, IsDrawnInAFractionOfAFrame) {
  for (const int count : {49'152, 1'048'576}) {
    const auto display = display_of(DisplayPath::automatic);
    const Buffer source = on_device(bytes_of_points(cloud(count)));
    PointsLook look = look_at_cloud(1920, 1080);
    look.radius = 1.5f;
    std::vector<double> times;
    for (int k = 0; k < 60; ++k) {
      display->look_at_points(look);
      publish(*display, points_of(count), source);
      display->finish();
      for (const TimeSpan& span : display->drawings().scenes) times.push_back(span.ms());
    }
    ASSERT_GE(times.size(), 50u);
    const double median = summarize(times).median;
    RecordProperty("draw_ms_" + std::to_string(count), std::to_string(median));
    std::printf("%d bodies: drawn in %.3f ms\n", count, median);
    EXPECT_LT(median, 3) << count;
  }
}

}  // namespace
}  // namespace livewarp

#endif
