// The variants that compute gravity by a tree.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "kernels/core/base/dispatch.h"
#include "kernels/core/exec/multiprocessors.h"
#include "kernels/nbody/cuda/nbody_tree_memory.h"
#include "kernels/nbody/cuda/nbody_tree_walk.cuh"
#include "kernels/nbody/cuda/nbody_variants_common.h"
#include "kernels/nbody/nbody_sort.h"
#include "kernels/nbody/nbody_tree_error.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// Sorts on the GPU; on the host where the emulator executes the kernels.
inline void sort_bodies(const TreeMemory& memory, std::int64_t n, KernelExec& exec) {
  static_assert(sizeof(uint64) == sizeof(std::uint64_t));
  const NbodySort task{reinterpret_cast<const std::uint64_t*>(memory.keys[0]),
                       reinterpret_cast<std::uint64_t*>(memory.keys[1]),
                       memory.order[0],
                       memory.order[1],
                       memory.sort,
                       n};
  if (auto* const gpu = dynamic_cast<GpuOnly*>(&exec))
    gpu->call_library("cub::DeviceRadixSort", [task](void* stream) { nbody_sort(task, stream); });
  else
    exec.on_host([task] { nbody_sort_on_host(task); });
}

inline void make_tree(const Nbody::Step& step, const NbodyTree& tree, const TreeMemory& memory,
                      const Launch& launch, bool quadrupole, KernelExec& exec) {
  const int n = step.n;
  const float4* const position = as_vec4<float>(step.out.position);
  const Dim3 block{unsigned(nbody_tree_block)}, bodies{blocks_for(n, nbody_tree_block)};
  const unsigned surveys = std::min(bodies.x, unsigned(nbody_survey_blocks));
  exec.launch(LIVEWARP_KERNEL(nbody_tree_survey), {surveys}, block, 0, position,
              as_vec4<float>(step.in.acceleration), memory.surveys, n);
  exec.launch(LIVEWARP_KERNEL(nbody_tree_keys), bodies, block, 0, position, memory.surveys, surveys,
              memory.keys[0], memory.order[0], memory.findings, curve_of(launch), n);
  sort_bodies(memory, n, exec);
  exec.launch(LIVEWARP_KERNEL(nbody_tree_gather), bodies, block, 0, position, memory.order[1],
              tree.sorted, n);
  if (n <= tree.leaf) return;
  exec.launch(LIVEWARP_KERNEL(nbody_tree_nodes), bodies, block, 0, tree, memory.keys[1],
              memory.findings);
  exec.launch(LIVEWARP_KERNEL(nbody_tree_moments), {blocks_for(n, 8 * nbody_tree_block)}, block, 0,
              tree, memory.findings, allowance_of(launch.values(), quadrupole));
}

/// Sources that a group may ask before it is taken apart: half as many again as groups of near
/// bodies do. Those grow with the area that looks as large as a cell, with leaves and with groups;
/// by error there are a third more.
inline int walk_budget(const Values& launch, std::int64_t group) {
  const double theta = nbody_theta(launch), leaf = double(get_integer(launch, "leaf"));
  const bool by_error = get_text(launch, "opening") == "error";
  const double sources = (by_error ? 1.3 : 1) * (1300 + 40 * leaf) / (theta * theta);
  return int(std::lround(group > 32 ? 1.5 * sources : sources));
}

/// Adds up what the walks have found of each body.
inline void find_energy(const Nbody::Step& step, const TreeMemory& memory,
                        const NbodyOutcome& outcome, KernelExec& exec) {
  GridTotal total = memory.total;
  total.sums = &step.to_find->kinetic;
  if (!step.scratch_kept) exec.fill_bytes(total.counter, 0, sizeof(unsigned));
  const unsigned blocks =
      std::min(blocks_for(step.n, nbody_tree_block), unsigned(nbody_survey_blocks));
  exec.launch(LIVEWARP_KERNEL(nbody_tree_energy), {blocks}, {unsigned(nbody_tree_block)}, 0,
              memory.tree.sorted, outcome, step.n, step.softening2, double(step.index + 1), total,
              &step.to_find->steps);
}

