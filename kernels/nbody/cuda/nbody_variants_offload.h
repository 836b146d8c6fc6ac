// The variant whose state the host integrates.
#pragma once

#include "kernels/nbody/cuda/nbody_shared.cuh"
#include "kernels/nbody/cuda/nbody_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// The state in the host's own memory.
struct NbodyHostState {
  float4 *position, *velocity, *acceleration;

  void kick(int i, float time) const {
    float4& v = velocity[i];
    const float4& a = acceleration[i];
    v = {v.x + time * a.x, v.y + time * a.y, v.z + time * a.z, 0.0f};
  }
  void drift(int i, float time) const {
    float4& p = position[i];
    const float4& v = velocity[i];
    p = {p.x + time * v.x, p.y + time * v.y, p.z + time * v.z, p.w};
  }
};

// Lesson offload: Hybrid: the GPU computes the forces, the CPU integrates. Every step sends
// positions and velocities over the bus and waits for accelerations to come back, and one side
// always waits for the other. The kernel is that of the shared tile: what you see beside it in the
// step is the price of a state that lives in two places. When does it vanish?
inline void offload_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  const auto bytes = std::size_t(step.n) * sizeof(float4);
  auto* const first = static_cast<float4*>(step.scratch);
  const NbodyHostState host{first, first + step.n, first + 2 * std::size_t(step.n)};
  if (!step.scratch_kept) {  // somebody else made the state
    exec.stage(Stage::download);
    exec.copy_to_host(host.position, step.in.position, bytes);
    exec.copy_to_host(host.velocity, step.in.velocity, bytes);
    exec.copy_to_host(host.acceleration, step.in.acceleration, bytes);
  }
  exec.stage(Stage::kernel);
  exec.on_host([host, step] {
    for (int i = 0; i < step.n; ++i) {
      host.kick(i, float(step.kick_before));
      host.drift(i, float(step.dt));
    }
  });
  exec.stage(Stage::upload);
  exec.copy_from_host(step.out.position, host.position, bytes);
  exec.stage(Stage::kernel);
  // The kernel's own kick is none here.
  exec.fill_bytes(step.out.velocity, 0, bytes);
  Nbody::Step forces = step;
  forces.kick_after = 0;
  launch_forces(LIVEWARP_KERNEL(nbody_shared<float, NbodyFast>), as_vec4<float>(step.out.position),
                forces, launch.block(), launch.block().x * sizeof(float4), exec);
  exec.stage(Stage::download);
  exec.copy_to_host(host.acceleration, step.out.acceleration, bytes);
  exec.stage(Stage::kernel);
  exec.on_host([host, step] {
    for (int i = 0; i < step.n; ++i) host.kick(i, float(step.kick_after));
  });
  exec.stage(Stage::upload);
  exec.copy_from_host(step.out.velocity, host.velocity, bytes);
}

inline Variant<Nbody> offload() {
  auto variant = cuda_variant<Nbody>("offload", "Hybrid", offload_step);
  variant.topic = "L1.9";
  variant.source = "the way many course projects begin";
  for (const MemoryMode mode : cuda_memory_modes())
    if (mode != MemoryMode::device)
      refuse_memory(variant, mode,
                    "the variant itself copies its state between host and GPU in every step");
  variant.axes = {block_axis({"64", "128", "256", "512"}, "256", row_of_bodies())};
  variant.scratch_on_host = true;
  variant.undivided = "the host integrates all bodies";
  variant.scratch_bytes = [](const Nbody::Problem& problem, const Launch&) {
    return std::size_t(problem.n) * 3 * sizeof(float4);
  };
  variant.cost = [](const Nbody::Problem& problem, const Launch& launch) {
    const auto n = double(problem.n);
    CostModel cost = Nbody::cost(problem, launch, n * blocks_for(problem.n, launch.block().x));
    cost.to_device_bytes = 2 * n * sizeof(float4);
    cost.to_host_bytes = n * sizeof(float4);
    cost.note = "the kernel's time has the integration on the CPU in it";
    return cost;
  };
  return variant;
}

}  // namespace nbody

LIVEWARP_KERNELS_END
