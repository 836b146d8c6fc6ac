#pragma once

#include <cstring>

#include "render/splat/light.h"

/// From light in pixels to colours: what the kernels and the host compute alike. What is done and
/// why stands in assets/shaders (bloom_down, bloom_up, tone), which do the same to drawn sprites.
namespace livewarp::splat {

/// Levels of the bloom, each about half as large as the one before, in one array.
struct Pyramid {
  static constexpr int most_levels = 16;
  struct Level {
    int width = 0, height = 0;
    std::int64_t first = 0;  ///< its top left pixel in the array
  };
  Level levels[most_levels];
  int count = 0;
  std::int64_t pixels = 0;  ///< of all
};

inline Pyramid pyramid_for(int width, int height) {
  Pyramid pyramid;
  int w = width / points_style::first_level, h = height / points_style::first_level;
  while (pyramid.count == 0 ||
         ((w < h ? w : h) >= points_style::least_rows && pyramid.count < Pyramid::most_levels)) {
    Pyramid::Level& level = pyramid.levels[pyramid.count++];
    level = {w > 1 ? w : 1, h > 1 ? h : 1, pyramid.pixels};
    pyramid.pixels += std::int64_t{level.width} * level.height;
    w /= 2;
    h /= 2;
  }
  return pyramid;
}

/// Light as it was summed up.
struct SumPicture {
  const Sum* sums;
  int width, height;
  Encoding encoding;
  LIVEWARP_BOTH Glow at(int x, int y) const {
    return decoded(sums[std::int64_t{y} * width + x], encoding);
  }
};

/// A level of the bloom.
struct GlowPicture {
  const Glow* pixels;
  int width, height;
  LIVEWARP_BOTH Glow at(int x, int y) const { return pixels[std::int64_t{y} * width + x]; }
};

LIVEWARP_BOTH Glow mixed(Glow a, Glow b, float share) {
  return {a.light + share * (b.light - a.light), a.of_value + share * (b.of_value - a.of_value)};
}

/// Linear between pixels, whose middles lie at halves; the edge goes on outside.
template <class Picture>
LIVEWARP_BOTH Glow sampled(const Picture& picture, float x, float y) {
  const float column = floored(x - 0.5f), row = floored(y - 0.5f);
  const int left = clamped(column, picture.width - 1);
  const int right = clamped(column + 1, picture.width - 1);
  const int top = clamped(row, picture.height - 1);
  const int bottom = clamped(row + 1, picture.height - 1);
  const float share_x = x - 0.5f - column, share_y = y - 0.5f - row;
  return mixed(mixed(picture.at(left, top), picture.at(right, top), share_x),
               mixed(picture.at(left, bottom), picture.at(right, bottom), share_x), share_y);
}

/// Where the middle of a pixel of `of` lies in a picture of `in` pixels, along one side.
LIVEWARP_BOTH float place_in(int pixel, int of, int in) {
  return (static_cast<float>(pixel) + 0.5f) * static_cast<float>(in) / static_cast<float>(of);
}

/// A pixel of a smaller level, of `width` x `height`: the mean of 4 x 4 of its source.
template <class Picture>
LIVEWARP_BOTH Glow shrunk(const Picture& source, int x, int y, int width, int height) {
  const float sx = place_in(x, width, source.width), sy = place_in(y, height, source.height);
  Glow sum;
  for (int k = 0; k < 4; ++k) {
    const Glow tap = sampled(source, sx + (k & 1 ? 1.0f : -1.0f), sy + (k & 2 ? 1.0f : -1.0f));
    sum.light += 0.25f * tap.light;
    sum.of_value += 0.25f * tap.of_value;
  }
  return sum;
}

/// What the next smaller level gives a pixel of a level of `width` x `height`: eight places around
/// it.
LIVEWARP_BOTH Glow spread_from(const GlowPicture& source, int x, int y, int width, int height) {
  const float sx = place_in(x, width, source.width), sy = place_in(y, height, source.height);
  constexpr float dx[8] = {0.5f, -0.5f, 0.5f, -0.5f, 1, -1, 0, 0};
  constexpr float dy[8] = {0.5f, 0.5f, -0.5f, -0.5f, 0, 0, 1, -1};
  Glow sum;
  for (int k = 0; k < 8; ++k) {
    const Glow tap = sampled(source, sx + dx[k], sy + dy[k]);
    sum.light += 0.125f * tap.light;
    sum.of_value += 0.125f * tap.of_value;
  }
  return sum;
}

/// The logarithm to base 2 of a number from 1 up, to 1e-6: the same on both sides.
LIVEWARP_BOTH float log2_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  // To [0.71, 1.41): there the series converges fastest.
  const std::uint32_t exponent = (bits - 0x3F3504F3u) >> 23;
  bits -= exponent << 23;
  std::memcpy(&x, &bits, sizeof x);
  const float t = (x - 1) / (x + 1), t2 = t * t;
  return static_cast<float>(exponent) +
         t * (2.88539008f + t2 * (0.961796694f + t2 * (0.577078016f + t2 * 0.412198583f)));
}

/// How bright the bloom is shown: measured by its brightest place.
struct Exposure {
  float outside = 0, within = 0;  ///< factor of the logarithm, and within it
};