template <bool Quadrupole, class Sum = NbodySum<float>>
void tree_step(const Nbody::Step& step, const Launch& launch, KernelExec& exec) {
  launch_drift(step, exec);
  const TreeMemory memory(step.n, 0, step.scratch);
  const NbodyTree tree = memory.tree_of(step.n, launch);
  make_tree(step, tree, memory, launch, Quadrupole, exec);
  const NbodyOutcome outcome{memory.order[1], as_vec4<float>(step.out.velocity),
                             as_vec4<float>(step.out.acceleration), float(step.kick_after),
                             memory.potential};
  const Dim3 block{32u * nbody_walk_warps};
  const std::int64_t asked = launch.integer("group");
  const std::int64_t group = asked > 0 ? asked : step.n < 300'000 ? 16 : 32;
  const int budget = walk_budget(launch.values(), group);
  dispatch<16, 32, 64>(group, [&](auto together) {
    constexpr int items = together == 64 ? 2 : 1, lanes = together == 16 ? 2 : 1;
    constexpr std::int64_t per_block = nbody_walk_warps * together;
    for (const Range& range : exec.slices(step.n, per_block))
      exec.launch(LIVEWARP_KERNEL(nbody_tree_walk<Quadrupole, items, lanes, Sum>).main(),
                  {blocks_for(range.size(), per_block)}, block, 0, tree, outcome, memory.findings,
                  memory.wide, range.first, range.last, budget, step.softening2);
  });
  const unsigned wide_blocks =
      std::min(blocks_for(step.n, nbody_walk_warps), 4 * unsigned(multiprocessors()));
  exec.launch(LIVEWARP_KERNEL(nbody_tree_wide<Quadrupole, Sum>), {wide_blocks}, block, 0, tree,
              outcome, memory.findings, memory.wide, group, step.softening2);
  if constexpr (std::is_same_v<Sum, NbodyPull>) find_energy(step, memory, outcome, exec);
}

template <bool Quadrupole, class Sum = NbodySum<float>>
Variant<Nbody> tree_variant(const std::string& name, const std::string& title) {
  auto variant = cuda_variant<Nbody>(name, title, tree_step<Quadrupole, Sum>);
  variant.undivided = "its tree is made of all bodies";
  variant.topic = "L1.7";
  variant.missing = nbody_sort_missing;
  variant.axes = {opening_axis(Quadrupole ? "error" : "angle"),
                  theta_axis(Quadrupole ? "0.8" : "0.5"), leaf_axis(), curve_axis(),
                  automatic(integer_axis("group", "Bodies per warp", "", {0, 16, 32, 64}, 0,
                                         "A warp walks for so many bodies: more of them share "
                                         "what it reads, and open more cells. Of 16 each has two "
                                         "lanes, which share the sources."))};
  set_tree_tolerance(variant, Quadrupole ? NbodyOrder::quadrupole : NbodyOrder::monopole);
  variant.scratch_bytes = [](const Nbody::Problem& problem, const Launch&) {
    return TreeMemory(problem.n, nbody_sort_scratch_bytes(problem.n), nullptr).bytes;
  };
  variant.cost = nbody_tree_cost;
  return variant;
}

inline std::vector<Variant<Nbody>> tree_variants() {
  auto monopole = tree_variant<false>("tree-monopole", "Tree, monopoles");
  monopole.source =
      "Barnes & Hut, Nature 324 (1986); Barnes: A modified tree code, J. Comput. Phys. 87 (1990); "
      "Karras, HPG 2012";
  auto quadrupole = tree_variant<true>("tree-quadrupole", "Tree, quadrupoles");
  quadrupole.source = "Hernquist, ApJ Suppl. 64 (1987); Karras, HPG 2012";
  auto energy = tree_variant<true, NbodyPull>("tree-energy", "Tree, with energy");
  energy.source = quadrupole.source;
  energy.finds = "energy";
  return {monopole, quadrupole, energy};
}

}  // namespace nbody

LIVEWARP_KERNELS_END
