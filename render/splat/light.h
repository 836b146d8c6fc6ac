#pragma once

#include <cmath>
#include <cstdint>

#include "render/splat/points_look.h"

#if defined(__CUDACC__)
  #define LIVEWARP_BOTH __host__ __device__ inline
#else
  #define LIVEWARP_BOTH inline
#endif

/// How a body becomes light in pixels: what the kernels and the host compute alike.
namespace livewarp::splat {

// A compiler for any x86-64 makes calls of the library's functions of these names.
LIVEWARP_BOTH float smaller(float a, float b) { return a < b ? a : b; }
LIVEWARP_BOTH float larger(float a, float b) { return a > b ? a : b; }
/// Of numbers that an int can hold.
LIVEWARP_BOTH float floored(float x) {
  const auto whole = static_cast<float>(static_cast<int>(x));
  return whole > x ? whole - 1 : whole;
}

/// The largest brightness of a light in its middle.
constexpr float most_brightness = 2;

/// A body as it is seen: a round light around (x, y), pixels from the picture's top left corner.
struct Light {
  float x = 0, y = 0;
  float radius = 0;  ///< pixels; 0: it is not seen
  float brightness = 0;
  float value = 0;  ///< 0 ... 1
};

/// Of a body at (x, y, z), world units. What lies behind the camera, beside the picture or at no
/// finite place is not seen.
LIVEWARP_BOTH Light light_of(const PointsLook& look, float x, float y, float z, float value) {
  const float* m = look.matrix;
  const float clip_x = m[0] * x + m[4] * y + m[8] * z + m[12];
  const float clip_y = m[1] * x + m[5] * y + m[9] * z + m[13];
  const float clip_z = m[2] * x + m[6] * y + m[10] * z + m[14];
  const float depth = m[3] * x + m[7] * y + m[11] * z + m[15];
  Light light;
  if (!(depth > 0) || !(clip_z > -depth)) return light;
  light.x = (0.5f + 0.5f * clip_x / depth) * static_cast<float>(look.width);
  light.y = (0.5f - 0.5f * clip_y / depth) * static_cast<float>(look.height);

  // Perspective makes near lights larger, though by its root only: fully, one light close to the
  // camera would cover the rest, and zooming in would turn a cluster into fog.
  const float nearness = look.distance / larger(depth, 1e-6f);
  const float wanted = look.radius * std::sqrt(nearness);
  const float radius = smaller(larger(wanted, look.least_radius), look.greatest_radius);
  const bool seen = light.x > -radius && light.x < static_cast<float>(look.width) + radius &&
                    light.y > -radius && light.y < static_cast<float>(look.height) + radius;
  if (!seen) return light;
  light.radius = radius;
  // A light below the least size is dimmer instead, by the root of its area: single ones must stay
  // visible.
  light.brightness =
      smaller(wanted / radius, 1.0f) * smaller(larger(nearness, 0.25f), most_brightness);
  light.value = value > 0 ? smaller(value, 1.0f) : 0.0f;
  return light;
}

/// The profile of a light at the middle of pixel (x, y): bright in its middle, zero with zero slope
/// at its rim.
LIVEWARP_BOTH float weight_at(const Light& light, int x, int y) {
  const float dx = (static_cast<float>(x) + 0.5f - light.x) / light.radius;
  const float dy = (static_cast<float>(y) + 0.5f - light.y) / light.radius;
  const float rest = larger(1.0f - dx * dx - dy * dy, 0.0f);
  return light.brightness * rest * rest * rest;
}

/// Pixels whose middles may lie within a light, those outside of the picture left out.
struct Box {
  int left = 0, top = 0, width = 0, height = 0;
};

LIVEWARP_BOTH int clamped(float pixel, int last) {
  return static_cast<int>(smaller(larger(pixel, 0.0f), static_cast<float>(last)));
}

LIVEWARP_BOTH Box box_of(const Light& light, int width, int height) {
  if (!(light.radius > 0)) return {};
  const int left = clamped(-floored(light.radius + 0.5f - light.x), width);
  const int top = clamped(-floored(light.radius + 0.5f - light.y), height);
  const int right = clamped(floored(light.x + light.radius - 0.5f) + 1, width);
  const int bottom = clamped(floored(light.y + light.radius - 0.5f) + 1, height);
  return {left, top, right - left, bottom - top};
}

/// Light that has fallen into a pixel: the sum of weights, and of weights times values.
struct Glow {
  float light = 0, of_value = 0;
};

/// A pixel's sums as one integer, so that one atomic addition adds to both, and the order in which
/// bodies come changes no bit:
///
///     63             value_width             0
///     | sum of weights | sum of weight * value |
///
/// Weights are multiples of 2^-fraction_bits, values of 1/255. Both fields hold all bodies in one
/// pixel at the largest brightness: `encoding_for` takes the finest weights for which they do.
struct Encoding {
  int fraction_bits = 0, value_width = 0;
};

using Sum = unsigned long long;

inline Encoding encoding_for(std::int64_t bodies) {
  int count_bits = 1;
  while ((bodies >> count_bits) > 0) ++count_bits;
  const int weight_bits = (64 - 8) / 2 - count_bits;  // of one body; its brightness needs one
  const int fraction_bits = weight_bits - 1 < 12 ? weight_bits - 1 : 12;
  return {fraction_bits, count_bits + fraction_bits + 1 + 8};
}

/// The most bodies of which a picture can be summed up.
constexpr std::int64_t most_bodies = (std::int64_t{1} << 26) - 1;

/// What a weight adds to a pixel; 0 where it is below half a step.
LIVEWARP_BOTH Sum encoded(float weight, float value, Encoding encoding) {
  const Sum steps =
      static_cast<Sum>(weight * static_cast<float>(1 << encoding.fraction_bits) + 0.5f);
  const Sum level = static_cast<Sum>(value * 255 + 0.5f);
  return (steps << encoding.value_width) | (steps * level);
}

LIVEWARP_BOTH Glow decoded(Sum sum, Encoding encoding) {
  const float step = 1.0f / static_cast<float>(1 << encoding.fraction_bits);
  const Sum below = sum & ((Sum{1} << encoding.value_width) - 1);
  return {static_cast<float>(sum >> encoding.value_width) * step,
          static_cast<float>(below) * (step / 255)};
}

}  // namespace livewarp::splat
