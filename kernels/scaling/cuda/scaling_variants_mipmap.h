// The variant that scales by mipmaps.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/scaling/cuda/scaling_mipmap.cuh"
#include "kernels/scaling/cuda/scaling_variants_common.h"
#include "kernels/scaling/scaling_reference.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

/// The levels that a scale needs, and where they lie one after the other in scratch memory; the
/// source is level 0.
struct MipPlan {
  struct Level {
    std::int64_t width, height;
    std::size_t at;  ///< in bytes
  };
  std::vector<Level> levels;
  MipShare share;
  std::size_t bytes = 0;

  explicit MipPlan(const Scaling::Problem& problem) {
    const int count = mip_levels(problem.width, problem.height);
    share = mip_share(problem.scale, count);
    levels.push_back({problem.width, problem.height, 0});
    while (int(levels.size()) < count && int(levels.size()) <= share.level + 1) {
      const Level& last = levels.back();
      const Level next{(last.width + 1) / 2, (last.height + 1) / 2, bytes};
      bytes += std::size_t(next.width * next.height * problem.channels);
      levels.push_back(next);
    }
  }
};

/// The whole task in the texels of a level, whose first texel's square begins where the source's
/// does.
inline ScalingTask task_in(const Scaling::Problem& problem, const MipPlan::Level& level, int i) {
  constexpr int64 edge = int64(1) << (fixed_bits - 1);
  ScalingTask task = task_of(problem);
  const auto within = [i](int64 position) { return ((position + edge) >> i) - edge; };
  task.width = int(level.width);
  task.height = int(level.height);
  task.u0 = within(task.u0);
  task.v0 = within(task.v0);
  for (int64* const step : {&task.u_by_x, &task.u_by_y, &task.v_by_x, &task.v_by_y}) *step >>= i;
  return task;
}

inline void mipmap_step(const Scaling::Step& step, const Launch& launch, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const MipPlan plan(problem);
  const Dim3 block = launch.block();
  with_pixel(problem, [&]<class Pixel>(Pixel) {
    const auto texels = [&](std::size_t i) {
      auto* const scratch = static_cast<std::byte*>(step.scratch);
      return i == 0 ? source_of<Pixel>(step)
                    : reinterpret_cast<const Pixel*>(scratch + plan.levels[i].at);
    };
    for (std::size_t i = 1; i < plan.levels.size() && !step.scratch_kept; ++i) {
      const MipPlan::Level &larger = plan.levels[i - 1], &own = plan.levels[i];
      exec.launch(LIVEWARP_KERNEL(scaling_level<Pixel>),
                  livewarp::grid_over(own.width, own.height, block), block, 0, texels(i - 1),
                  const_cast<Pixel*>(texels(i)), larger.width, larger.height);
    }
    const auto fine = std::size_t(plan.share.level);
    const std::size_t coarse = std::min(fine + 1, plan.levels.size() - 1);
    exec.launch(LIVEWARP_KERNEL(scaling_trilinear<Pixel>), grid_over(problem, block, 1), block, 0,
                texels(fine), texels(coarse), result_of<Pixel>(step), plan.share.share,
                task_in(problem, plan.levels[fine], int(fine)),
                task_in(problem, plan.levels[coarse], int(coarse)));
  });
}

inline Variant<Scaling> mipmaps() {
  auto variant = cuda_variant<Scaling>("mipmaps", "Mipmaps", mipmap_step);
  variant.topic = "L2.6";
  variant.source = "Williams: Pyramidal Parametrics, SIGGRAPH 1983";
  variant.axes = {block_shapes()};
  variant.refuses = [](const Scaling::Problem& problem, const Launch&, Executor) {
    return offers(problem, {ScalingFilter::trilinear}, "serves the filter trilinear alone");
  };
  refuse_too_tall(variant, rows_of_block);
  variant.scratch_bytes = [](const Scaling::Problem& problem, const Launch&) {
    return problem.filter == ScalingFilter::trilinear ? MipPlan(problem).bytes : 0;
  };
  variant.cost = work_of([](const Scaling::Problem& problem, const Launch&) {
    return problem.channels * (MipPlan(problem).share.share > 0 ? 9.0 : 5.0);
  });
  return variant;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