/// Less bloom where lights are few, or large enough to be seen one by one.
LIVEWARP_BOTH Exposure exposure_of(float brightest) {
  const float greatest = 0.5f + brightest;
  return {points_style::bloom_strength * greatest / (greatest + 1.5f) /
              log2_of(1 + points_style::bloom_gain),
          points_style::bloom_gain / greatest};
}

/// Components 0 ... 1.
struct Color {
  float r = 0, g = 0, b = 0, unused = 0;
};
constexpr int map_colors = 256;

/// The colour of the mean value of what fell into a place. `map`: from a value of 0 to one of 1.
LIVEWARP_BOTH Color color_of(const Glow& glow, const Color* map) {
  const float mean = smaller(glow.of_value / larger(glow.light, 1e-6f), 1.0f);
  const float place = mean * (map_colors - 1);
  const int index = clamped(place, map_colors - 2);
  const float share = place - static_cast<float>(index);
  const Color a = map[index], b = map[index + 1];
  return {a.r + share * (b.r - a.r), a.g + share * (b.g - a.g), a.b + share * (b.b - a.b), 0};
}

LIVEWARP_BOTH float fraction(float x) { return x - floored(x); }

LIVEWARP_BOTH std::uint32_t byte_of(float component) {
  return static_cast<std::uint32_t>(smaller(larger(component, 0.0f), 1.0f) * 255 + 0.5f);
}

constexpr Color ground = {7.0f / 255, 9.0f / 255, 12.0f / 255, 0};
constexpr std::uint32_t ground_pixel = 0xFF000000u | 12u << 16 | 9u << 8 | 7u;
constexpr float least_light = 1e-4f;  ///< less is not to be seen

/// A pixel at (x, y) that is so bright, RGBA in the order of memory. `hot`: a brightness of so much
/// is as white as can be, `warm` still has its hue.
LIVEWARP_BOTH std::uint32_t pixel_of(const Color& hue, float shown, float warm, float hot, int x,
                                     int y) {
  const float heat = smaller(larger((shown - warm) / (hot - warm), 0.0f), 1.0f);
  const float white = points_style::whiteness * heat * heat * (3 - 2 * heat);
  const float lit = 1 - 1 / (1 + shown * (1.6f + 1.3f * shown));  // never beyond the full colour
  // Half a step of noise hides the steps of 8 bits in smooth skirts.
  const float noise =
      fraction(52.9829189f * fraction(0.06711056f * (static_cast<float>(x) + 0.5f) +
                                      0.00583715f * (static_cast<float>(y) + 0.5f)));
  const float grain = (noise - 0.5f) / 255 * smaller(shown * 40, 1.0f);
  const auto channel = [&](float of_hue, float of_ground) {
    return byte_of(of_ground + (1 - of_ground) * (of_hue + white * (1 - of_hue)) * lit + grain);
  };
  return channel(hue.r, ground.r) | channel(hue.g, ground.g) << 8 | channel(hue.b, ground.b) << 16 |
         0xFF000000u;
}

/// The pixel (x, y) of lights as it is shown.
LIVEWARP_BOTH std::uint32_t tone(const Glow& here, const Glow& around, Exposure bloom,
                                 const Color* map, int x, int y) {
  if (here.light + around.light < least_light) return ground_pixel;
  const float stars =
      points_style::light_brightness * here.light / (1 + points_style::dimming * around.light);
  const float mist = bloom.outside * log2_of(1 + bloom.within * around.light);
  const float shown = larger(stars + mist, 1e-6f);
  const float of_stars = stars / shown;
  const Color b = color_of(around, map), a = here.light > 0 ? color_of(here, map) : b;
  const Color hue = {b.r + of_stars * (a.r - b.r), b.g + of_stars * (a.g - b.g),
                     b.b + of_stars * (a.b - b.b), 0};
  return pixel_of(hue, shown, 1.1f, 2.5f, x, y);
}

/// How bright density is shown: from the density of its brightest place, in bodies a pixel. The
/// denser that is, the more bodies it takes to be seen, by the root: else all but voids would be
/// bright.
LIVEWARP_BOTH Exposure density_exposure_of(float brightest) {
  constexpr float least = 2;        // so that a few bodies do not blaze
  constexpr float one_by_one = 16;  // up to it single bodies are seen
  const float greatest = larger(brightest, least);
  const float within = smaller(std::sqrt(one_by_one / greatest), 1.0f);
  return {1 / log2_of(1 + 2 * greatest * within), within};
}

/// The pixel (x, y) of density as it is shown. Densities of a halo and of a core differ by
/// thousands: what is seen is their logarithm, from single bodies up, bent a little so that skirts
/// fade.
LIVEWARP_BOTH std::uint32_t density_tone(const Glow& here, const Glow& around, Exposure exposure,
                                         const Color* map, int x, int y) {
  const Glow both = mixed(here, around, points_style::density_bloom);
  if (both.light < least_light) return ground_pixel;
  const float level = exposure.outside * log2_of(1 + exposure.within * both.light);
  const float shown = points_style::density_brightness * level * (0.6f + 0.4f * level);
  return pixel_of(color_of(both, map), shown, 1.2f, 2.5f, x, y);
}

}  // namespace livewarp::splat
