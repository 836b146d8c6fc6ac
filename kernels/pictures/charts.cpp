#include "kernels/pictures/charts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>

#include <tbb/parallel_for.h>

#include "kernels/core/base/cell_random.h"
#include "kernels/pictures/glyphs.h"
#include "kernels/pictures/scene_chart.h"
#include "kernels/pictures/value_noise.h"

namespace livewarp {

namespace {

using Rgba = std::array<std::uint8_t, 4>;
/// The colour of texel (x, y).
using ChartColor = std::function<Rgba(std::int64_t x, std::int64_t y)>;

std::uint8_t byte_of(double unit) {
  return std::uint8_t(std::lround(255 * std::clamp(unit, 0.0, 1.0)));
}
Rgba grey(double unit) {
  const std::uint8_t level = byte_of(unit);
  return {level, level, level, 255};
}

/// Rings whose frequency grows with the distance from the middle, to half a cycle a texel at the
/// farther edge: the highest that the source can hold.
class ZonePlate {
 public:
  ZonePlate(std::int64_t width, std::int64_t height)
      : x_(double(width - 1) / 2), y_(double(height - 1) / 2),
        rate_(std::numbers::pi / double(std::max(width, height))) {}
  double at(std::int64_t x, std::int64_t y) const {
    const double dx = double(x) - x_, dy = double(y) - y_;
    return 0.5 + 0.5 * std::cos(rate_ * (dx * dx + dy * dy));
  }

 private:
  double x_, y_, rate_;
};

/// Squares of eight texels.
double checker(std::int64_t x, std::int64_t y) { return double((x / 8 + y / 8) % 2); }

/// 72 spokes. Each texel is the mean of 4 x 4 points, so that edges do not look like stairs.
double star(double x, double y) {
  double sum = 0;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i)
      sum += std::sin(36 * std::atan2(y + (j - 1.5) / 4, x + (i - 1.5) / 4)) > 0;
  return sum / 16;
}

/// The height of a landscape, whose widest features are 512 texels wide.
double landscape_height(const ValueNoise<double>& noise, std::int64_t x, std::int64_t y) {
  constexpr double widest = 512;
  constexpr int octaves = 9;  // down to 2 texels
  return noise.fractal(double(x) / widest, double(y) / widest, 1, octaves);
}

/// Sky, land and water by height: what a natural picture has, smooth areas and fine grain.
Rgba landscape(double height, double grain) {
  const double shade = 0.75 + 0.5 * (grain - 0.5);
  if (height < 0.45)
    return {byte_of(0.1), byte_of(0.25 * shade), byte_of(0.3 + height * shade), 255};
  const double up = (height - 0.45) / 0.4;
  return {byte_of((0.25 + 0.7 * up) * shade), byte_of((0.4 + 0.45 * up) * shade),
          byte_of((0.15 + 0.8 * up * up) * shade), 255};
}

/// Across: grey, then red, green and blue, each from dark to light; every fourth band in 8 steps.
Rgba gradients(double across, double down) {
  const int band = int(down * 8);
  const double t = band % 2 ? std::floor(across * 8) / 7 : across;
  switch (band / 2) {
  case 0: return grey(t);
  case 1: return {byte_of(t), 0, 0, 255};
  case 2: return {0, byte_of(t), 0, 255};
  default: return {0, 0, byte_of(t), 255};
  }
}

ChartColor color_of(const SourcePicture& picture) {
  const std::int64_t width = picture.width, height = picture.height;
  const CellRandom random(picture.seed);
  const ZonePlate zone(width, height);
  switch (picture.chart) {
  case Chart::mixed:
    return [=](std::int64_t x, std::int64_t y) {
      const Rgba mixed{byte_of(zone.at(x, y)), byte_of(checker(x, y)),
                       byte_of(random.at(y * width + x)), 255};
      return mixed;
    };
  case Chart::star:
    return [=](std::int64_t x, std::int64_t y) {
      return grey(star(double(x) - double(width - 1) / 2, double(y) - double(height - 1) / 2));
    };
  case Chart::checker: return [](std::int64_t x, std::int64_t y) { return grey(checker(x, y)); };
  case Chart::gradients:
    return [=](std::int64_t x, std::int64_t y) {
      return gradients((double(x) + 0.5) / double(width), (double(y) + 0.5) / double(height));
    };
  case Chart::text:
    return [](std::int64_t x, std::int64_t y) { return grey(glyph_dot(x, y) ? 0.05 : 0.95); };
  case Chart::noise:
    return [=](std::int64_t x, std::int64_t y) {
      const auto bits = std::bit_cast<std::uint32_t>(1 + random.at(y * width + x));
      const auto more =
          std::bit_cast<std::uint32_t>(1 + random.at(y * width + x + (std::int64_t{1} << 40)));
      return Rgba{std::uint8_t(bits >> 15), std::uint8_t(bits >> 7), std::uint8_t(more >> 15),
                  std::uint8_t(more >> 7)};
    };
  case Chart::fractal:
    return [noise = ValueNoise<double>(picture.seed)](std::int64_t x, std::int64_t y) {
      return landscape(landscape_height(noise, x, y), landscape_height(noise, y + 7777, x + 3333));
    };
  case Chart::scene:
    return [scene = std::make_shared<SceneChart>(width, height, picture.seed)](
               std::int64_t x, std::int64_t y) { return scene->at(x, y); };
  default: return [=](std::int64_t x, std::int64_t y) { return grey(zone.at(x, y)); };
  }
}

}  // namespace

std::vector<std::byte> drawn_chart(const SourcePicture& picture) {
  const ChartColor color = color_of(picture);
  std::vector<std::byte> texels(picture.bytes());
  auto* const out = reinterpret_cast<std::uint8_t*>(texels.data());
  tbb::parallel_for(std::int64_t{0}, picture.height, [&](std::int64_t y) {
    for (std::int64_t x = 0; x < picture.width; ++x) {
      const Rgba texel = color(x, y);
      std::copy_n(texel.begin(), picture.channels,
                  out + (y * picture.width + x) * picture.channels);
    }
  });
  return texels;
}

}  // namespace livewarp
