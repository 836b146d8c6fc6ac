// What the energy of bodies is made of: the potential on the way to a pull, and the sum over all.
#pragma once

#include "kernels/core/device/block_sum.cuh"
#include "kernels/nbody/cuda/nbody.cuh"

LIVEWARP_KERNELS_BEGIN

/// One over the softened distance between a source and a body at `p`.
__device__ __forceinline__ float nbody_nearness(const float4& p, const float4& source,
                                                float softening2) {
  const float dx = source.x - p.x, dy = source.y - p.y, dz = source.z - p.z;
  return fast_rsqrt(dx * dx + (dy * dy + (dz * dz + softening2)));
}

/// Adds to `a` what nbody_pull adds, and to `potential` the mass over the distance, which the pull
/// has in hand on the way: one addition more.
__device__ __forceinline__ void nbody_pull_and_potential(NbodySum<float>& a, float& potential,
                                                         const float4& p, const float4& source,
                                                         float softening2) {
  const float dx = source.x - p.x, dy = source.y - p.y, dz = source.z - p.z;
  const float inverse = fast_rsqrt(dx * dx + (dy * dy + (dz * dz + softening2)));
  const float of_mass = source.w * inverse;
  potential += of_mass;
  const float strength = of_mass * (inverse * inverse);
  a.x += dx * strength;
  a.y += dy * strength;
  a.z += dz * strength;
}

/// What body i has at its end of a step: its kinetic energy, and half of that of its pairs, for
/// each pair is met from both sides. In `potential` it has met itself too, at distance 0.
struct NbodyEnergy {
  double kinetic = 0, potential = 0;

  __device__ __forceinline__ NbodyEnergy() {}
  __device__ __forceinline__ NbodyEnergy(const float4& p, const float4& v, float potential_at,
                                         float softening2)
      : kinetic(0.5 * p.w * (double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z)),
        potential(-0.5 * p.w * (double(potential_at) - double(p.w) * fast_rsqrt(softening2))) {}
};

/// The sum of all that threads bring; the launches of a step have bodies first ... last each.
__device__ __forceinline__ void nbody_find(const NbodyEnergy& of_body, int first, int n,
                                           const GridTotal& total, double step, double* found) {
  const int threads = blockDim.x, block = first / threads + int(blockIdx.x);
  const double mine[2] = {of_body.kinetic, of_body.potential};
  if (grid_sum(mine, block, (n + threads - 1) / threads, total)) found[0] = step;
}

LIVEWARP_KERNELS_END
