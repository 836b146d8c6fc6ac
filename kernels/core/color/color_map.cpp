#include "kernels/core/color/color_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/core/color/color_map_tables.h"

namespace livewarp {
namespace {

using Table = std::array<std::uint32_t, 256>;
using Triple = std::array<double, 3>;

constexpr Table make_grey() {
  Table grey{};
  for (std::uint32_t i = 0; i < 256; ++i) grey[i] = i * 0x010101u;
  return grey;
}
constexpr Table grey = make_grey();

// Cool-warm after K. Moreland, "Diverging Color Maps for Scientific Visualization" (2009): straight
// lines in Msh, the polar form of CIELAB, from blue to an unsaturated middle and from there to red.

constexpr Triple white{0.9505, 1, 1.089};  // D65
constexpr double middle_magnitude = 88;

struct Msh {
  double m, s, h;  ///< distance from black, saturation and hue (angles)
};

Triple xyz_of(std::uint32_t color) {
  const auto linear = [&](int shift) {
    const double c = double((color >> shift) & 0xFFu) / 255;
    return c > 0.04045 ? std::pow((c + 0.055) / 1.055, 2.4) : c / 12.92;
  };
  const double r = linear(16), g = linear(8), b = linear(0);
  return {0.4124 * r + 0.3576 * g + 0.1805 * b, 0.2126 * r + 0.7152 * g + 0.0722 * b,
          0.0193 * r + 0.1192 * g + 0.9505 * b};
}

std::uint32_t color_of(const Triple& xyz) {
  const auto byte = [](double linear) {
    const double c =
        linear > 0.0031308 ? 1.055 * std::pow(linear, 1 / 2.4) - 0.055 : 12.92 * linear;
    return static_cast<std::uint32_t>(std::lround(255 * std::clamp(c, 0.0, 1.0)));
  };
  const auto [x, y, z] = xyz;
  return byte(3.2406 * x - 1.5372 * y - 0.4986 * z) << 16 |
         byte(-0.9689 * x + 1.8758 * y + 0.0415 * z) << 8 |
         byte(0.0557 * x - 0.2040 * y + 1.0570 * z);
}

Msh msh_of(std::uint32_t color) {
  const Triple xyz = xyz_of(color);
  const auto f = [&](std::size_t k) {
    const double t = xyz[k] / white[k];
    return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
  };
  const double l = 116 * f(1) - 16, a = 500 * (f(0) - f(1)), b = 200 * (f(1) - f(2));
  const double m = std::hypot(l, a, b);
  return {m, std::acos(l / m), std::atan2(b, a)};
}

std::uint32_t color_of(const Msh& msh) {
  const double l = msh.m * std::cos(msh.s);
  const double a = msh.m * std::sin(msh.s) * std::cos(msh.h);
  const double b = msh.m * std::sin(msh.s) * std::sin(msh.h);
  const auto xyz = [](double f) { return f > 6.0 / 29 ? f * f * f : (f - 16.0 / 116) / 7.787; };
  const double y = (l + 16) / 116;
  return color_of(
      Triple{white[0] * xyz(y + a / 500), white[1] * xyz(y), white[2] * xyz(y - b / 200)});
}

/// Hue that the unsaturated middle is approached with: the map turns a little, which keeps its
/// steps even.
double middle_hue(const Msh& end) {
  const double spin = end.s * std::sqrt(middle_magnitude * middle_magnitude - end.m * end.m) /
                      (end.m * std::sin(end.s));
  return end.h > -std::numbers::pi / 3 ? end.h + spin : end.h - spin;
}

Table make_coolwarm() {
  const Msh cold = msh_of(0x3B4CC0), warm = msh_of(0xB40426);
  Table table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double t = double(i) / 255;
    const Msh& end = t < 0.5 ? cold : warm;
    const double far = std::abs(2 * t - 1);  // 1 at the end, 0 in the middle
    const double hue = middle_hue(end);
    table[i] = color_of(Msh{middle_magnitude + far * (end.m - middle_magnitude), far * end.s,
                            hue + far * (end.h - hue)});
  }
  return table;
}

float component(std::uint32_t color, int shift) {
  return static_cast<float>((color >> shift) & 0xFFu) / 255.0f;
}

}  // namespace

std::span<const std::uint32_t, 256> color_table(ColorMap map) {
  static const Table coolwarm = make_coolwarm();
  switch (map) {
  case ColorMap::viridis: return color_tables::viridis;
  case ColorMap::inferno: return color_tables::inferno;
  case ColorMap::turbo: return color_tables::turbo;
  case ColorMap::coolwarm: return coolwarm;
  case ColorMap::grey: break;
  }
  return grey;
}

Rgb color_at(ColorMap map, double t) {
  const auto table = color_table(map);
  const double at = t > 0 ? std::min(t, 1.0) * 255 : 0;  // the comparison also sends NaN to 0
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min<std::size_t>(below + 1, 255);
  const float share = static_cast<float>(at - static_cast<double>(below));
  const auto mix = [&](int shift) {
    const float low = component(table[below], shift);
    return low + share * (component(table[above], shift) - low);
  };
  return {mix(16), mix(8), mix(0)};
}

}  // namespace livewarp
