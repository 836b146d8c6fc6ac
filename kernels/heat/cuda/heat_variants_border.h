// The variants whose border has a kernel of its own, and whose steps end when no cell changes.
#pragma once

#include <string>

#include "kernels/heat/cuda/heat_border.cuh"
#include "kernels/heat/cuda/heat_until_still.cuh"
#include "kernels/heat/cuda/heat_variants_cell.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

/// Cells of the ring that is as wide as the star.
inline std::int64_t ring_cells(const Heat::Step& step) {
  const HeatEnds columns(step.nx, step.radius), rows(step.ny, step.radius);
  const std::int64_t inner_columns = step.nx - columns.first - columns.last;
  const std::int64_t inner_rows = step.ny - rows.first - rows.last;
  return std::int64_t(step.nx) * step.ny - inner_columns * inner_rows;
}

inline void border_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  constexpr unsigned ring_block = 128;
  const auto plate = plate_of<float>(step);
  const Dim3 block = launch.block(), grid = grid_over(step.nx, step.ny, block);
  const std::int64_t ring = ring_cells(step);
  const auto border = [&] {
    exec.launch(LIVEWARP_KERNEL(heat_border), {unsigned(ceil_div(ring, ring_block))}, {ring_block},
                0, input<float>(step), output<float>(step), step.marks, plate, ring);
  };
  const auto inner = [&] {
    if (is_plain(step))
      exec.launch(LIVEWARP_KERNEL(heat_inner).main(), grid, block, 0, input<float>(step),
                  output<float>(step), plate.centre, plate.weight[0], step.nx, step.ny);
    else
      exec.launch(LIVEWARP_KERNEL(heat_general_inner).main(), grid, block, 0, input<float>(step),
                  output<float>(step), step.marks, plate);
  };
  if (launch.text("border") == "beside") return launch_beside(exec, border, inner);
  border();
  inner();
}

inline Variant<Heat> border_apart() {
  auto variant = cuda_variant<Heat>("border-apart", "Border apart", border_step);
  variant.topic = "L6.10";
  variant.source = "Micikevicius: 3D Finite Difference Computation on GPUs using CUDA (2009)";
  variant.axes = {block_axis({"256x1", "128x2", "64x4", "32x8", "16x16"}, "64x4", plane_of_cells()),
                  choice_axis("border", "Border's kernel",
                              {{"before", "Before", {}}, {"beside", "At the same time", {}}},
                              "before",
                              "Whether the inner cells wait for the border's kernel, or both run "
                              "at the same time, on two streams.")};
  return variant;
}

/// Scratch of steps that may end early: a counter a step, and the array between two of them.
constexpr std::size_t counters_bytes = 1024;

inline void until_still_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block(), grid = grid_over(step.nx, step.ny, block);
  auto* const changed = static_cast<unsigned*>(step.scratch);
  auto* const between = reinterpret_cast<float*>(static_cast<char*>(step.scratch) + counters_bytes);
  const std::int64_t steps = launch.integer("steps");
  exec.fill_bytes(changed, 0, counters_bytes);
  const auto* from = input<float>(step);
  for (std::int64_t made = 0; made < steps; ++made) {
    auto* const to = (steps - made) % 2 ? output<float>(step) : between;  // the last is the result
    const unsigned* const before = made >= 2 ? changed + made - 1 : nullptr;
    exec.launch(LIVEWARP_KERNEL(heat_until_still), grid, block, 0, from, to, step.marks,
                plate_of<float>(step), before, changed + made, launch.text("vote") == "warp");
    from = to;
  }
}

inline Variant<Heat> until_still() {
  auto variant = cuda_variant<Heat>("until-still", "Until still", until_still_step);
  variant.topic = "L6.13";
  variant.source = "CUDA C++ Programming Guide, Synchronization Functions: __syncthreads_count";
  variant.axes = {block_axis({"256x1", "64x4", "32x8", "16x16"}, "64x4",
                             plane_of_cells().whole_warps("warps vote as a whole")),
                  choice_axis("vote", "Changes are told",
                              {{"block", "By block", {}}, {"warp", "By warp", {}}}, "block",
                              "Who adds up the cells that change, with one atomic each: blocks by "
                              "__syncthreads_count, or warps by a ballot."),
                  integer_axis("steps", "Time steps", "", {4, 16, 64}, 16,
                               "Time steps that a launch makes at most: as soon as one changes "
                               "nothing, those after it return at once.")};
  variant.time_steps = [](const Launch& launch) { return int(launch.integer("steps")); };
  variant.scratch_bytes = [](const Heat::Problem& problem, const Launch&) {
    return counters_bytes + std::size_t(problem.nx * problem.ny) * sizeof(float);
  };
  variant.cost = [](const Heat::Problem& problem, const Launch& launch) {
    // Every step reads and writes the plate, as long as there is something to do.
    const auto steps = int(launch.integer("steps"));
    CostModel cost = Heat::cost(problem, Precision::fp32, steps, Heat::star_values(problem));
    cost.compulsory_bytes *= steps;
    return cost;
  };
  return variant;
}

}  // namespace heat

LIVEWARP_KERNELS_END
