// The variants that share sources among threads: by shared memory, by shuffles, by constant memory.
#pragma once

#include <algorithm>

#include "kernels/nbody/cuda/nbody_shared.cuh"
#include "kernels/nbody/cuda/nbody_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// Work where every block reads all sources.
inline CostModel work_by_block(const Nbody::Problem& problem, const Launch& launch) {
  return Nbody::cost(problem, launch, double(problem.n) * blocks_for(problem.n, launch.block().x));
}

inline void shared_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  with_real(step.precision, [&]<class Real>(Real) {
    launch_drift<Real>(step, exec);
    const Dim3 block = launch.block();
    with_arithmetic<Real>(launch, [&]<class Arithmetic>(Arithmetic) {
      launch_forces<Real>(LIVEWARP_KERNEL(nbody_shared<Real, Arithmetic>),
                          as_vec4<Real>(step.out.position), step, block,
                          block.x * sizeof(NbodyVec4<Real>), exec);
    });
  });
}

inline Variant<Nbody> shared() {
  auto variant = cuda_variant<Nbody>("shared", "Shared tile", shared_step);
  variant.topic = "L1.2";
  variant.source =
      "Nyland, Harris, Prins: Fast N-Body Simulation with CUDA, GPU Gems 3, ch. 31 (2007)";
  variant.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256", row_of_bodies()),
                  nbody_precision_axis(), arithmetic_axis()};
  variant.refuses = arithmetic_refuses;
  variant.cost = work_by_block;
  return variant;
}

/// Calls f with the two constants of an unrolled kernel.
template <class F>
decltype(auto) with_unrolled(const Launch& launch, F&& f) {
  return dispatch<1, 8, 32>(launch.integer("unroll"), [&](auto unroll) {
    return dispatch<1, 8>(launch.integer("blocks"), [&](auto blocks) { return f(unroll, blocks); });
  });
}

inline void unrolled_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  launch_drift(step, exec);
  with_unrolled(launch, [&](auto unroll, auto blocks) {
    launch_forces(LIVEWARP_KERNEL(nbody_unrolled<unroll, blocks>),
                  as_vec4<float>(step.out.position), step, launch.block(), 0, exec);
  });
}

inline Variant<Nbody> unrolled() {
  auto variant = cuda_variant<Nbody>("unrolled", "Loop unrolling", unrolled_step);
  variant.topic = "L1.3";
  variant.source =
      "CUDA C++ Programming Guide, Launch Bounds; Volkov: Unrolling parallel loops (2011)";
  variant.axes = {
      block_axis({"32", "64", "128", "256"}, "256",
                 row_of_bodies().at_most(256, "its launch bounds promise the compiler no more")),
      integer_axis(
          "unroll", "Unroll factor", "", {1, 8, 32}, 8,
          "Iterations of the loop over a tile that the compiler lays out one after the other."),
      integer_axis("blocks", "Min. blocks/SM", "", {1, 8}, 1,
                   "The second number of __launch_bounds__: blocks of 256 threads that must fit a "
                   "multiprocessor at the same time. 1 leaves 255 registers per thread, 8 leaves "
                   "32. A GPU that holds fewer threads takes as many as it can.")};
  variant.cost = work_by_block;
  return variant;
}

inline void shuffle_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  launch_drift(step, exec);
  launch_forces(LIVEWARP_KERNEL(nbody_shuffle), as_vec4<float>(step.out.position), step,
                launch.block(), 0, exec);
}

inline Variant<Nbody> shuffle() {
  auto variant = cuda_variant<Nbody>("shuffle", "Warp shuffle", shuffle_step);
  variant.topic = "L1.6";
  variant.source = "CUDA C++ Programming Guide, Warp Shuffle Functions";
  variant.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "256",
                             row_of_bodies().whole_warps("all 32 lanes pass on a source each"))};
  variant.cost = [](const Nbody::Problem& problem, const Launch& launch) {
    return Nbody::cost(problem, launch, double(problem.n) * blocks_for(problem.n, 32));
  };
  return variant;
}

inline void constant_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  launch_drift(step, exec);
  const Dim3 block = launch.block();
  const auto kernel = LIVEWARP_KERNEL(nbody_constant_tile);
  for (const Range& range : exec.waves(kernel.ref, step.own, block, 0))
    for (int start = 0; start < step.n; start += nbody_constant_sources) {
      const int count = std::min(nbody_constant_sources, step.n - start);
      exec.copy_to_constant(nbody_constant, as_vec4<float>(step.out.position) + start,
                            std::size_t(count));
      exec.launch(kernel, {blocks_for(range.size(), block.x)}, block, 0,
                  as_vec4<float>(step.out.position), as_vec4<float>(step.out.velocity),
                  as_vec4<float>(step.out.acceleration), range.first, range.last, count, start == 0,
                  start + count == step.n, step.kick_after, step.softening2);
    }
}

inline Variant<Nbody> constant() {
  auto variant = cuda_variant<Nbody>("constant", "Constant memory", constant_step);
  variant.topic = "L1.5";
  variant.source = "CUDA C++ Programming Guide, Constant Memory";
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256", row_of_bodies())};
  variant.cost = [](const Nbody::Problem& problem, const Launch& launch) {
    const auto n = double(problem.n);
    const double portions = blocks_for(problem.n, nbody_constant_sources);
    // Each portion is copied, and read by every thread; sums go out and come back between portions.
    return Nbody::cost(problem, launch, n * n + n + n * 3 * (portions - 1));
  };
  return variant;
}

}  // namespace nbody

LIVEWARP_KERNELS_END
