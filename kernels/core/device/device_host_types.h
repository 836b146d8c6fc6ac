// CUDA's vector types for the host compiler: same names, members, sizes and alignments.
#pragma once

#include "kernels/core/base/compilation.h"
#include "kernels/core/device/lane.h"

LIVEWARP_KERNELS_BEGIN

using int64 = long long;
using uint64 = unsigned long long;

using uint3 = emulator::Index3;

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

#if defined(LIVEWARP_TRACED)
LIVEWARP_KERNELS_END
  #include "kernels/core/device/device_traced_types.h"
LIVEWARP_KERNELS_BEGIN
#else
  #define LIVEWARP_VECTOR2(name, T)                                                                \
    struct alignas(2 * sizeof(T)) name {                                                           \
      T x, y;                                                                                      \
    };                                                                                             \
    constexpr name make_##name(T x, T y) { return name{x, y}; }
  #define LIVEWARP_VECTOR3(name, T)                                                                \
    struct name {                                                                                  \
      T x, y, z;                                                                                   \
    };                                                                                             \
    constexpr name make_##name(T x, T y, T z) { return name{x, y, z}; }
  #define LIVEWARP_VECTOR4(name, T)                                                                \
    struct alignas(4 * sizeof(T)) name {                                                           \
      T x, y, z, w;                                                                                \
    };                                                                                             \
    constexpr name make_##name(T x, T y, T z, T w) { return name{x, y, z, w}; }
#endif

LIVEWARP_VECTOR2(float2, float)
LIVEWARP_VECTOR3(float3, float)
LIVEWARP_VECTOR4(float4, float)
LIVEWARP_VECTOR2(double2, double)
LIVEWARP_VECTOR3(double3, double)
LIVEWARP_VECTOR2(int2, int)
LIVEWARP_VECTOR3(int3, int)
LIVEWARP_VECTOR4(int4, int)
LIVEWARP_VECTOR2(uint2, unsigned)
LIVEWARP_VECTOR4(uint4, unsigned)
LIVEWARP_VECTOR2(short2, short)
LIVEWARP_VECTOR4(short4, short)
LIVEWARP_VECTOR2(ushort2, unsigned short)
LIVEWARP_VECTOR4(ushort4, unsigned short)
LIVEWARP_VECTOR2(uchar2, unsigned char)
LIVEWARP_VECTOR3(uchar3, unsigned char)
LIVEWARP_VECTOR4(uchar4, unsigned char)
LIVEWARP_VECTOR2(longlong2, long long)
constexpr uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }

#undef LIVEWARP_VECTOR2
#undef LIVEWARP_VECTOR3
#undef LIVEWARP_VECTOR4
#undef LIVEWARP_COPIED

static_assert(sizeof(float4) == 16 && alignof(float4) == 16);
static_assert(sizeof(float3) == 12 && alignof(float3) == 4);
static_assert(sizeof(float2) == 8 && alignof(float2) == 8);
static_assert(sizeof(uchar4) == 4 && alignof(uchar4) == 4);

LIVEWARP_KERNELS_END
