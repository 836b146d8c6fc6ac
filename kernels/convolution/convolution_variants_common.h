// What the launch code of all CUDA variants of a convolution shares.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "kernels/convolution/convolution.h"
#include "kernels/convolution/convolution_task.cuh"
#include "kernels/core/exec/multiprocessors.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/pictures/pixel_variants.h"

LIVEWARP_KERNELS_BEGIN

namespace convolution {

static_assert(convolution_most_radius == Convolution::most_radius);

inline ConvolutionTask task_of(const Convolution::Problem& problem) {
  return {int(problem.width), int(problem.height), problem.radius};
}

/// Each line of the window is summed, then the lines.
inline double window_products(const Convolution::Problem& problem, Dim3) {
  return double(problem.taps()) * (problem.taps() + 1);
}
/// Texels of a block's tile.
inline std::size_t tile_texels(const Convolution::Problem& problem, Dim3 block) {
  const std::size_t halo = 2 * std::size_t(problem.radius);
  return (block.x + halo) * (block.y + halo);
}
/// The same for each of its pixels.
inline double tile_share(const Convolution::Problem& problem, Dim3 block) {
  return double(tile_texels(problem, block)) / double(block.count());
}
inline double tile_bytes(const Convolution::Problem& problem, Dim3 block) {
  return problem.channels * (tile_share(problem, block) + 1);
}
inline double window_bytes(const Convolution::Problem& problem) {
  return problem.channels * (double(problem.taps()) * problem.taps() + 1);
}

/// Launches a kernel over the result, a thread a pixel.
template <class KernelType, class Pixel, class... More>
void launch_over(const KernelType& kernel, Pixel, std::size_t shared, const Convolution::Step& step,
                 const Launch& launch, KernelExec& exec, const More&... more) {
  const Convolution::Problem& problem = *step.problem;
  exec.launch(kernel, grid_over(problem.width, problem.height, launch.block()), launch.block(),
              shared, pixels_of<Pixel>(step.source), pixels_of<Pixel>(step.result), more...,
              task_of(problem));
}

/// Of a launch of `products(problem, block)` a channel of a pixel, which asks for
/// `requested(problem, block)` bytes a pixel.
template <class Products, class Requested>
auto work_of(const Products& products, const Requested& requested) {
  return [products, requested](const Convolution::Problem& problem, const Launch& launch) {
    const Dim3 block = launch.block();
    return Convolution::cost(problem, products(problem, block), requested(problem, block));
  };
}

/// How threads go down their columns.
struct Ways {
  unsigned threads;       ///< of a block
  int before;             ///< rows that each of them takes before its first pixel
  double most_warps = 4;  ///< that a scheduler holds
  int granule = 1;        ///< rows are a multiple of it
};

/// Rows a thread such that all is done soonest, in units of one row of a warp: few long ways do the
/// least work before their first pixels; but a scheduler needs about 3 warps to be busy, and no
/// multiprocessor should have one more block than most.
inline int best_way(std::int64_t height, std::int64_t blocks_across, const Ways& ways) {
  constexpr double least_warps = 3;
  double least = 0;
  int best = 1;
  for (int rows = std::max(4, ways.granule); rows <= 256; rows += ways.granule) {
    const std::int64_t blocks = blocks_across * ceil_div(height, rows);
    const double warps = double(ceil_div(blocks, multiprocessors())) * ways.threads / 32 / 4;
    const double time = (rows + ways.before) * std::max(warps, least_warps) *
                        (warps > ways.most_warps ? 1 + 0.5 * ways.most_warps / warps : 1);
    if (least == 0 || time < least) {
      least = time;
      best = rows;
    }
  }
  return best;
}

inline BlockRule plane_of_texels() { return BlockRule::plane("a picture has no depth"); }

/// What all these variants begin with.
inline Variant<Convolution> blurring(const char* name, const char* title,
                                     StepFunction<Convolution> step) {
  auto variant = cuda_variant<Convolution>(name, title, std::move(step));
  variant.source = "Kirk, Hwu: Programming Massively Parallel Processors, Convolution";
  variant.axes = {
      block_axis({"32x4", "32x8", "32x16", "32x32", "16x16", "8x8"}, "32x8", plane_of_texels())};
  return variant;
}

}  // namespace convolution

LIVEWARP_KERNELS_END
