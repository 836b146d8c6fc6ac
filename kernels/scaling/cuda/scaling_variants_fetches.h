// What the launch code of variants that fetch texels shares.
#pragma once

#include "kernels/core/memory/texture.h"
#include "kernels/scaling/cuda/scaling_texture.cuh"
#include "kernels/scaling/cuda/scaling_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline Texel texel_of(const Scaling::Problem& problem) {
  return problem.channels == 1 ? Texel::uchar1 : Texel::uchar4;
}

inline std::size_t pitch_of(const Scaling::Problem& problem) {
  return std::size_t(problem.width) * std::size_t(problem.channels);
}

inline TextureAddress texture_address(Scaling::Address address) {
  switch (address) {
  case Scaling::Address::clamp: return TextureAddress::clamp;
  case Scaling::Address::wrap: return TextureAddress::wrap;
  case Scaling::Address::mirror: return TextureAddress::mirror;
  case Scaling::Address::border: break;
  }
  return TextureAddress::border;
}

inline TextureArray::Shape source_array(const Scaling::Problem& problem) {
  return {texel_of(problem), problem.width, problem.height};
}

/// The task's positions in a texture's coordinates.
inline ScalingFetches fetches_of(const Scaling::Problem& problem, const TextureSpec& spec,
                                 cudaTextureObject_t texture) {
  const double wide = double(spec.width), high = double(spec.height);
  const double across = 0x1p-32 / (spec.normalized ? wide : 1);
  const double down = 0x1p-32 / (spec.normalized ? high : 1);
  const ScalingMap& map = problem.map;
  // Parts of a whole are seldom exact, and a position between two texels would fall to either:
  // nearest takes the texel after it.
  const bool between = spec.normalized && spec.filter == TextureFilter::point;
  const auto centre = [&](double size) {
    return 0x1p31 + (between ? 0x1p32 * (0x1p-10 + 0x1p-22 * size) : 0);
  };
  return {texture,
          float((double(map.u0) + centre(wide)) * across),
          float((double(map.v0) + centre(high)) * down),
          float(double(map.u_by_x) * across),
          float(double(map.u_by_y) * across),
          float(double(map.v_by_x) * down),
          float(double(map.v_by_y) * down)};
}

}  // namespace scaling

LIVEWARP_KERNELS_END
