// Cells of a grid as they are stored and as they are computed, one at a time or several of a thread
// in one access: fp32, fp64, and binary16 that is computed in fp32.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// What a variant computes with: fp32 for stored binary16, else what is stored.
template <class Stored>
struct Arithmetic {
  using Real = Stored;
};
template <>
struct Arithmetic<Half16> {
  using Real = float;
};
template <class Stored>
using Computed = typename Arithmetic<Stored>::Real;

__device__ __forceinline__ float real_of(float stored) { return stored; }
__device__ __forceinline__ double real_of(double stored) { return stored; }
__device__ __forceinline__ float real_of(Half16 stored) { return widened(stored); }
__device__ __forceinline__ void store_real(float* to, float value) { *to = value; }
__device__ __forceinline__ void store_real(double* to, double value) { *to = value; }
__device__ __forceinline__ void store_real(Half16* to, float value) { *to = narrowed(value); }

/// Cells of a lane as they are loaded and stored: 16 bytes at once, or 8 of binary16.
template <class Stored>
struct CellVector;
template <>
struct CellVector<float> {
  using Type = float4;
  static constexpr int cells = 4;
  static __device__ __forceinline__ void unpack(float4 v, float* to) {
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
  }
  static __device__ __forceinline__ float4 pack(const float* v) {
    return make_float4(v[0], v[1], v[2], v[3]);
  }
};
template <>
struct CellVector<double> {
  using Type = double2;
  static constexpr int cells = 2;
  static __device__ __forceinline__ void unpack(double2 v, double* to) { to[0] = v.x, to[1] = v.y; }
  static __device__ __forceinline__ double2 pack(const double* v) {
    return make_double2(v[0], v[1]);
  }
};
template <>
struct CellVector<Half16> {
  using Type = ushort4;
  static constexpr int cells = 4;
  static __device__ __forceinline__ void unpack(ushort4 v, float* to) {
    to[0] = widened({v.x}), to[1] = widened({v.y}), to[2] = widened({v.z}), to[3] = widened({v.w});
  }
  static __device__ __forceinline__ ushort4 pack(const float* v) {
    return make_ushort4(narrowed(v[0]).bits, narrowed(v[1]).bits, narrowed(v[2]).bits,
                        narrowed(v[3]).bits);
  }
};

/// `Cells` neighbouring cells of one lane as they lie in memory.
template <class Stored, int Cells>
struct CellPack {
  using Vector = CellVector<Stored>;
  static constexpr int count = Cells / Vector::cells;
  typename Vector::Type vectors[count];

  __device__ __forceinline__ void load(const Stored* from) {
    LIVEWARP_UNROLL()
    for (int i = 0; i < count; ++i)
      vectors[i] = reinterpret_cast<const typename Vector::Type*>(from)[i];
  }
  __device__ __forceinline__ void unpack(Computed<Stored>* to) const {
    LIVEWARP_UNROLL()
    for (int i = 0; i < count; ++i) Vector::unpack(vectors[i], to + i * Vector::cells);
  }
  __device__ __forceinline__ void pack(const Computed<Stored>* from) {
    LIVEWARP_UNROLL()
    for (int i = 0; i < count; ++i) vectors[i] = Vector::pack(from + i * Vector::cells);
  }
  __device__ __forceinline__ void store(Stored* to) const {
    LIVEWARP_UNROLL()
    for (int i = 0; i < count; ++i) reinterpret_cast<typename Vector::Type*>(to)[i] = vectors[i];
  }
  __device__ __forceinline__ void store_past_caches(Stored* to) const {
    LIVEWARP_UNROLL()
    for (int i = 0; i < count; ++i)
      store_streaming(reinterpret_cast<typename Vector::Type*>(to) + i, vectors[i]);
  }
};

/// Copies `Cells` neighbouring cells to shared memory, asynchronously (see copy_async) but for a
/// single binary16, which is too short.
template <int Cells, class Stored>
__device__ __forceinline__ void copy_cells_async(Stored* shared, const Stored* from) {
  constexpr int bytes = Cells * int(sizeof(Stored)), step = bytes < 16 ? bytes : 16;
  if constexpr (bytes == 2) {
    *shared = *from;
  } else {
    LIVEWARP_UNROLL()
    for (int i = 0; i < Cells; i += step / int(sizeof(Stored)))
      copy_async<step>(shared + i, from + i);
  }
}

LIVEWARP_KERNELS_END
