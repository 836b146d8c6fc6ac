// What a tree code knows of a cell of bodies, and what the cell does to a body far away.
#pragma once

#include "kernels/nbody/cuda/nbody_energy_parts.cuh"
#include "kernels/nbody/cuda/nbody_tree_keys.cuh"

LIVEWARP_KERNELS_BEGIN

/// A cell as a walk reads it, with S = sum over its bodies of m x x^T, x from the centre of mass.
///
///     sphere    centre of mass x, y, z      square of the opening radius
///     first     mass          3 Sxx         3 Sxy         3 Sxz
///     second    3 Syy         3 Syz         3 Szz         3/2 trace S
struct alignas(16) NbodyCell {
  float4 sphere, first, second;
};

/// A cell while it is put together: mass, centre of mass, 3 S as xx, xy, xz, yy, yz, zz.
struct NbodyMoments {
  float mass, centre[3], s[6];
  NbodyBox box;

  static __device__ __forceinline__ NbodyMoments of(float4 body) {
    return {body.w, {body.x, body.y, body.z}, {}, NbodyBox::around(body)};
  }
  /// Adds 3 m d d^T.
  __device__ __forceinline__ void add_second(float m, float dx, float dy, float dz) {
    const float x = 3.0f * m * dx, y = 3.0f * m * dy, z = 3.0f * m * dz;
    s[0] += x * dx, s[1] += x * dy, s[2] += x * dz;
    s[3] += y * dy, s[4] += y * dz, s[5] += z * dz;
  }
};

/// Two cells as one, by the parallel-axis theorem. Without mass the middle is as good as any place.
__device__ __forceinline__ NbodyMoments nbody_together(const NbodyMoments& a,
                                                       const NbodyMoments& b) {
  NbodyMoments both = a;
  both.mass = a.mass + b.mass;
  const float share = both.mass > 0.0f ? b.mass / both.mass : 0.5f;
  float d[3];
  LIVEWARP_UNROLL()
  for (int c = 0; c < 3; ++c) {
    d[c] = b.centre[c] - a.centre[c];
    both.centre[c] += share * d[c];
  }
  LIVEWARP_UNROLL()
  for (int k = 0; k < 6; ++k) both.s[k] += b.s[k];
  both.add_second(a.mass * share, d[0], d[1], d[2]);
  both.box.hold(b.box);
  return both;
}

/// Of bodies that lie one behind another; places are taken from the first, so that nothing cancels.
__device__ __forceinline__ NbodyMoments nbody_moments(const float4* bodies, int count) {
  const float4 origin = bodies[0];
  NbodyMoments all = NbodyMoments::of(origin);
  float weighed[3] = {};
  for (int k = 1; k < count; ++k) {
    const float4 p = bodies[k];
    all.mass += p.w;
    weighed[0] += p.w * (p.x - origin.x);
    weighed[1] += p.w * (p.y - origin.y);
    weighed[2] += p.w * (p.z - origin.z);
    all.box.hold(NbodyBox::around(p));
  }
  LIVEWARP_UNROLL()
  for (int c = 0; c < 3; ++c)
    if (all.mass > 0.0f) all.centre[c] += weighed[c] / all.mass;
  for (int k = 0; k < count; ++k) {
    const float4 p = bodies[k];
    all.add_second(p.w, p.x - all.centre[0], p.y - all.centre[1], p.z - all.centre[2]);
  }
  return all;
}

/// When a cell is taken as a whole: where it is farther than its opening radius.
struct NbodyOpening {
  float inverse_theta;
  float inverse_error;  ///< 1 over the acceleration that may be wrong by a cell; 0: by angle
  bool quadrupole;      ///< whether the second moments count

  /// By angle: longest side / theta, and how far the centre of mass lies from the middle (Barnes: A
  /// modified tree code, 1994).
  __device__ __forceinline__ float by_angle(const NbodyMoments& m) const {
    float off = 0.0f;
    LIVEWARP_UNROLL()
    for (int c = 0; c < 3; ++c) {
      const float d = m.centre[c] - 0.5f * (m.box.low[c] + m.box.high[c]);
      off += d * d;
    }
    return m.box.longest_side() * inverse_theta + sqrtf(off);
  }
  /// By error: where the first moments that are left out may be felt (after Salmon & Warren 1994,
  /// who bound all of them). At distance r a quadrupole pulls by its size over r^4, which the trace
  /// of S stands for, and an octupole by its size over r^5: at most that trace times how far the
  /// box reaches. Where the box ends, at a body of its own maybe, further moments count as much as
  /// those: half as far again they have died away.
  __device__ __forceinline__ float by_error(const NbodyMoments& m) const {
    float reach2 = 0.0f;
    LIVEWARP_UNROLL()
    for (int c = 0; c < 3; ++c) {
      const float d = fmaxf(m.centre[c] - m.box.low[c], m.box.high[c] - m.centre[c]);
      reach2 += d * d;
    }
    if (reach2 == 0.0f) return 0.0f;
    // Both roots with the reach before them: its fifth power would leave fp32 beyond 1e7.
    const float trace = (m.s[0] + m.s[3] + m.s[5]) / 3.0f;
    const float pull = trace / reach2 / reach2 * inverse_error;
    return sqrtf(reach2) * fmaxf(1.5f, powf(pull, quadrupole ? 0.2f : 0.25f));
  }
  /// No body is so far from its own cell, if theta is at most 1.
  __device__ __forceinline__ float radius(const NbodyMoments& m) const {
    return inverse_error > 0.0f ? by_error(m) : by_angle(m);
  }
};

