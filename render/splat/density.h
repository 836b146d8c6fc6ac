#pragma once

#include <cstring>

#include "render/splat/glow.h"

/// Millions of bodies as their density: cloud in cell, as particle codes assign mass to a grid.
/// What the kernels and the host compute alike.
namespace livewarp::splat {

/// How bodies are added up: each as a round light of many pixels, or to four pixels as density.
enum class Manner { lights, density };

/// A pixel's sums of density as one integer, so that one atomic addition adds to both, and the
/// order in which bodies come changes no bit:
///
///     63        value_width               0
///     | sum of weights | sum of weight * value |
///
/// A body lies between the middles of four pixels, at one of 2^place_bits places along each side.
/// Their linear weights are multiples of 4^-place_bits, and together exactly 1: the sum over the
/// picture is the number of bodies in it. Values are multiples of 1/255; of their products with
/// weights the lowest `dropped` bits are rounded at random, so that their mean is right.
struct DensityEncoding {
  int place_bits = 0, dropped = 0, value_width = 0;
  LIVEWARP_BOTH int whole() const { return 1 << (2 * place_bits); }  ///< weight of a body
};

/// The finest with which all bodies in one pixel overflow nothing. For `most_bodies` there is one.
inline DensityEncoding density_encoding_for(std::int64_t bodies) {
  int count_bits = 1;
  while ((bodies >> count_bits) > 0) ++count_bits;
  DensityEncoding encoding;
  for (int bits = 4; bits >= 1; --bits) {
    const int needed = 2 * count_bits + 4 * bits + 8;
    encoding = {bits, needed > 64 ? needed - 64 : 0, 0};
    if (encoding.dropped <= 2 * bits) break;
  }
  encoding.value_width = count_bits + 2 * encoding.place_bits + 8 - encoding.dropped;
  return encoding;
}

/// A body between four pixels, of which (x, y) is the top left one.
struct Deposit {
  int x = 0, y = 0;
  std::uint32_t chance = 0;  ///< a byte for each pixel, that depends on the body's place alone
  std::uint8_t right = 0, below = 0;  ///< share of the pixels there, 2^place_bits being all
  std::uint8_t level = 0;             ///< value, 0 ... 255
};

/// Numbers as they are in memory: of equal places, equal ones, on the host as on a GPU.
LIVEWARP_BOTH std::uint32_t chance_of(float x, float y, float z) {
  std::uint32_t a, b, c;
  std::memcpy(&a, &x, sizeof a);
  std::memcpy(&b, &y, sizeof b);
  std::memcpy(&c, &z, sizeof c);
  std::uint32_t mixed = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ c * 0xC2B2AE3Du;
  mixed = (mixed ^ (mixed >> 15)) * 0x2C1B3C6Du;
  return mixed ^ (mixed >> 13);
}

/// Of a light that is seen.
LIVEWARP_BOTH Deposit deposit_of(const Light& light, std::uint32_t chance,
                                 DensityEncoding encoding) {
  const float column = floored(light.x - 0.5f), row = floored(light.y - 0.5f);
  const auto places = static_cast<float>(1 << encoding.place_bits);
  return {static_cast<int>(column),
          static_cast<int>(row),
          chance,
          static_cast<std::uint8_t>((light.x - 0.5f - column) * places + 0.5f),
          static_cast<std::uint8_t>((light.y - 0.5f - row) * places + 0.5f),
          static_cast<std::uint8_t>(light.value * 255 + 0.5f)};
}

/// What so much of a body adds to a pixel.
LIVEWARP_BOTH Sum deposit_of_weight(int weight, int level, std::uint32_t chance,
                                    DensityEncoding encoding) {
  const std::uint32_t product = static_cast<std::uint32_t>(weight * level);
  const std::uint32_t rounding = chance & ((1u << encoding.dropped) - 1);
  return (static_cast<Sum>(weight) << encoding.value_width) |
         ((product + rounding) >> encoding.dropped);
}

/// What a body adds to its pixel k: bit 0 says right, bit 1 below.
LIVEWARP_BOTH Sum deposited_at(const Deposit& deposit, int k, DensityEncoding encoding) {
  const int places = 1 << encoding.place_bits;
  const int across = k & 1 ? deposit.right : places - deposit.right;
  const int down = k & 2 ? deposit.below : places - deposit.below;
  return deposit_of_weight(across * down, deposit.level, deposit.chance >> (8 * k), encoding);
}

/// In bodies, and bodies times values.
LIVEWARP_BOTH Glow density_decoded(Sum sum, DensityEncoding encoding) {
  const float step = 1.0f / static_cast<float>(encoding.whole());
  const Sum below = sum & ((Sum{1} << encoding.value_width) - 1);
  return {static_cast<float>(sum >> encoding.value_width) * step,
          static_cast<float>(below) * (step / 255 * static_cast<float>(1u << encoding.dropped))};
}

/// The radius above which a body is near enough to be seen as a light among the density, pixels.
LIVEWARP_BOTH float largest_point(const PointsLook& look) {
  return 2 * larger(look.radius, look.least_radius);
}

/// What a near body adds to a pixel of its light: no more than it would add there as density, so
/// that no sum can overflow.
LIVEWARP_BOTH Sum near_deposit(const Light& light, int x, int y, DensityEncoding encoding) {
  const float weight = smaller(weight_at(light, x, y), 1.0f);
  return deposit_of_weight(static_cast<int>(weight * static_cast<float>(encoding.whole()) + 0.5f),
                           static_cast<int>(light.value * 255 + 0.5f), 0, encoding);
}

/// Density as it was summed up.
struct DensityPicture {
  const Sum* sums;
  int width, height;
  DensityEncoding encoding;
  LIVEWARP_BOTH Glow at(int x, int y) const {
    return density_decoded(sums[std::int64_t{y} * width + x], encoding);
  }
};

LIVEWARP_BOTH Exposure exposure_for(const SumPicture&, float brightest) {
  return exposure_of(brightest);
}
LIVEWARP_BOTH Exposure exposure_for(const DensityPicture&, float brightest) {
  return density_exposure_of(brightest);
}
/// The pixel (x, y) of a picture as it is shown.
LIVEWARP_BOTH std::uint32_t shown(const SumPicture& picture, const Glow& around, Exposure exposure,
                                  const Color* map, int x, int y) {
  return tone(picture.at(x, y), around, exposure, map, x, y);
}
LIVEWARP_BOTH std::uint32_t shown(const DensityPicture& picture, const Glow& around,
                                  Exposure exposure, const Color* map, int x, int y) {
  return density_tone(picture.at(x, y), around, exposure, map, x, y);
}

}  // namespace livewarp::splat
