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
  #include "render/splat/manner_choice.h"
  #include "render/splat/splat_cuda.h"
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
    for (const int count : {1, 1027, 50'021, 400'009}) {
      PointsLook look = look_at_cloud(643, 481);
      look.radius = radius;
      const std::vector<Float4> points = cloud(count);
      const auto display = display_of(DisplayPath::automatic);
      display->look_at_points(look);
      const Bytes by_cuda = drawn(*display, points);
      Bytes by_host(by_cuda.size());
      // As the display guesses, before it has measured: many are density.
      const auto manner = MannerChoice(0).choose(count, look);
      HostSplat().draw(points.data(), count, look, by_host.data(), manner);
      std::int64_t differ = 0;
      for (std::size_t k = 0; k < by_host.size(); ++k)
        differ += std::abs(by_host[k] - by_cuda[k]) > 2;
      // A place that is rounded the other way moves a sixteenth of a body from pixel to pixel.
      const double most = manner == splat::Manner::density ? 1e-2 : 1e-3;
      EXPECT_LT(double(differ), most * double(by_host.size())) << radius << ", " << count;
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
  HostSplat().draw(points.data(), std::int64_t(points.size()), look, by_host.data(),
                   splat::Manner::density);
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
  for (const int count : {49'152, 1'048'576, 16'777'216}) {
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

/// Medians of a picture's two parts, by events.
SplatTimes times_of(CudaSplat& splat, const Buffer& points, std::int64_t count,
                    const PointsLook& look, splat::Manner manner) {
  const Buffer pixels(std::size_t(look.width) * std::size_t(look.height) * 4, MemoryMode::device);
  CudaEvent begin, added, end;
  std::vector<double> adding, showing;
  for (int k = 0; k < 30; ++k) {
    begin.record(nullptr);
    splat.draw(points.data(), count, look, manner, pixels.data(), nullptr, &added);
    end.record(nullptr);
    while (!end.done()) {
    }
    adding.push_back(added.since(begin));
    showing.push_back(end.since(added));
  }
  return {summarize(adding).median, summarize(showing).median};
}

// Says what both manners cost; which is chosen goes by that.
TEST_F(GpuPointsDisplay, TellsWhatLightsAndDensityCost) {
  PointsLook look = look_at_cloud(1920, 1080);
  look.radius = 1.33f;
  CudaSplat splat;
  for (const int count : {49'152, 262'144, 1'048'576, 4'194'304, 16'777'216}) {
    const Buffer points = on_device(bytes_of_points(cloud(count)));
    for (const splat::Manner manner : {splat::Manner::lights, splat::Manner::density}) {
      const SplatTimes times = times_of(splat, points, count, look, manner);
      std::printf("%9d bodies as %s: %.3f ms = %.3f + bloom and tone %.3f\n", count,
                  manner == splat::Manner::density ? "density" : "lights",
                  times.adding + times.showing, times.adding, times.showing);
      EXPECT_GT(times.adding, 0);
      EXPECT_LT(times.adding, 100);
    }
  }
  const std::vector<Float4> together(1'048'576, Float4{0, 0, 0, 0.5f});
  const Buffer points = on_device(bytes_of_points(together));
  const SplatTimes times = times_of(splat, points, 1'048'576, look, splat::Manner::density);
  std::printf("  1048576 bodies in one place as density: %.3f ms\n", times.adding);
  EXPECT_LT(times.adding, 20);
}

}  // namespace
}  // namespace livewarp

#endif
