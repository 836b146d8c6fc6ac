#include "kernels/pictures/scene_chart.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "kernels/pictures/glyphs.h"

namespace livewarp {

namespace {

constexpr float horizon = 0.62f, sun_y = 0.52f;

float smooth_step(float from, float to, float t) {
  t = std::clamp((t - from) / (to - from), 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

float square(float x) { return x * x; }

}  // namespace

SceneChart::SceneChart(std::int64_t width, std::int64_t height, std::uint64_t seed)
    : texels_(float(height)), wide_(float(width) / float(height)), noise_(seed) {
  struct Kind {
    float base, height, columns;
    Color color;
    float haze;
  };
  const Kind kinds[] = {{0.53f, 0.16f, 1.4f, {0.41f, 0.33f, 0.48f}, 0.45f},
                        {0.575f, 0.13f, 2.1f, {0.26f, 0.24f, 0.38f}, 0.32f},
                        {0.615f, 0.09f, 3.6f, {0.13f, 0.16f, 0.26f}, 0.20f}};
  std::int64_t layer = 20;
  for (const Kind& kind : kinds) {
    Ridge ridge{{}, kind.color, kind.haze};
    for (std::int64_t column = 0; column < width; ++column) {
      const float x = (float(column) + 0.5f) / texels_;
      ridge.top.push_back(kind.base -
                          kind.height * (noise_.fractal(x * kind.columns, 0.5f, layer, 7) - 0.45f));
    }
    ridges_.push_back(std::move(ridge));
    layer += 10;
  }
  for (std::int64_t column = 0; column < width; ++column) {
    const float x = (float(column) + 0.5f) / texels_, blade = x * 260;
    const float slope = 0.10f * smooth_step(0.55f, -0.1f, x);
    const float grass = 0.035f * (0.35f + 0.65f * noise_.lattice(std::int64_t(blade), 0, 72)) *
                        (1 - std::abs(2 * (blade - std::floor(blade)) - 1));
    shore_.push_back(0.9f - 0.05f * (noise_.fractal(x * 2.2f + 9, 0, 71, 5) - 0.5f) - slope -
                     grass);
  }
}

SceneChart::Color SceneChart::mix(const Color& a, const Color& b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

SceneChart::Color SceneChart::scaled(const Color& color, float factor) {
  return {color.r * factor, color.g * factor, color.b * factor};
}

float SceneChart::cover(float distance) const {
  return std::clamp(0.5f + distance * texels_, 0.0f, 1.0f);
}

float SceneChart::box(const Place& at, float x, float y, float half_width,
                      float half_height) const {
  return cover(half_width - std::abs(at.x - x)) * cover(half_height - std::abs(at.y - y));
}

SceneChart::Color SceneChart::sky(const Place& at) const {
  const float down = std::clamp(at.y / horizon, 0.0f, 1.0f);
  const float sun_x = 0.68f * wide_;
  Color color = mix({0.07f, 0.11f, 0.26f}, {0.95f, 0.59f, 0.36f}, std::pow(down, 1.6f));
  const float glow = std::exp(-3 * (2 * square(at.x - sun_x) + 9 * square(at.y - sun_y)));
  color = mix(color, {1, 0.84f, 0.55f}, 0.9f * glow);
  const float cloud = smooth_step(0.5f, 0.78f, noise_.fractal(at.x * 2.2f + 3, at.y * 9, 11, 6)) *
                      smooth_step(0.02f, 0.2f, at.y) * (1 - 0.6f * smooth_step(0.3f, 0.55f, at.y));
  const Color lit = mix({0.34f, 0.24f, 0.38f}, {1, 0.75f, 0.59f}, std::pow(down, 1.2f));
  color = mix(color, lit, 0.75f * cloud);
  const bool star = noise_.lattice(std::int64_t(at.x * 300), std::int64_t(at.y * 300), 7) > 0.9965f;
  if (star) {
    const float bright = 0.7f * (1 - cloud) * (1 - smooth_step(0.1f, 0.32f, at.y));
    color = {color.r + bright, color.g + bright, color.b + bright};
  }
  const float sun = cover(0.061f - std::hypot(at.x - sun_x, at.y - sun_y));
  return mix(color, {1, 0.94f, 0.80f}, sun);
}

void SceneChart::hills(Color& color, const Place& at) const {
  std::int64_t layer = 25;
  for (const Ridge& ridge : ridges_) {
    const float depth = at.y - ridge.top[std::size_t(at.column)];
    layer += 10;
    if (depth < -1 / texels_) continue;
    const float grain = 1 + 0.2f * (noise_.fractal(at.x * 14, at.y * 14, layer, 3) - 0.5f);
    const float haze = ridge.haze * std::clamp(depth / 0.12f, 0.0f, 1.0f);
    color = mix(color, mix(scaled(ridge.color, grain), {0.90f, 0.59f, 0.43f}, haze), cover(depth));
  }
}

/// Waves grow finer towards the horizon, until no picture can hold them.
void SceneChart::water(Color& color, const Place& at) const {
  const float depth = std::max(at.y - horizon, 1e-4f);
  const float waves = noise_.fractal(at.x * 10 / std::sqrt(4 * depth + 0.05f), 3.6f / depth, 61, 3);
  const float dark = std::pow(std::clamp(depth / 0.38f, 0.0f, 1.0f), 0.6f);
  Color lake = mix({0.93f, 0.58f, 0.38f}, {0.06f, 0.12f, 0.24f}, dark);
  lake = mix(lake, {0.05f, 0.09f, 0.20f}, 0.35f * smooth_step(0.48f, 0.6f, waves));
  const float path = std::exp(-square((at.x - 0.68f * wide_) / (0.035f + 0.28f * depth)));
  lake = mix(lake, {1, 0.89f, 0.67f}, 0.85f * path * smooth_step(0.45f, 0.62f, waves));
  color = mix(color, lake, cover(at.y - horizon));
}

void SceneChart::lighthouse(Color& color, const Place& at) const {
  constexpr float x = 0.34f, foot = 0.89f, top = 0.36f, stripe = (foot - top) / 7;
  if (std::abs(at.x - x) > 0.06f) return;
  const float half = 0.030f + 0.018f * (at.y - top) / (foot - top);
  const float shade = 0.55f + 0.6f * std::clamp(0.5f + 0.5f * (at.x - x) / half, 0.0f, 1.0f);
  const bool red = std::int64_t(std::floor((at.y - top) / stripe)) % 2 != 0;
  const Color paint = red ? Color{0.69f, 0.17f, 0.16f} : Color{0.93f, 0.90f, 0.85f};
  const float body = cover(half - std::abs(at.x - x)) * cover(at.y - top) * cover(foot - at.y);
  color = mix(color, scaled(paint, shade), body);
  for (const float window : {1.5f, 3.5f, 5.5f})
    color = mix(color, {0.16f, 0.17f, 0.24f}, box(at, x, top + window * stripe, 0.008f, 0.014f));
  const Color iron{0.11f, 0.12f, 0.16f};
  color = mix(color, {1, 0.93f, 0.67f}, box(at, x, top - 0.039f, 0.024f, 0.027f));
  const auto bars = [&](float apart, float half_width) {
    const float place = (at.x - x) / apart;
    return cover(half_width - apart * std::abs(place - std::round(place)));
  };
  color = mix(color, iron, box(at, x, top - 0.039f, 0.024f, 0.027f) * bars(0.012f, 0.0008f));
  color = mix(color, iron, box(at, x, top - 0.026f, 0.046f, 0.014f) * bars(0.0056f, 0.0008f));
  color = mix(color, iron, box(at, x, top - 0.006f, 0.046f, 0.006f));
  color = mix(color, iron, box(at, x, top - 0.040f, 0.046f, 0.002f));
  const float roof = cover(0.78f * (at.y - (top - 0.105f)) - std::abs(at.x - x)) *
                     cover(at.y - (top - 0.105f)) * cover(top - 0.066f - at.y);
  color = mix(color, {0.59f, 0.15f, 0.14f}, roof);
}

void SceneChart::boat(Color& color, const Place& at) const {
  const float x = at.x - 0.80f * wide_, y = at.y - 0.755f;
  if (std::abs(x) > 0.13f || y < -0.25f || y > 0.04f) return;
  const float hull = cover(0.085f - 1.1f * y - std::abs(x)) * cover(y) * cover(0.03f - y);
  color = mix(color, {0.20f, 0.14f, 0.16f}, hull);
  const float rim = cover(0.085f - std::abs(x)) * cover(y) * cover(0.006f - y);
  color = mix(color, {0.89f, 0.84f, 0.77f}, rim);
  const float main_sail = cover(x - 0.006f) * cover(-0.012f - y) * cover(y + 0.225f) *
                          cover(0.105f * (y + 0.225f) / 0.213f - x);
  const bool seam = std::int64_t(std::floor(at.y * 46)) % 2 != 0;
  color = mix(color, scaled({0.96f, 0.93f, 0.87f}, seam ? 1.0f : 0.82f), main_sail);
  const float jib = cover(-0.006f - x) * cover(-0.02f - y) * cover(y + 0.19f) *
                    cover(0.075f * (y + 0.19f) / 0.17f + x);
  color = mix(color, {0.89f, 0.47f, 0.35f}, jib);
  color = mix(color, {0.16f, 0.12f, 0.12f},
              cover(0.0022f - std::abs(x)) * cover(y + 0.24f) * cover(-y));
}

void SceneChart::shore(Color& color, const Place& at) const {
  const float depth = at.y - shore_[std::size_t(at.column)];
  if (depth < -1 / texels_) return;
  const float grain = 0.6f + 0.8f * noise_.fractal(at.x * 60, at.y * 30, 81, 4);
  color = mix(color, scaled({0.10f, 0.14f, 0.10f}, grain * (1 + 2 * depth)), cover(depth));
}

/// A board with lines of text, each in smaller letters than the one above.
void SceneChart::sign(Color& color, const Place& at) const {
  const float middle = 0.60f * wide_;
  constexpr float half_width = 0.125f, y = 0.86f, half_height = 0.052f;
  if (std::abs(at.x - middle) > half_width + 0.01f || at.y < y - half_height - 0.01f) return;
  const Color wood{0.20f, 0.14f, 0.10f};
  for (const float post : {middle - 0.09f, middle + 0.09f})
    color = mix(color, wood, cover(0.006f - std::abs(at.x - post)) * cover(at.y - y));
  color = mix(color, wood, box(at, middle, y, half_width + 0.005f, half_height + 0.005f));
  const float board = box(at, middle, y, half_width, half_height);
  if (board <= 0) return;
  struct Line {
    std::string_view text;
    float top, dot;  ///< heights
  };
  constexpr Line lines[] = {{"LIVEWARP", -0.042f, 0.0045f},
                            {"TEXELS 0123456789", 0.001f, 0.0021f},
                            {"GRIDS  WARPS  PIXELS  LINEAR  SCALED", 0.024f, 0.00105f}};
  bool ink = false;
  for (const Line& line : lines) {
    const float left = middle - 0.5f * float(line.text.size() * letter_dots - 1) * line.dot;
    ink |= text_dot(line.text, std::int64_t(std::floor((at.x - left) / line.dot)),
                    std::int64_t(std::floor((at.y - y - line.top) / line.dot)));
  }
  color = mix(color, ink ? Color{0.16f, 0.13f, 0.12f} : Color{0.87f, 0.80f, 0.66f}, board);
}

std::array<std::uint8_t, 4> SceneChart::at(std::int64_t x, std::int64_t y) const {
  const Place place{(float(x) + 0.5f) / texels_, (float(y) + 0.5f) / texels_, x};
  Color color;
  if (place.y < horizon) {
    color = sky(place);
    hills(color, place);
  } else {
    water(color, place);
  }
  lighthouse(color, place);
  boat(color, place);
  shore(color, place);
  sign(color, place);
  const auto byte = [](float unit) {
    return std::uint8_t(std::lround(255 * std::clamp(unit, 0.0f, 1.0f)));
  };
  return {byte(color.r), byte(color.g), byte(color.b), 255};
}

}  // namespace livewarp
