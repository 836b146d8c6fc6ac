// The variants whose step finds the residual too: apart, and fused with the step.
#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/core/exec/multiprocessors.h"
#include "kernels/heat/cuda/heat_residual.cuh"
#include "kernels/heat/cuda/heat_variants_cell.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

inline constexpr Dim3 sum_block{256};

/// Scratch of a sum: the counter of blocks, their sums of fp64, and behind them what a fused step
/// keeps.
struct SumScratch {
  unsigned* counter;
  double* partial;
  float* of_blocks;

  static constexpr std::size_t counter_bytes = 256;
  static std::int64_t most_blocks() { return 8 * std::int64_t(multiprocessors()); }
  static std::size_t bytes() { return counter_bytes + std::size_t(most_blocks()) * sizeof(double); }
  explicit SumScratch(void* scratch)
      : counter(static_cast<unsigned*>(scratch)),
        partial(reinterpret_cast<double*>(static_cast<char*>(scratch) + counter_bytes)),
        of_blocks(reinterpret_cast<float*>(static_cast<char*>(scratch) + bytes())) {}
};

/// Of a grid that adds up n numbers: some for each thread.
inline Dim3 sum_grid(std::int64_t n) {
  constexpr std::int64_t numbers_a_thread = 8;
  const std::int64_t blocks = ceil_div(n, sum_block.x * numbers_a_thread);
  return {unsigned(std::clamp<std::int64_t>(blocks, 1, SumScratch::most_blocks()))};
}

/// Where the sum goes; the counter is at 0 from then on.
inline GridTotal total_of(const Heat::Step& step, KernelExec& exec) {
  const SumScratch scratch(step.scratch);
  if (!step.scratch_kept) exec.fill_bytes(scratch.counter, 0, sizeof(unsigned));
  return {scratch.partial, scratch.counter, &step.to_find->squared_change};
}

/// What both variants begin with. They store fp32 alone.
inline Variant<Heat> finds_residual(const char* name, const char* title, StepFunction<Heat> run) {
  auto variant = cuda_variant<Heat>(name, title, std::move(run));
  variant.topic = "L3.9";
  variant.finds = "residual";
  variant.undivided = "its step adds up what changes in the whole plate";
  variant.axes = {block_axis({"256x1", "128x2", "64x4", "32x8", "16x16", "8x32", "32x16"}, "64x4",
                             plane_of_cells().whole_warps("lanes add up by shuffles"))};
  return variant;
}

inline void apart_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const GridTotal total = total_of(step, exec);
  launch_cells([]<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_naive<Stored>); },
               []<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_general<Stored>); },
               grid_over(step.nx, step.ny, launch.block()), 0, step, launch, exec);
  const std::int64_t cells = std::int64_t(step.nx) * step.ny;
  exec.launch(LIVEWARP_KERNEL(heat_change).main(), sum_grid(cells), sum_block, 0,
              input<float>(step), output<float>(step), cells, double(step.index + 1), total,
              &step.to_find->steps);
}

inline Variant<Heat> residual_apart() {
  auto variant = finds_residual("residual-apart", "Residual apart", apart_step);
  variant.source = "Harris: Optimizing Parallel Reduction in CUDA (2007), behind a time step";
  variant.scratch_bytes = [](const Heat::Problem&, const Launch&) { return SumScratch::bytes(); };
  variant.cost = work_of(
      [](const Heat::Problem& problem, const Launch&) { return Heat::star_values(problem) + 2; });
  return variant;
}

inline void fused_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const GridTotal total = total_of(step, exec);
  const SumScratch scratch(step.scratch);
  const Dim3 block = launch.block(), grid = grid_over(step.nx, step.ny, block);
  const auto plate = plate_of<float>(step);
  if (is_plain(step))
    exec.launch(LIVEWARP_KERNEL(heat_fused).main(), grid, block, 0, input<float>(step),
                output<float>(step), plate.centre, plate.weight[0], step.nx, step.ny,
                scratch.of_blocks);
  else
    exec.launch(LIVEWARP_KERNEL(heat_general_fused).main(), grid, block, 0, input<float>(step),
                output<float>(step), step.marks, plate, scratch.of_blocks);
  const auto blocks = std::int64_t(grid.count());
  exec.launch(LIVEWARP_KERNEL(heat_add_up), sum_grid(blocks), sum_block, 0, scratch.of_blocks,
              blocks, double(step.index + 1), total, &step.to_find->steps);
}

inline Variant<Heat> residual_fused() {
  auto variant = finds_residual("residual-fused", "Residual fused", fused_step);
  variant.source = "Thrust quick start guide, Reductions: transform_reduce; here by hand";
  variant.scratch_bytes = [](const Heat::Problem& problem, const Launch& launch) {
    const Dim3 grid = grid_over(int(problem.nx), int(problem.ny), launch.block());
    return SumScratch::bytes() + std::size_t(grid.count()) * sizeof(float);
  };
  return variant;
}

}  // namespace heat

LIVEWARP_KERNELS_END
