// What the kernels of the N-body workload share, and the parts of a step beside the forces. A
// position holds x, y, z and the mass; velocity and acceleration hold x, y, z and an unused 0.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Four doubles, read as two times 16 bytes.
struct alignas(16) NbodyDoubles {
  double x, y, z, w;
};
template <class Real>
struct NbodyReals;
template <>
struct NbodyReals<float> {
  using Vec4 = float4;
};
template <>
struct NbodyReals<double> {
  using Vec4 = NbodyDoubles;
};
/// What holds a body's four numbers.
template <class Real>
using NbodyVec4 = typename NbodyReals<Real>::Vec4;

/// An acceleration while it is summed.
template <class Real>
struct NbodySum {
  Real x = 0, y = 0, z = 0;

  __device__ __forceinline__ NbodySum& operator+=(const NbodySum& other) {
    x += other.x;
    y += other.y;
    z += other.z;
    return *this;
  }
  __device__ __forceinline__ NbodyVec4<Real> vec4() const { return {x, y, z, Real(0)}; }
};

/// mass / r^3 by the special function unit. In fp32 its reciprocal root is as good as fp32 is. In
/// fp64 it is right to some 20 bits: with e = 1 - r^2 y^2, which is small, r^-3 = y^3 (1 -
/// e)^(-3/2) = y^3 (1 + 3/2 e + 15/8 e^2 + ...).
struct NbodyFast {
  static __device__ __forceinline__ float strength(float mass, float r2) {
    const float inverse = fast_rsqrt(r2);
    return (mass * inverse) * (inverse * inverse);
  }
  static __device__ __forceinline__ double strength(double mass, double r2) {
    const double y = fast_rsqrt(r2), y2 = y * y, e = fma(-r2, y2, 1.0);
    return (mass * y) * y2 * fma(fma(1.875, e, 1.5), e, 1.0);
  }
};
/// mass / r^3 by the root and the division of the language, each correctly rounded: tens of
/// instructions.
struct NbodyExact {
  static __device__ __forceinline__ float strength(float mass, float r2) {
    return mass / (r2 * sqrtf(r2));
  }
  static __device__ __forceinline__ double strength(double mass, double r2) {
    return mass / (r2 * sqrt(r2));
  }
};
/// The same by somebody who wrote 1.0 where 1.0f was meant: a literal without an f is fp64, and so
/// is all that it touches. Nothing warns of it.
struct NbodyLiteral {
  template <class Real>
  static __device__ __forceinline__ Real strength(Real mass, Real r2) {
    return Real(mass * (1.0 / (r2 * sqrt(1.0 * r2))));
  }
};

/// Adds to `a` what `source` does to a body at `p`. 13 instructions in fast fp32: 3 subtractions, 6
/// multiply-adds, 3 multiplications and one reciprocal square root. A body's own distance is
/// exactly 0, and so is its pull on itself, since the softening keeps the root finite: no test is
/// needed.
template <class Arithmetic = NbodyFast, class Real>
__device__ __forceinline__ void nbody_pull(NbodySum<Real>& a, const NbodyVec4<Real>& p,
                                           const NbodyVec4<Real>& source, Real softening2) {
  const Real dx = source.x - p.x, dy = source.y - p.y, dz = source.z - p.z;
  const Real r2 = dx * dx + (dy * dy + (dz * dz + softening2));
  const Real strength = Arithmetic::strength(source.w, r2);
  a.x += dx * strength;
  a.y += dy * strength;
  a.z += dz * strength;
}

/// The end of a step for body i: keeps its acceleration and gives the kick that follows the drift,
/// half a step long in a leapfrog and none in Euler's method.
template <class Real>
__device__ __forceinline__ void nbody_finish(int i, const NbodySum<Real>& a, Real kick,
                                             NbodyVec4<Real>* velocity,
                                             NbodyVec4<Real>* acceleration) {
  const NbodyVec4<Real> v = velocity[i];
  velocity[i] = {v.x + kick * a.x, v.y + kick * a.y, v.z + kick * a.z, Real(0)};
  acceleration[i] = a.vec4();
}

// The first half of a step: a kick with the old acceleration, then a drift over dt. One thread a
// body, every array read and written once: this part is bound by memory, and small beside the
// forces.
template <class Real>
__global__ void nbody_drift(const NbodyVec4<Real>* __restrict__ old_position,
                            const NbodyVec4<Real>* __restrict__ old_velocity,
                            const NbodyVec4<Real>* __restrict__ old_acceleration,
                            NbodyVec4<Real>* __restrict__ position,
                            NbodyVec4<Real>* __restrict__ velocity, int n, Real kick, Real dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const NbodyVec4<Real> a = old_acceleration[i], p = old_position[i];
  NbodyVec4<Real> v = old_velocity[i];
  v = {v.x + kick * a.x, v.y + kick * a.y, v.z + kick * a.z, Real(0)};
  position[i] = {p.x + dt * v.x, p.y + dt * v.y, p.z + dt * v.z, p.w};
  velocity[i] = v;
}

/// The sum of the parts that lie `count` apart.
template <class Real>
__device__ __forceinline__ NbodySum<Real> nbody_sum_of_parts(const NbodyVec4<Real>* partial,
                                                             int64 count, int parts) {
  NbodySum<Real> a;
  LIVEWARP_UNROLL(8)
  for (int part = 0; part < parts; ++part) {
    const NbodyVec4<Real> b = partial[part * count];
    a += NbodySum<Real>{b.x, b.y, b.z};
  }
  return a;
}

// Adds up the partial accelerations of bodies first ... last and ends their step.
template <class Real>
__global__ void nbody_gather(const NbodyVec4<Real>* __restrict__ partial,
                             NbodyVec4<Real>* __restrict__ velocity,
                             NbodyVec4<Real>* __restrict__ acceleration, int first, int last,
                             int parts, Real kick) {
  const int count = last - first;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    nbody_finish(first + i, nbody_sum_of_parts<Real>(partial + i, count, parts), kick, velocity,
                 acceleration);
}

// Picture: position and colour value of every body; speed 0 ... top becomes 0 ... 1.
template <class Real>
__global__ void nbody_points(const NbodyVec4<Real>* __restrict__ position,
                             const NbodyVec4<Real>* __restrict__ velocity,
                             float4* __restrict__ points, int n, float inverse_top_speed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const NbodyVec4<Real> p = position[i], v = velocity[i];
  const float vx = float(v.x), vy = float(v.y), vz = float(v.z);
  const float speed = sqrtf(vx * vx + vy * vy + vz * vz);
  points[i] =
      make_float4(float(p.x), float(p.y), float(p.z), __saturatef(speed * inverse_top_speed));
}

LIVEWARP_KERNELS_END