__device__ __forceinline__ NbodyCell nbody_cell(const NbodyMoments& m,
                                                const NbodyOpening& opening) {
  const float radius = opening.radius(m);
  return {make_float4(m.centre[0], m.centre[1], m.centre[2], radius * radius),
          make_float4(m.mass, m.s[0], m.s[1], m.s[2]),
          make_float4(m.s[3], m.s[4], m.s[5], 0.5f * (m.s[0] + m.s[3] + m.s[5]))};
}

/// The moments that a cell was made of.
__device__ __forceinline__ NbodyMoments nbody_moments(const NbodyCell& cell, const NbodyBox& box) {
  return {cell.first.x,
          {cell.sphere.x, cell.sphere.y, cell.sphere.z},
          {cell.first.y, cell.first.z, cell.first.w, cell.second.x, cell.second.y, cell.second.z},
          box};
}

/// Whether the sphere's inside is nowhere in the box.
__device__ __forceinline__ bool nbody_is_far(float4 sphere, const NbodyBox& box) {
  const float centre[3] = {sphere.x, sphere.y, sphere.z};
  float distance2 = 0.0f;
  LIVEWARP_UNROLL()
  for (int c = 0; c < 3; ++c) {
    const float d = fmaxf(fmaxf(box.low[c] - centre[c], centre[c] - box.high[c]), 0.0f);
    distance2 += d * d;
  }
  return distance2 > sphere.w;
}

/// The pull on a body, and the potential that it is in: mass over distance, of all that pulls.
struct NbodyPull : NbodySum<float> {
  float potential = 0;
};

__device__ __forceinline__ void nbody_pull(NbodyPull& a, float4 p, float4 source,
                                           float softening2) {
  nbody_pull_and_potential(a, a.potential, p, source, softening2);
}
__device__ __forceinline__ void nbody_add_potential(NbodySum<float>&, float) {}
__device__ __forceinline__ void nbody_add_potential(NbodyPull& a, float more) {
  a.potential += more;
}

/// Adds to `a` what a cell does to a body at `p`, by monopole and quadrupole: 33 instructions where
/// a body takes 13. With d the way to the centre of mass, and r its length softened like every
/// other, the potential and its gradient are (Hernquist 1987)
///
///     M / r  +  3/2 d^T S d / r^5  -  1/2 trace S / r^3
///     M d / r^3  +  (15/2 d^T S d / r^7  -  3/2 trace S / r^5) d  -  3 S d / r^5
///
/// The dipole about the centre of mass is 0.
template <class Sum>
__device__ __forceinline__ void nbody_pull_cell(Sum& a, float4 p, float4 mass, float4 upper,
                                                float4 lower, float softening2) {
  const float dx = mass.x - p.x, dy = mass.y - p.y, dz = mass.z - p.z;
  const float r2 = dx * dx + (dy * dy + (dz * dz + softening2));
  const float inverse = fast_rsqrt(r2), inverse2 = inverse * inverse;
  const float inverse3 = inverse2 * inverse, inverse5 = inverse2 * inverse3;
  const float sx = upper.x * dx + upper.y * dy + upper.z * dz;
  const float sy = upper.y * dx + lower.x * dy + lower.y * dz;
  const float sz = upper.z * dx + lower.y * dy + lower.z * dz;
  const float along = sx * dx + sy * dy + sz * dz;
  const float second = 2.5f * inverse2 * along - upper.w;
  const float strength = mass.w * inverse3 + inverse5 * second;
  a.x += dx * strength - inverse5 * sx;
  a.y += dy * strength - inverse5 * sy;
  a.z += dz * strength - inverse5 * sz;
  nbody_add_potential(a, mass.w * inverse + 0.5f * inverse5 * along - upper.w / 3.0f * inverse3);
}

LIVEWARP_KERNELS_END
