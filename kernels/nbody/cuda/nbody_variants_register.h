// The variant that keeps several bodies in a thread's registers.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>

#include "kernels/core/exec/multiprocessors.h"
#include "kernels/nbody/cuda/nbody_register.cuh"
#include "kernels/nbody/cuda/nbody_variants_common.h"
#include "kernels/nbody/nbody_split.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// Of a step's bodies, or of a problem's: `own` of n.
inline Split split_of(const Range& own, std::int64_t n, const Launch& launch) {
  const Pairs pairs{own.size(), n};
  const auto block = std::int64_t(launch.block().x), items = launch.integer("items");
  const std::int64_t parts = launch.integer("split");
  return parts == 0 ? best_split(pairs, block, items, multiprocessors())
                    : split_into(pairs, block, items, parts);
}

static_assert(nbody_register_tile == Split::tile);

/// Calls f with the bodies of a thread.
template <class Real, class F>
decltype(auto) with_items(std::int64_t items, F&& f) {
  if constexpr (std::is_same_v<Real, double>)
    return dispatch<1, 2, 4>(items, f);
  else
    return dispatch<1, 2, 4, 8>(items, f);
}

inline std::string register_refuses(const Nbody::Problem&, const Launch& launch, Executor) {
  const bool wide = precision_of(launch.values()) == Precision::fp64;
  return wide && launch.integer("items") == 8
             ? "8 bodies per thread come in fp32 alone: in fp64 they take twice the registers"
             : "";
}

template <class Real>
void launch_register(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  launch_drift<Real>(step, exec);
  const Dim3 block = launch.block();
  const std::int64_t items = launch.integer("items"), per_block = block.x * items;
  const Split split = split_of(step.own, step.n, launch);
  auto* const partial = as_vec4<Real>(step.scratch);
  const auto forces = [&](const auto& kernel, const Range& some) {
    exec.launch(kernel.main(), {blocks_for(some.size(), per_block), unsigned(split.parts)}, block,
                0, as_vec4<Real>(step.out.position), partial, some.first, some.last, step.n,
                split.sources, step.softening2);
    exec.launch(LIVEWARP_KERNEL(nbody_gather<Real>), streaming_grid(some.size()), {streaming_block},
                0, partial, as_vec4<Real>(step.out.velocity), as_vec4<Real>(step.out.acceleration),
                some.first, some.last, split.parts, step.kick_after);
  };
  for (const Range& slice : exec.slices(step.own, split.at_once))
    for (std::int64_t first = slice.first; first < slice.last; first += split.at_once)
      with_items<Real>(items, [&](auto count) {
        forces(LIVEWARP_KERNEL(nbody_register<Real, count()>),
               Range{first, std::min(first + split.at_once, slice.last)});
      });
}

inline void register_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  with_real(step.precision, [&]<class Real>(Real) { launch_register<Real>(step, launch, exec); });
}

inline Variant<Nbody> register_tile() {
  auto variant = cuda_variant<Nbody>("register", "Register tiling", register_step);
  variant.topic = "L1.7";
  variant.source = "Volkov: Better Performance at Lower Occupancy, GTC 2010";
  variant.axes = {
      block_axis({"32", "64", "128", "256", "512"}, "512",
                 row_of_bodies().at_most(512, "its launch bounds promise the compiler no more")),
      integer_axis("items", "Bodies per thread", "", {1, 2, 4, 8}, 4,
                   "Register tiling: bodies whose sums one thread keeps in its registers."),
      automatic(integer_axis(
          "split", "j split", "", {0, 1, 2, 4, 8, 16, 32, 64}, 0,
          "The loop over the sources j is split into that many parts, each for a block of its own. "
          "Automatic: so that all multiprocessors finish together.")),
      nbody_precision_axis()};
  variant.refuses = register_refuses;
  variant.scratch_bytes = [](const Nbody::Problem& problem, const Launch& launch) {
    const Split split = split_of(problem.own, problem.n, launch);
    return std::size_t(split.parts * split.at_once) * 4 * bytes_of(precision_of(launch.values()));
  };
  variant.cost = [](const Nbody::Problem& problem, const Launch& launch) {
    const auto n = double(problem.n);
    const std::int64_t per_block = launch.block().x * launch.integer("items");
    const Split split = split_of(problem.own, problem.n, launch);
    return Nbody::cost(problem, launch,
                       n * blocks_for(problem.n, per_block) + 2 * n * double(split.parts));
  };
  return variant;
}

}  // namespace nbody

LIVEWARP_KERNELS_END
