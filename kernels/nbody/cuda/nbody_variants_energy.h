// The variants whose step finds the energy too: apart, and fused with the forces.
#pragma once

#include <cstddef>

#include "kernels/nbody/cuda/nbody_energy.cuh"
#include "kernels/nbody/cuda/nbody_variants_shared.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// Scratch of a sum: the counter of blocks, and two sums of each block behind it.
inline constexpr std::size_t energy_counter_bytes = 256;

/// Where the sums go; the counter is at 0 from then on.
inline GridTotal energy_total(const Nbody::Step& step, KernelExec& exec) {
  char* const scratch = static_cast<char*>(step.scratch);
  if (!step.scratch_kept) exec.fill_bytes(scratch, 0, sizeof(unsigned));
  return {reinterpret_cast<double*>(scratch + energy_counter_bytes),
          reinterpret_cast<unsigned*>(scratch), &step.to_find->kinetic};
}

/// What both variants begin with. They store fp32 alone.
inline Variant<Nbody> finds_energy(const char* name, const char* title, StepFunction<Nbody> step) {
  auto variant = cuda_variant<Nbody>(name, title, std::move(step));
  variant.topic = "L1.9";
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256",
                             row_of_bodies().whole_warps("lanes add up by shuffles"))};
  variant.finds = "energy";
  variant.undivided = "its step adds up the energy of all bodies";
  variant.scratch_bytes = [](const Nbody::Problem& problem, const Launch& launch) {
    return energy_counter_bytes + 2 * sizeof(double) * blocks_for(problem.n, launch.block().x);
  };
  return variant;
}

inline void energy_apart_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  const GridTotal total = energy_total(step, exec);
  const Dim3 block = launch.block();
  const std::size_t tile_bytes = block.x * sizeof(float4);
  launch_drift(step, exec);
  launch_forces(LIVEWARP_KERNEL(nbody_shared<float, NbodyFast>), as_vec4<float>(step.out.position),
                step, block, tile_bytes, exec);
  const auto kernel = LIVEWARP_KERNEL(nbody_energy).main();
  for (const Range& range : exec.waves(kernel.ref, step.n, block, tile_bytes))
    exec.launch(kernel, {blocks_for(range.size(), block.x)}, block, tile_bytes,
                as_vec4<float>(step.out.position), as_vec4<float>(step.out.velocity), range.first,
                range.last, step.n, step.softening2, double(step.index + 1), total,
                &step.to_find->steps);
}

inline Variant<Nbody> energy_apart() {
  auto variant = finds_energy("energy-apart", "Energy apart", energy_apart_step);
  variant.source = "after Nyland, Harris, Prins: Fast N-Body Simulation with CUDA, GPU Gems 3, "
                   "ch. 31 (2007); the sum behind it after Harris (2007)";
  variant.cost = [](const Nbody::Problem& problem, const Launch& launch) {
    const double blocks = blocks_for(problem.n, launch.block().x);
    // Positions are read twice by every block; the energy reads what it is of once more.
    return Nbody::cost(problem, launch, double(problem.n) * (2 * blocks + 2));
  };
  return variant;
}

inline void energy_fused_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  const GridTotal total = energy_total(step, exec);
  const Dim3 block = launch.block();
  const std::size_t tile_bytes = block.x * sizeof(float4);
  launch_drift(step, exec);
  const auto kernel = LIVEWARP_KERNEL(nbody_forces_and_energy).main();
  for (const Range& range : exec.waves(kernel.ref, step.n, block, tile_bytes))
    exec.launch(kernel, {blocks_for(range.size(), block.x)}, block, tile_bytes,
                as_vec4<float>(step.out.position), as_vec4<float>(step.out.velocity),
                as_vec4<float>(step.out.acceleration), range.first, range.last, step.n,
                step.kick_after, step.softening2, double(step.index + 1), total,
                &step.to_find->steps);
}

inline Variant<Nbody> energy_fused() {
  auto variant = finds_energy("energy-fused", "Energy fused", energy_fused_step);
  variant.source = "after Nyland, Harris, Prins: Fast N-Body Simulation with CUDA, GPU Gems 3, "
                   "ch. 31 (2007); that the pull passes by the potential is old";
  variant.cost = work_by_block;
  return variant;
}

}  // namespace nbody

LIVEWARP_KERNELS_END
