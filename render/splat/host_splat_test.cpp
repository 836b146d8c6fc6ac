#include "render/splat/host_splat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "render/testing/points_test.h"

namespace livewarp {
namespace {

using test::cloud;
using test::look_at_cloud;

std::vector<std::uint32_t> drawn(HostSplat& splat, const std::vector<Float4>& points,
                                 const PointsLook& look) {
  std::vector<std::uint32_t> pixels(std::size_t(look.width) * std::size_t(look.height));
  splat.draw(points.data(), std::int64_t(points.size()), look, pixels.data());
  return pixels;
}

constexpr std::uint32_t ground = 0xFF0C0907u;  // 7, 9, 12

/// The same picture summed up in fp64, from the definitions alone.
struct Sums {
  std::vector<double> light, of_value;
  std::vector<int> bodies;
};
Sums reference_sums(const std::vector<Float4>& points, const PointsLook& look) {
  const auto pixels = std::size_t(look.width) * std::size_t(look.height);
  Sums sums{std::vector<double>(pixels), std::vector<double>(pixels), std::vector<int>(pixels)};
  const auto m = [&](int row, int column) { return double{look.matrix[4 * column + row]}; };
  for (const Float4& p : points) {
    const double at[4] = {double{p.x}, double{p.y}, double{p.z}, 1};
    double clip[4] = {};
    for (int row = 0; row < 4; ++row)
      for (int k = 0; k < 4; ++k) clip[row] += m(row, k) * at[k];
    if (clip[3] <= 0 || clip[2] <= -clip[3]) continue;
    const double x = (0.5 + 0.5 * clip[0] / clip[3]) * look.width;
    const double y = (0.5 - 0.5 * clip[1] / clip[3]) * look.height;
    const double nearness = double{look.distance} / clip[3];
    const double wanted = double{look.radius} * std::sqrt(nearness);
    const double radius =
        std::clamp(wanted, double{look.least_radius}, double{look.greatest_radius});
    const double brightness = std::min(wanted / radius, 1.0) * std::clamp(nearness, 0.25, 2.0);
    for (int row = 0; row < look.height; ++row)
      for (int column = 0; column < look.width; ++column) {
        const double d =
            (std::pow(column + 0.5 - x, 2) + std::pow(row + 0.5 - y, 2)) / (radius * radius);
        if (d >= 1) continue;
        const auto k = std::size_t(row) * std::size_t(look.width) + std::size_t(column);
        sums.light[k] += brightness * std::pow(1 - d, 3);
        sums.of_value[k] += brightness * std::pow(1 - d, 3) * double{p.w};
        ++sums.bodies[k];
      }
  }
  return sums;
}

TEST(HostSplat, SumsAreThoseOfFp64) {
  for (const float radius : {0.4f, 1.5f, 9.0f}) {
    const std::vector<Float4> points = cloud(1027);
    PointsLook look = look_at_cloud(317, 211);
    look.radius = radius;
    HostSplat splat;
    drawn(splat, points, look);
    const Sums expected = reference_sums(points, look);
    const std::vector<splat::Glow> sums = splat.sums();
    // Of each body a weight is rounded to a step, a value to 1/255; fp32 does the rest.
    const double step = std::ldexp(1.0, -splat::encoding_for(1027).fraction_bits);
    double total = 0;
    for (std::size_t k = 0; k < sums.size(); ++k) {
      const double most = (0.51 * step + 2e-5) * expected.bodies[k] + 1e-6;
      ASSERT_NEAR(double{sums[k].light}, expected.light[k], most) << k;
      ASSERT_NEAR(double{sums[k].of_value}, expected.of_value[k],
                  most + expected.light[k] / 2 / 255)
          << k;
      total += expected.light[k];
    }
    EXPECT_GT(total, 100) << "nothing is to be seen";
  }
}

TEST(HostSplat, AllBodiesInOnePixelOverflowNothing) {
  for (const std::int64_t bodies :
       {std::int64_t{1}, std::int64_t{2}, std::int64_t{4099}, std::int64_t{1} << 20,
        std::int64_t{16'777'216}, splat::most_bodies}) {
    const splat::Encoding encoding = splat::encoding_for(bodies);
    EXPECT_GE(encoding.fraction_bits, 1) << bodies;
    const splat::Sum one = splat::encoded(splat::most_brightness, 1, encoding);
    __extension__ using Wide = unsigned __int128;
    ASSERT_LT(Wide{one} * Wide(bodies), Wide{1} << 64) << bodies;
    const splat::Glow all = splat::decoded(one * splat::Sum(bodies), encoding);
    EXPECT_FLOAT_EQ(all.light, 2 * float(bodies)) << bodies;
    EXPECT_FLOAT_EQ(all.of_value, 2 * float(bodies)) << bodies;
  }
  HostSplat splat;
  const std::vector<Float4> points(50'021, Float4{0, 0, 0, 0.5f});
  PointsLook look = look_at_cloud(65, 65);  // the middle of a pixel is that of the picture
  look.radius = look.least_radius;
  const std::vector<std::uint32_t> pixels = drawn(splat, points, look);
  const splat::Glow middle = splat.sums()[32 * 65 + 32];
  EXPECT_NEAR(double{middle.light}, 50'021, 50'021 * 1e-3);
  EXPECT_NEAR(double{middle.of_value / middle.light}, 0.5, 1.0 / 255);
  EXPECT_NE(pixels[32 * 65 + 32], ground);
}

TEST(HostSplat, TheOrderOfBodiesChangesNoBit) {
  std::vector<Float4> points = cloud(50'021);
  const PointsLook look = look_at_cloud(321, 203);
  HostSplat splat;
  const auto first = drawn(splat, points, look);
  std::ranges::shuffle(points, std::mt19937(2));
  EXPECT_TRUE(drawn(splat, points, look) == first);
}

TEST(HostSplat, WhatIsNotSeenLeavesTheGround) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const PointsLook look = look_at_cloud(97, 31);
  HostSplat splat;
  for (const std::vector<Float4>& points :
       {std::vector<Float4>{}, std::vector<Float4>(11, Float4{nan, 0, 0, 0.5f}),
        std::vector<Float4>(11, Float4{0, infinity, 0, 0.5f}),
        std::vector<Float4>(11, Float4{0, 1e30f, 0, 0.5f}),  // beside the picture
        std::vector<Float4>(11, Float4{1e9f, 0, 0, 0.5f})})  // behind the camera
    for (const std::uint32_t pixel : drawn(splat, points, look)) ASSERT_EQ(pixel, ground);
  for (const std::uint32_t pixel : drawn(splat, {{0, 0, 0, nan}}, look))
    EXPECT_GE(pixel, 0xFF000000u);
}

TEST(HostSplat, AnySizeCanFollowAnyOther) {
  HostSplat splat;
  for (const auto& [w, h] : {std::pair{1, 1}, std::pair{640, 360}, std::pair{3, 700},
                             std::pair{700, 3}, std::pair{64, 64}}) {
    const auto pixels = drawn(splat, cloud(1000), look_at_cloud(w, h));
    EXPECT_GT(std::ranges::count_if(pixels, [](std::uint32_t p) { return p != ground; }), 0)
        << w << " x " << h;
  }
}

TEST(HostSplat, LogarithmIsExactToSixDigits) {
  for (double x = 1; x < 1e9; x *= 1.0137)
    ASSERT_NEAR(double{splat::log2_of(float(x))}, std::log2(double{float(x)}),
                1e-6 * (1 + std::log2(x)))
        << x;
}

}  // namespace
}  // namespace livewarp
