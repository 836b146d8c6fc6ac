// CUDA's texture and surface functions for the host compiler. Included by device.cuh alone.
#pragma once

#include <bit>
#include <concepts>

#include "kernels/core/base/compilation.h"
#include "kernels/core/base/error.h"
#include "kernels/core/device/device_host_types.h"
#include "kernels/core/device/lane.h"
#include "kernels/core/device/lane_texture.h"
#include "kernels/core/memory/host_texture.h"

/// As `LIVEWARP_NOTE`, of the texels that the texture mixes at what follows.
#if defined(LIVEWARP_TRACED)
  #define LIVEWARP_NOTE_FETCH(texture, bytes, ...)                                                 \
    ::livewarp::emulator::note_fetch(__builtin_return_address(0), (texture).reach(__VA_ARGS__),    \
                                     bytes);                                                       \
    LIVEWARP_UNHEARD()
#else
  #define LIVEWARP_NOTE_FETCH(texture, bytes, ...) ((void)0)
#endif

LIVEWARP_KERNELS_BEGIN

// The address of what samples or writes.
using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;

/// What a texture yields, as the type that a kernel asks for: the GPU would misread any other.
template <class T>
T texel_as(const HostTexture& texture, const HostTexture::Value& v) {
  constexpr bool real = std::same_as<T, float> || std::same_as<T, float4>;
  constexpr bool four = std::same_as<T, float4> || std::same_as<T, uchar4>;
  const Texel texel = texture.spec().texel;
  if (real != texture.yields_reals() || (four ? 4 : 1) != channels_of(texel) ||
      (!real && sizeof(T) != bytes_of(texel)))
    throw Error("a texture is read as another type than it yields");
  if constexpr (std::same_as<T, float4>) {
    return make_float4(v[0], v[1], v[2], v[3]);
  } else if constexpr (std::same_as<T, uchar4>) {
    const auto byte = [](float channel) { return static_cast<unsigned char>(channel); };
    return make_uchar4(byte(v[0]), byte(v[1]), byte(v[2]), byte(v[3]));
  } else {
    return static_cast<T>(v[0]);
  }
}

template <class T>
LIVEWARP_UNTRACED T tex1Dfetch(cudaTextureObject_t object, int i) {
  const auto& texture = *std::bit_cast<const HostTexture*>(object);
  LIVEWARP_NOTE(texture.address_of(i), sizeof(T), texture);
  return texel_as<T>(texture, texture.fetch(i));
}

template <class T>
LIVEWARP_UNTRACED T tex2D(cudaTextureObject_t object, float x, float y) {
  const auto& texture = *std::bit_cast<const HostTexture*>(object);
  LIVEWARP_NOTE_FETCH(texture, sizeof(T), x, y);
  return texel_as<T>(texture, texture.sample(x, y));
}

template <class T>
LIVEWARP_UNTRACED T tex2DLod(cudaTextureObject_t object, float x, float y, float level) {
  const auto& texture = *std::bit_cast<const HostTexture*>(object);
  LIVEWARP_NOTE_FETCH(texture, sizeof(T), x, y, level);
  return texel_as<T>(texture, texture.sample(x, y, level));
}

/// `dx` and `dy`: how far the next pixel in a row and in a column lies from this one.
template <class T>
LIVEWARP_UNTRACED T tex2DGrad(cudaTextureObject_t object, float x, float y, float2 dx, float2 dy) {
  const auto& texture = *std::bit_cast<const HostTexture*>(object);
  const float level = texture.level_of({dx.x, dx.y}, {dy.x, dy.y});
  LIVEWARP_NOTE_FETCH(texture, sizeof(T), x, y, level);
  return texel_as<T>(texture, texture.sample(x, y, level));
}

/// What becomes of a write outside: it is dropped, or an error. (CUDA has a third for reads.)
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeTrap = 2 };

/// x counts bytes.
template <class T>
LIVEWARP_UNTRACED void surf2Dwrite(T value, cudaSurfaceObject_t object, int x, int y,
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  std::bit_cast<const HostSurface*>(object)->write(&value, sizeof value, x, y, 0,
                                                   mode == cudaBoundaryModeZero);
}
template <class T>
LIVEWARP_UNTRACED void surf3Dwrite(T value, cudaSurfaceObject_t object, int x, int y, int z) {
  std::bit_cast<const HostSurface*>(object)->write(&value, sizeof value, x, y, z);
}

LIVEWARP_KERNELS_END
