// The variant that makes many time steps one after the other, in three ways.
#pragma once

#include <algorithm>
#include <string>

#include "kernels/heat/cuda/heat_persistent.cuh"
#include "kernels/heat/cuda/heat_variants_cell.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

/// Each step a launch of the general kernel: the two arrays between are `out` and the scratch, and
/// the last step ends in `out`.
inline void relaunch(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block(), grid = grid_over(step.nx, step.ny, block);
  with_stored(step.precision, [&]<class Stored>(Stored) {
    const Stored* from = input<Stored>(step);
    for (std::int64_t left = launch.integer("steps"); left > 0; --left) {
      auto* const to = static_cast<Stored*>(left % 2 ? step.out : step.scratch);
      exec.launch(LIVEWARP_KERNEL(heat_general<Stored>), grid, block, 0, from, to, step.marks,
                  plate_of<Computed<Stored>>(step));
      from = to;
    }
  });
}

/// Bytes of the array between two steps, and of the counter behind it.
inline std::size_t between_bytes(std::int64_t nx, std::int64_t ny, Precision precision) {
  const std::size_t bytes = std::size_t(nx) * std::size_t(ny) * bytes_of(precision);
  return std::size_t(ceil_div(std::int64_t(bytes), 256)) * 256;
}

inline void persist(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  const std::int64_t tiles = std::int64_t(grid_over(step.nx, step.ny, block).count());
  auto* const counter = reinterpret_cast<unsigned*>(
      static_cast<char*>(step.scratch) + between_bytes(step.nx, step.ny, step.precision));
  with_stored(step.precision, [&]<class Stored>(Stored) {
    const auto kernel = LIVEWARP_KERNEL(heat_persistent<Stored>);
    const std::int64_t blocks = std::min(exec.resident_blocks(kernel.ref, block, 0), tiles);
    exec.fill_bytes(counter, 0, sizeof *counter);
    exec.gpu().launch_cooperative(kernel, {unsigned(blocks)}, block, 0, input<Stored>(step),
                                  output<Stored>(step), static_cast<Stored*>(step.scratch),
                                  step.marks, plate_of<Computed<Stored>>(step),
                                  int(launch.integer("steps")), counter);
  });
}

inline void iterate_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const std::string& mode = launch.text("mode");
  if (mode == "persistent") return persist(step, launch, exec);
  if (mode == "graph") exec.begin_graph();
  relaunch(step, launch, exec);
  if (mode == "graph") exec.end_graph();
}

inline Variant<Heat> iterate() {
  auto variant = cuda_variant<Heat>("iterate", "Relaunch, graph \u2026", iterate_step);
  variant.topic = "L3.7";
  variant.source =
      "Han, Sharma: Learn CUDA Programming, ch. 4; CUDA C++ Programming Guide, CUDA Graphs";
  variant.axes = {
      block_shapes(),
      choice_axis(
          "mode", "Iteration mode",
          {{"relaunch", "Relaunch", {}}, {"graph", "Graph", {}}, {"persistent", "Persistent", {}}},
          "relaunch",
          "Relaunch: each step is a launch of its own. Graph: all launches are given to the device "
          "as one CUDA graph. Persistent: one kernel stays, and its blocks meet at a grid-wide "
          "barrier."),
      integer_axis("steps", "Time steps", "", {1, 4, 16, 64}, 16,
                   "Time steps that are computed before the picture may change."),
      all_precisions()};
  const TextSource chapter_4{"Han & Sharma 2019, ch. 4", "P40"};
  variant.history = {{chapter_4, 0.094, {{"mode", std::string("relaunch")}}},
                     {chapter_4, 0.012, {{"mode", std::string("persistent")}}}};
  variant.time_steps = [](const Launch& launch) { return int(launch.integer("steps")); };
  variant.refuses = [](const Heat::Problem&, const Launch& launch,
                       Executor executor) -> std::string {
    if (executor == Executor::cuda || launch.text("mode") != "persistent") return {};
    return "persistent blocks wait for one another, which only a GPU can do";
  };
  variant.scratch_bytes = [](const Heat::Problem& problem, const Launch& launch) {
    return between_bytes(problem.nx, problem.ny, precision_of(launch.values())) + 256;
  };
  variant.cost = [](const Heat::Problem& problem, const Launch& launch) {
    // Every step reads and writes the plate: a launch is as many passes.
    const auto steps = int(launch.integer("steps"));
    CostModel cost =
        Heat::cost(problem, precision_of(launch.values()), steps, Heat::star_values(problem));
    cost.compulsory_bytes *= steps;
    return cost;
  };
  return variant;
}

}  // namespace heat

LIVEWARP_KERNELS_END
