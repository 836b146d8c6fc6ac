// The sum where it is used: the energy of all bodies, found by a kernel of its own or by the forces
// themselves.
//
//   apart   forces: every pair, 13 instructions      energy: every pair again, some 8
//   fused   forces and potential: every pair, 14 instructions
//
// `found` becomes the number of the step, and the kinetic and potential energy after it.
#pragma once

#include "kernels/nbody/cuda/nbody_energy_parts.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson energy-apart: Is the time step small enough? The energy tells, which should stay. Here the
// step of the shared tile is followed by a kernel of its own, which visits all pairs once more for
// their potential, and adds up bodies by shuffles and blocks by a counter, as the ladder of the sum
// ends. It can follow any step, but computes every distance and every root a second time: look at
// the time beside that of shared.
__global__ void nbody_energy(const float4* __restrict__ position,
                             const float4* __restrict__ velocity, int first, int last, int n,
                             float softening2, double step, const __grid_constant__ GridTotal total,
                             double* found) {
  float4* const tile = dynamic_shared<float4>();
  const int tile_size = blockDim.x;
  const int i = first + blockIdx.x * tile_size + threadIdx.x;
  const float4 p = position[min(i, n - 1)];
  float potential = 0;
  for (int start = 0; start < n; start += tile_size) {
    const int j = start + threadIdx.x;
    tile[threadIdx.x] = j < n ? position[j] : float4{};
    __syncthreads();
    float of_tile = 0;
    LIVEWARP_UNROLL(16)
    for (int k = 0; k < tile_size; ++k) {
      const float4 source = tile[k];
      of_tile += source.w * nbody_nearness(p, source, softening2);
    }
    potential += of_tile;
    __syncthreads();
  }
  NbodyEnergy energy;
  if (i < last) {
    const float4 v = velocity[i];
    energy = NbodyEnergy(p, v, potential, softening2);
  }
  nbody_find(energy, first, n, total, step, found);
}

// Lesson energy-fused: The forces have all that the energy needs: of each pair the mass over the
// distance is on the way to the pull. To add it up is one addition beside 13 instructions, and a
// register; the kinetic energy follows from the velocity that the thread has just written. Compare
// with shared what that costs, and with energy-apart what it saves: where arithmetic is the limit,
// fusing saves instructions, as it saves bytes in heat.
__global__ void nbody_forces_and_energy(const float4* __restrict__ position,
                                        float4* __restrict__ velocity,
                                        float4* __restrict__ acceleration, int first, int last,
                                        int n, float kick, float softening2, double step,
                                        const __grid_constant__ GridTotal total, double* found) {
  float4* const tile = dynamic_shared<float4>();
  const int tile_size = blockDim.x;
  const int i = first + blockIdx.x * tile_size + threadIdx.x;
  const float4 p = position[min(i, n - 1)];
  NbodySum<float> a;
  float potential = 0;
  for (int start = 0; start < n; start += tile_size) {
    const int j = start + threadIdx.x;
    tile[threadIdx.x] = j < n ? position[j] : float4{};
    __syncthreads();
    NbodySum<float> of_tile;
    float potential_of_tile = 0;
    LIVEWARP_UNROLL(16)
    for (int k = 0; k < tile_size; ++k) {
      const float4 source = tile[k];
      nbody_pull_and_potential(of_tile, potential_of_tile, p, source, softening2);
    }
    a += of_tile;
    potential += potential_of_tile;
    __syncthreads();
  }
  NbodyEnergy energy;
  if (i < last) {
    nbody_finish(i, a, kick, velocity, acceleration);
    energy = NbodyEnergy(p, velocity[i], potential, softening2);
  }
  nbody_find(energy, first, n, total, step, found);
}

LIVEWARP_KERNELS_END
