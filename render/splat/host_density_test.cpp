#include "render/splat/host_density.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "render/splat/host_splat.h"
#include "render/testing/points_test.h"

namespace livewarp {
namespace {

using splat::DensityEncoding;
using splat::Sum;
using test::cloud;
using test::look_at_cloud;

std::vector<Sum> sums_of(const std::vector<Float4>& points, const PointsLook& look,
                         DensityEncoding encoding) {
  std::vector<Sum> sums(std::size_t(look.width) * std::size_t(look.height), ~Sum{0});
  HostDensity().add(points.data(), std::int64_t(points.size()), look, encoding, sums.data());
  return sums;
}
std::vector<Sum> sums_of(const std::vector<Float4>& points, const PointsLook& look) {
  return sums_of(points, look, splat::density_encoding_for(std::int64_t(points.size())));
}
std::int64_t weight_of(Sum sum, DensityEncoding encoding) {
  return std::int64_t(sum >> encoding.value_width);
}

/// Where a body is seen, in fp64 and from the definitions alone.
struct Seen {
  double x = 0, y = 0;
  bool before = false;
};
Seen seen(const Float4& p, const PointsLook& look) {
  double clip[4] = {};
  const double at[4] = {double{p.x}, double{p.y}, double{p.z}, 1};
  for (int row = 0; row < 4; ++row)
    for (int k = 0; k < 4; ++k) clip[row] += double{look.matrix[4 * k + row]} * at[k];
  return {(0.5 + 0.5 * clip[0] / clip[3]) * look.width,
          (0.5 - 0.5 * clip[1] / clip[3]) * look.height, clip[3] > 0 && clip[2] > -clip[3]};
}

/// Sums of linear weights between the middles of pixels.
struct Density {
  std::vector<double> bodies, of_value;
  std::vector<int> touching;
};
Density density_of(const std::vector<Float4>& points, const PointsLook& look) {
  const auto pixels = std::size_t(look.width) * std::size_t(look.height);
  Density density{std::vector<double>(pixels), std::vector<double>(pixels),
                  std::vector<int>(pixels)};
  for (const Float4& p : points) {
    const Seen at = seen(p, look);
    if (!at.before || std::abs(at.x) > 1e6 || std::abs(at.y) > 1e6) continue;
    for (int row = int(std::floor(at.y)) - 2; row <= int(std::floor(at.y)) + 2; ++row)
      for (int column = int(std::floor(at.x)) - 2; column <= int(std::floor(at.x)) + 2; ++column) {
        if (row < 0 || column < 0 || row >= look.height || column >= look.width) continue;
        const double across = 1 - std::abs(column + 0.5 - at.x);
        const double down = 1 - std::abs(row + 0.5 - at.y);
        if (across <= -0.1 || down <= -0.1) continue;
        const auto k = std::size_t(row) * std::size_t(look.width) + std::size_t(column);
        const double weight = std::max(across, 0.0) * std::max(down, 0.0);
        density.bodies[k] += weight;
        density.of_value[k] += weight * double{p.w};
        ++density.touching[k];
      }
  }
  return density;
}

/// All of the cloud is density: at this size no body is near enough to be a light.
PointsLook look_at_density(int width, int height) {
  PointsLook look = look_at_cloud(width, height);
  look.radius = 0.7f;
  return look;
}

TEST(HostDensity, SumOfThePictureIsTheNumberOfBodiesInIt) {
  const std::vector<Float4> points = cloud(100'003);
  const PointsLook look = look_at_density(1603, 1201);
  const DensityEncoding encoding = splat::density_encoding_for(100'003);
  std::int64_t expected = 0;
  for (const Float4& p : points) {
    const Seen at = seen(p, look);
    expected +=
        at.before && at.x > 1 && at.y > 1 && at.x < look.width - 1 && at.y < look.height - 1;
  }
  EXPECT_GT(expected, 99'000);
  double near_edge = 0, all = 0;
  for (const double bodies : density_of(points, look).bodies) all += bodies;
  near_edge = all - double(expected);
  std::int64_t steps = 0;
  for (const Sum sum : sums_of(points, look)) steps += weight_of(sum, encoding);
  // Bodies whose pixels are all in the picture count exactly; at its edge a share of them does.
  EXPECT_NEAR(double(steps) / encoding.whole(), double(expected) + near_edge, 1 + 0.1 * near_edge);
  const std::vector<Float4> within(5'003, Float4{0.11f, 0.23f, -0.07f, 0.3f});
  std::int64_t exact = 0;
  for (const Sum sum : sums_of(within, look))
    exact += weight_of(sum, splat::density_encoding_for(5'003));
  EXPECT_EQ(exact, std::int64_t{5'003} * splat::density_encoding_for(5'003).whole());
}

TEST(HostDensity, EachPixelHasTheDensityOfFp64) {
  const std::vector<Float4> points = cloud(30'011);
  for (const std::int64_t as_of : {std::int64_t{30'011}, std::int64_t{16'777'216}}) {
    const PointsLook look = look_at_density(317, 211);
    const DensityEncoding encoding = splat::density_encoding_for(as_of);
    const Density expected = density_of(points, look);
    const std::vector<Sum> sums = sums_of(points, look, encoding);
    const double place = std::ldexp(0.5, -encoding.place_bits);  // that a body is off by at most
    double square = 0, bodies = 0, value = 0, value_sum = 0;
    for (std::size_t k = 0; k < sums.size(); ++k) {
      const splat::Glow glow = splat::density_decoded(sums[k], encoding);
      const double off = double{glow.light} - expected.bodies[k];
      ASSERT_LE(std::abs(off), (2 * place + 1e-3) * expected.touching[k] + 1e-6) << k;
      square += off * off;
      bodies += expected.touching[k];
      value += double{glow.of_value};
      value_sum += expected.of_value[k];
    }
    EXPECT_LT(std::sqrt(square / bodies), place) << "roundings do not cancel";
    EXPECT_NEAR(value / value_sum, 1, 1e-3) << as_of;
  }
}

TEST(HostDensity, ABodyThatMovesIsFollowedWithinAFractionOfAPixel) {
  const PointsLook look = look_at_density(201, 151);
  const DensityEncoding encoding = splat::density_encoding_for(16'777'216);
  for (int step = 0; step < 300; ++step) {
    const Float4 body{0, 0.2f + 0.0005f * float(step), 0.1f - 0.0003f * float(step), 1};
    const std::vector<Sum> sums = sums_of({body}, look, encoding);
    double x = 0, y = 0, all = 0;
    for (int row = 0; row < look.height; ++row)
      for (int column = 0; column < look.width; ++column) {
        const double w = double(weight_of(
            sums[std::size_t(row) * std::size_t(look.width) + std::size_t(column)], encoding));
        x += w * (column + 0.5);
        y += w * (row + 0.5);
        all += w;
      }
    ASSERT_EQ(all, encoding.whole()) << "it flickers";
    const Seen at = seen(body, look);
    const double most = std::ldexp(0.51, -encoding.place_bits);
    ASSERT_NEAR(x / all, at.x, most);
    ASSERT_NEAR(y / all, at.y, most);
  }
}

TEST(HostDensity, AllBodiesInOnePixelOverflowNothing) {
  __extension__ using Wide = unsigned __int128;
  for (const std::int64_t bodies :
       {std::int64_t{1}, std::int64_t{4099}, std::int64_t{1} << 20, std::int64_t{16'777'215},
        std::int64_t{16'777'216}, splat::most_bodies}) {
    const DensityEncoding encoding = splat::density_encoding_for(bodies);
    EXPECT_GE(encoding.place_bits, bodies <= 16'777'216 ? 3 : 2) << bodies;
    EXPECT_LE(encoding.dropped, 8) << "a chance has a byte a pixel";
    const Sum most = splat::deposit_of_weight(encoding.whole(), 255, 0xFFFFFFFFu, encoding);
    const Sum low = most & ((Sum{1} << encoding.value_width) - 1);
    EXPECT_LT(Wide(low) * Wide(bodies), Wide{1} << encoding.value_width) << bodies;
    EXPECT_LT(Wide(most) * Wide(bodies), Wide{1} << 64) << bodies;
    const Sum one = splat::deposit_of_weight(encoding.whole(), 255, 0, encoding);
    const splat::Glow all = splat::density_decoded(one * Sum(bodies), encoding);
    EXPECT_NEAR(double{all.light} / double(bodies), 1, 1e-6) << bodies;
    EXPECT_NEAR(double{all.of_value} / double(bodies), 1, 1.0 / 255) << bodies;
  }
  // Places and weights as a picture has them, and so many that 32 bits would not do.
  const std::int64_t bodies = 2'097'169;
  const std::vector<Float4> points(std::size_t(bodies), Float4{0, 0, 0, 1});
  const PointsLook look = look_at_density(65, 65);
  const DensityEncoding encoding = splat::density_encoding_for(16'777'216);
  const Sum middle = sums_of(points, look, encoding)[32 * 65 + 32];
  EXPECT_EQ(weight_of(middle, encoding), bodies * encoding.whole());
  EXPECT_NEAR(double{splat::density_decoded(middle, encoding).of_value} / double(bodies), 1, 1e-3);
}

TEST(HostDensity, NeitherOrderNorBandsChangeABit) {
  std::vector<Float4> points = cloud(70'001);
  for (const auto& [w, h] : {std::pair{1, 1}, std::pair{3, 701}, std::pair{1907, 1069},
                             std::pair{701, 3}, std::pair{321, 203}}) {
    const PointsLook look = look_at_density(w, h);
    const DensityEncoding encoding = splat::density_encoding_for(70'001);
    std::vector<Sum> one_by_one(std::size_t(w) * std::size_t(h));
    for (const Float4& p : points) {
      const splat::Light light = splat::light_of(look, p.x, p.y, p.z, p.w);
      if (!(light.radius > 0)) continue;
      const splat::Deposit deposit =
          splat::deposit_of(light, splat::chance_of(p.x, p.y, p.z), encoding);
      for (int k = 0; k < 4; ++k) {
        const int x = deposit.x + k % 2, y = deposit.y + k / 2;
        if (x >= 0 && y >= 0 && x < w && y < h)
          one_by_one[std::size_t(y) * std::size_t(w) + std::size_t(x)] +=
              splat::deposited_at(deposit, k, encoding);
      }
    }
    EXPECT_TRUE(sums_of(points, look) == one_by_one) << w << " x " << h;
    std::ranges::shuffle(points, std::mt19937(unsigned(w)));
    EXPECT_TRUE(sums_of(points, look) == one_by_one) << w << " x " << h;
  }
}

TEST(HostDensity, ANearBodyIsALightBeforeTheDensity) {
  const OrbitCamera camera = test::camera_at_cloud();
  PointsLook look = look_at_density(401, 301);
  look.radius = 3;
  const auto near = float(0.97 * camera.position().x);
  const DensityEncoding encoding = splat::density_encoding_for(1'000'003);
  const std::vector<Sum> sums = sums_of({{near, 0, 0, 1}}, look, encoding);
  const splat::Light light = splat::light_of(look, near, 0, 0, 1);
  EXPECT_GT(light.radius, 10);
  int lit = 0;
  for (const Sum sum : sums) {
    EXPECT_LE(weight_of(sum, encoding), encoding.whole()) << "more than a body in one pixel";
    lit += sum != 0;
  }
  EXPECT_GT(lit, 0.5 * 3.14 * double{light.radius * light.radius});
  EXPECT_LT(lit, 3.2 * double{light.radius * light.radius});
}

TEST(HostDensity, DenserPlacesAreBrighter) {
  // Two even patches side by side, one with eight times as many bodies.
  std::vector<Float4> points;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> place(-0.3f, 0.3f);
  for (int i = 0; i < 180'000; ++i)
    points.push_back({0, place(random) + (i % 9 == 0 ? -0.5f : 0.5f), place(random), 0.5f});
  const PointsLook look = look_at_density(640, 480);
  std::vector<std::uint32_t> pixels(640 * 480);
  HostSplat splat;
  splat.draw(points.data(), std::int64_t(points.size()), look, pixels.data(),
             splat::Manner::density);
  const auto brightness = [&](float y) {
    const Seen at = seen({0, y, 0, 0}, look);
    double sum = 0;
    for (int k = -5; k <= 5; ++k)
      for (int l = -5; l <= 5; ++l)
        sum += (pixels[std::size_t(int(at.y) + k) * 640 + std::size_t(int(at.x) + l)] >> 8) & 0xFF;
    return sum / 121;
  };
  EXPECT_GT(brightness(0.5f), 1.3 * brightness(-0.5f));
  EXPECT_GT(brightness(-0.5f), 20);
  EXPECT_LT(brightness(0.5f), 250);
  EXPECT_EQ(pixels[0], splat::ground_pixel);
}

}  // namespace
}  // namespace livewarp
