#include "kernels/core/color/color_map.h"

#include <cmath>

#include <gtest/gtest.h>

namespace livewarp {
namespace {

constexpr ColorMap all_maps[] = {ColorMap::viridis, ColorMap::inferno, ColorMap::turbo,
                                 ColorMap::coolwarm, ColorMap::grey};

struct Known {
  double t;
  double r, g, b;
};

void expect_known(ColorMap map, std::initializer_list<Known> all) {
  for (const Known& known : all) {
    const Rgb color = color_at(map, known.t);
    EXPECT_NEAR(color.r, known.r, 0.003) << int(map) << " at " << known.t;
    EXPECT_NEAR(color.g, known.g, 0.003) << int(map) << " at " << known.t;
    EXPECT_NEAR(color.b, known.b, 0.003) << int(map) << " at " << known.t;
  }
}

/// CIELAB L* (CIE 15) of an sRGB colour, D65: 0 black, 100 white.
double lightness(const Rgb& color) {
  const auto linear = [](float c) {
    return c <= 0.04045f ? double{c} / 12.92 : std::pow((double{c} + 0.055) / 1.055, 2.4);
  };
  const double y = 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
  return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

TEST(ColorMapTest, TablesHaveTheirPublishedColours) {
  // Entries 0, 64, 128, 192 and 255 of the published tables.
  expect_known(ColorMap::viridis, {{0, 0.267004, 0.004874, 0.329415},
                                   {64.0 / 255, 0.229739, 0.322361, 0.545706},
                                   {128.0 / 255, 0.127568, 0.566949, 0.550556},
                                   {1, 0.993248, 0.906157, 0.143936}});
  expect_known(ColorMap::inferno, {{0, 0.001462, 0.000466, 0.013866},
                                   {64.0 / 255, 0.3415, 0.062325, 0.429425},
                                   {128.0 / 255, 0.735683, 0.215906, 0.330245},
                                   {192.0 / 255, 0.978422, 0.557937, 0.034931},
                                   {1, 0.988362, 0.998364, 0.644924}});
  expect_known(ColorMap::turbo, {{0, 0.18995, 0.07176, 0.23217},
                                 {64.0 / 255, 0.15844, 0.73551, 0.92305},
                                 {128.0 / 255, 0.64362, 0.98999, 0.23356},
                                 {192.0 / 255, 0.9836, 0.49291, 0.12849},
                                 {1, 0.4796, 0.01583, 0.01055}});
}

TEST(ColorMapTest, CoolWarmIsMorelandsTable) {
  // The table of 33 colours that the paper's author publishes, in bytes; every eighth of it, and
  // the neighbours of the middle. Its entries lie between ours, and its bytes are rounded too.
  const std::initializer_list<Known> published = {
      {0, 59, 76, 192},         {0.125, 98, 130, 234},    {0.25, 141, 176, 254},
      {0.375, 184, 208, 249},   {0.46875, 213, 219, 230}, {0.5, 221, 221, 221},
      {0.53125, 229, 216, 209}, {0.625, 245, 196, 173},   {0.75, 244, 154, 123},
      {0.875, 222, 96, 77},     {1, 180, 4, 38}};
  for (const Known& known : published) {
    const Rgb color = color_at(ColorMap::coolwarm, known.t);
    EXPECT_NEAR(255 * double{color.r}, known.r, 1.6) << known.t;
    EXPECT_NEAR(255 * double{color.g}, known.g, 1.6) << known.t;
    EXPECT_NEAR(255 * double{color.b}, known.b, 1.6) << known.t;
  }
}

TEST(ColorMapTest, LightnessGrowsEvenlyAllTheWay) {
  for (const ColorMap map : {ColorMap::viridis, ColorMap::inferno, ColorMap::grey}) {
    const double whole = lightness(color_at(map, 1)) - lightness(color_at(map, 0));
    EXPECT_GT(whole, 70) << int(map);
    for (int k = 1; k <= 255; ++k)
      EXPECT_GT(lightness(color_at(map, k / 255.0)),
                lightness(color_at(map, (k - 1) / 255.0)) - 0.35)
          << int(map) << " at " << k;  // rounding to bytes moves L* by up to 0.3
    for (int k = 4; k <= 64; ++k)
      EXPECT_GT(lightness(color_at(map, k / 64.0)), lightness(color_at(map, (k - 4) / 64.0)) + 1)
          << int(map) << " at " << k << " of 64";
  }
}

TEST(ColorMapTest, CoolWarmIsAsLightOnBothSides) {
  double last = 0;
  for (int k = 0; k <= 64; ++k) {
    const double cold = lightness(color_at(ColorMap::coolwarm, k / 128.0));
    const double warm = lightness(color_at(ColorMap::coolwarm, 1 - k / 128.0));
    EXPECT_NEAR(cold, warm, 2.5) << k;
    EXPECT_GT(cold, last) << k;
    last = cold;
  }
  EXPECT_GT(last, 85);
}

TEST(ColorMapTest, GreyIsGrey) {
  for (const double t : {0.0, 0.3, 0.77, 1.0}) {
    const Rgb color = color_at(ColorMap::grey, t);
    EXPECT_NEAR(color.r, t, 1e-6);
    EXPECT_EQ(color.r, color.g);
    EXPECT_EQ(color.g, color.b);
  }
}

TEST(ColorMapTest, ValuesOutsideAreClamped) {
  for (const ColorMap map : all_maps) {
    EXPECT_EQ(color_at(map, -3), color_at(map, 0));
    EXPECT_EQ(color_at(map, 7), color_at(map, 1));
    EXPECT_EQ(color_at(map, std::nan("")), color_at(map, 0));
    EXPECT_EQ(point_color(map, 0), color_at(map, points_from));
    EXPECT_EQ(point_color(map, 1), color_at(map, 1));
    EXPECT_EQ(point_color(map, -1), color_at(map, points_from));
  }
}

}  // namespace
}  // namespace livewarp
