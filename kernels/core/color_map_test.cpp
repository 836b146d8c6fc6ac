#include "kernels/core/color_map.h"

#include <cmath>

#include <gtest/gtest.h>

namespace livewarp {
namespace {

TEST(ColorMapTest, ViridisHasItsPublishedColours) {
  struct Known {
    double t;
    double r, g, b;
  };
  // Entries 0, 64, 128 and 255 of the published table.
  for (const Known& known :
       {Known{0, 0.267004, 0.004874, 0.329415}, Known{64.0 / 255, 0.229739, 0.322361, 0.545706},
        Known{128.0 / 255, 0.127568, 0.566949, 0.550556}, Known{1, 0.993248, 0.906157, 0.143936}}) {
    const Rgb color = color_at(ColorMap::viridis, known.t);
    EXPECT_NEAR(color.r, known.r, 0.003) << known.t;
    EXPECT_NEAR(color.g, known.g, 0.003) << known.t;
    EXPECT_NEAR(color.b, known.b, 0.003) << known.t;
  }
}

TEST(ColorMapTest, ViridisGrowsBrighterAllTheWay) {
  double last = -1;
  for (int k = 0; k <= 1000; ++k) {
    const Rgb color = color_at(ColorMap::viridis, k / 1000.0);
    const auto linear = [](float c) { return std::pow(double{c}, 2.2); };
    const double luminance =
        0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
    EXPECT_GT(luminance, last - 2e-4) << k;
    last = luminance;
  }
  EXPECT_GT(last, 0.7);
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
  for (const ColorMap map : {ColorMap::viridis, ColorMap::grey}) {
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
