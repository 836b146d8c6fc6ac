#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "ui/theme/tokens.h"

namespace livewarp::ui {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector linear(Color color) {
  const auto decode = [](std::uint8_t byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return {decode(color.r), decode(color.g), decode(color.b)};
}

/// Contrast ratio of WCAG 2.
double contrast(Color a, Color b) {
  const auto luminance = [](Color color) {
    const Vector rgb = linear(color);
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  };
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

Vector times(const Matrix& matrix, const Vector& v) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i)
    result[i] =
        std::clamp(matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2], 0.0, 1.0);
  return result;
}

/// OKLab (B. Ottosson, 2020) of linear sRGB.
Vector oklab(const Vector& rgb) {
  const Vector lms = times({{{0.4122214708, 0.5363325363, 0.0514459929},
                             {0.2119034982, 0.6806995451, 0.1073969566},
                             {0.0883024619, 0.2817188376, 0.6299787005}}},
                           rgb);
  const double l = std::cbrt(lms[0]), m = std::cbrt(lms[1]), s = std::cbrt(lms[2]);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

/// Normal sight, and protanopia, deuteranopia, tritanopia after Machado, Oliveira and Fernandes
/// 2009 (severity 1), on linear sRGB.
const std::array<Matrix, 4> sights{Matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                   Matrix{{{0.152286, 1.052583, -0.204868},
                                           {0.114503, 0.786281, 0.099216},
                                           {-0.003882, -0.048116, 1.051998}}},
                                   Matrix{{{0.367322, 0.860646, -0.227968},
                                           {0.280085, 0.672501, 0.047413},
                                           {-0.011820, 0.042940, 0.968881}}},
                                   Matrix{{{1.255528, -0.076749, -0.178779},
                                           {-0.078411, 0.930809, 0.147602},
                                           {0.004733, 0.691367, 0.303900}}}};

/// Smallest OKLab distance x 100 of two colours over all kinds of sight.
double distance(Color a, Color b) {
  double smallest = 1e9;
  for (const Matrix& sight : sights) {
    const Vector u = oklab(times(sight, linear(a))), v = oklab(times(sight, linear(b)));
    smallest = std::min(smallest, 100 * std::hypot(u[0] - v[0], u[1] - v[1], u[2] - v[2]));
  }
  return smallest;
}

/// A colour seen through a translucent one.
Color over(Color top, Color below) {
  const double alpha = top.a / 255.0;
  const auto mix = [&](int t, int b) {
    return std::uint8_t(std::lround(alpha * t + (1 - alpha) * b));
  };
  return {mix(top.r, below.r), mix(top.g, below.g), mix(top.b, below.b), 255};
}

struct Palette : testing::TestWithParam<Theme> {
  const Tokens& tokens = tokens_of(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Themes, Palette, testing::Values(Theme::dark, Theme::light),
                         [](const auto& theme) {
                           return std::string(theme.param == Theme::dark ? "dark" : "light");
                         });

TEST(Contrast, KnownPairs) {
  EXPECT_NEAR(contrast(hex(0x000000), hex(0xFFFFFF)), 21, 1e-9);
  EXPECT_NEAR(contrast(hex(0x777777), hex(0xFFFFFF)), 4.48, 0.01);
}

TEST_P(Palette, TextIsReadableOnEveryGround) {
  for (const Color text :
       {tokens.text, tokens.muted, tokens.accent, tokens.ok, tokens.warn, tokens.error})
    for (const Color ground :
         {tokens.app, tokens.panel, tokens.raised, tokens.field, tokens.hover, tokens.selected})
      EXPECT_GE(contrast(text, ground), 4.5)
          << int(text.r) << "," << int(text.g) << "," << int(text.b) << " on " << int(ground.r)
          << "," << int(ground.g) << "," << int(ground.b);
  EXPECT_GE(contrast(tokens.on_accent, tokens.accent), 4.5);
}

TEST_P(Palette, EdgesAndSeriesStandOut) {
  EXPECT_GE(contrast(tokens.edge, tokens.panel), 3);
  for (const Color series : tokens.series) EXPECT_GE(contrast(series, tokens.panel), 3);
  EXPECT_GE(contrast(tokens.baseline, tokens.panel), 3);
}

// Neighbours on a picture are five apart, or more: see kernels/core/blocks/block_tint.cpp.
TEST_P(Palette, HuesStandOutOfASceneAndDiffer) {
  for (std::size_t i = 0; i < tokens.hues.size(); ++i) {
    EXPECT_GE(contrast(tokens.hues[i], tokens.scene), 5) << i;
    EXPECT_GE(distance(tokens.hues[i], tokens.hues[(i + 5) % tokens.hues.size()]), 5) << i;
  }
}

TEST_P(Palette, ScrimCarriesTextOnEveryPicture) {
  for (const Color picture : {hex(0xFFFFFF), hex(0x000000), tokens.scene, tokens.image}) {
    const Color ground = over(tokens.scrim, picture);
    EXPECT_GE(contrast(tokens.text, ground), 5.1);
    EXPECT_GE(contrast(tokens.muted, ground), 4.5);
  }
}

TEST_P(Palette, SeriesDifferForEverySight) {
  // kernel, copy, map, draw, ui and the baseline.
  const std::vector<Color> six{tokens.series[0], tokens.series[1], tokens.series[3],
                               tokens.series[4], tokens.series[5], tokens.baseline};
  double smallest = 1e9, to_publish = 1e9, to_wait = 1e9;
  double to_upload = distance(tokens.series[2], tokens.series[7]);
  for (std::size_t i = 0; i < six.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) smallest = std::min(smallest, distance(six[i], six[j]));
    to_publish = std::min(to_publish, distance(six[i], tokens.series[2]));
    to_wait = std::min(to_wait, distance(six[i], tokens.series[6]));
    to_upload = std::min(to_upload, distance(six[i], tokens.series[7]));
  }
  // As stated with the tokens; a change of one of them must not come closer unnoticed.
  struct Stated {
    double smallest, publish, upload, wait;
  };
  const Stated stated =
      GetParam() == Theme::dark ? Stated{14.3, 12.4, 13.9, 4.3} : Stated{9.9, 12.7, 12.1, 6.3};
  EXPECT_NEAR(smallest, stated.smallest, 0.05);
  EXPECT_NEAR(to_publish, stated.publish, 0.05);
  EXPECT_NEAR(to_upload, stated.upload, 0.05);
  EXPECT_NEAR(to_wait, stated.wait, 0.05) << "waiting is hatched for this reason";
}

}  // namespace
}  // namespace livewarp::ui
