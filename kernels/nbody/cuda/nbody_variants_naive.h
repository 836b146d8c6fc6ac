// The variants that read every source from global memory.
#pragma once

#include "kernels/nbody/cuda/nbody_naive.cuh"
#include "kernels/nbody/cuda/nbody_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// What all these variants begin with.
inline Variant<Nbody> thread_a_body(const char* name, const char* title, StepFunction<Nbody> step) {
  auto variant = cuda_variant<Nbody>(name, title, std::move(step));
  variant.source =
      "Nyland, Harris, Prins: Fast N-Body Simulation with CUDA, GPU Gems 3, ch. 31 (2007)";
  variant.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256", row_of_bodies())};
  return variant;
}

inline void naive_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  with_real(step.precision, [&]<class Real>(Real) {
    launch_drift<Real>(step, exec);
    with_arithmetic<Real>(launch, [&]<class Arithmetic>(Arithmetic) {
      launch_forces<Real>(LIVEWARP_KERNEL(nbody_naive<Real, Arithmetic, NbodyAsVec4<Real>>),
                          NbodyAsVec4<Real>{as_vec4<Real>(step.out.position)}, step, launch.block(),
                          0, exec);
    });
  });
}

inline Variant<Nbody> naive() {
  auto variant = thread_a_body("naive", "Naive", naive_step);
  variant.topic = "L1.1";
  variant.axes.push_back(nbody_precision_axis());
  variant.axes.push_back(arithmetic_axis());
  variant.refuses = arithmetic_refuses;
  return variant;
}

inline void readonly_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  launch_drift(step, exec);
  launch_forces(LIVEWARP_KERNEL(nbody_naive<float, NbodyFast, NbodyReadOnly>),
                NbodyReadOnly{as_vec4<float>(step.out.position)}, step, launch.block(), 0, exec);
}

inline Variant<Nbody> readonly() {
  auto variant = thread_a_body("readonly", "Read-only cache", readonly_step);
  variant.topic = "L1.5";
  variant.source = "CUDA C++ Programming Guide, Read-Only Data Cache Load Function";
  return variant;
}

inline std::size_t four_floats_a_body(const Nbody::Problem& problem, const Launch&) {
  return std::size_t(problem.n) * 4 * sizeof(float);
}

inline void packed_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  launch_drift(step, exec);
  auto* const place = static_cast<float3*>(step.scratch);
  auto* const mass = reinterpret_cast<float*>(place + step.n);
  exec.launch(LIVEWARP_KERNEL(nbody_to_packed), streaming_grid(step.n), {streaming_block}, 0,
              as_vec4<float>(step.out.position), place, mass, step.n);
  launch_forces(LIVEWARP_KERNEL(nbody_naive<float, NbodyFast, NbodyPacked>),
                NbodyPacked{place, mass}, step, launch.block(), 0, exec);
}

/// What the text measured of the two layouts, in a kernel that is no N-body.
inline std::vector<TextFigure> in_chapter_2(double ms) {
  return {{{"Han & Sharma 2019, ch. 2", "V100"}, ms}};
}

inline Variant<Nbody> packed() {
  auto variant = thread_a_body("packed", "AoS, float3", packed_step);
  variant.topic = "L1.4";
  variant.history = in_chapter_2(0.104);
  variant.scratch_bytes = four_floats_a_body;
  return variant;
}

inline void arrays_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  launch_drift(step, exec);
  auto* const x = static_cast<float*>(step.scratch);
  float *const y = x + step.n, *const z = y + step.n, *const mass = z + step.n;
  exec.launch(LIVEWARP_KERNEL(nbody_to_arrays), streaming_grid(step.n), {streaming_block}, 0,
              as_vec4<float>(step.out.position), x, y, z, mass, step.n);
  launch_forces(LIVEWARP_KERNEL(nbody_naive<float, NbodyFast, NbodyArrays>),
                NbodyArrays{x, y, z, mass}, step, launch.block(), 0, exec);
}

inline Variant<Nbody> arrays() {
  auto variant = thread_a_body("arrays", "SoA", arrays_step);
  variant.topic = "L1.4";
  variant.history = in_chapter_2(0.047);
  variant.scratch_bytes = four_floats_a_body;
  return variant;
}

}  // namespace nbody

LIVEWARP_KERNELS_END
