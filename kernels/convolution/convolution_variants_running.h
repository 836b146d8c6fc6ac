// The variant whose work does not grow with the radius.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/convolution/convolution_cosines.h"
#include "kernels/convolution/convolution_running.cuh"
#include "kernels/convolution/convolution_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace convolution {

inline RunningCosines running_cosines(int radius) {
  const ConvolutionCosines exact = convolution_cosines(radius);
  RunningCosines cosines{};
  cosines.box = float(exact.box);
  for (int j = 0; j < ConvolutionCosines::terms; ++j) {
    cosines.weight[j] = float(exact.weight[j]);
    cosines.twice[j] = exact.twice[j];
    cosines.edge[j] = float(exact.edge[j]);
    cosines.beyond[j] = float(exact.beyond[j]);
  }
  return cosines;
}

/// Rows that a thread makes of a picture of that size; tiles are not cut.
inline int running_way(std::int64_t width, std::int64_t height, int radius, const Launch& launch) {
  const std::int64_t asked = launch.integer("rows");
  if (asked != 0) return int(asked);
  const std::int64_t across = ceil_div(ceil_div(width, 32), launch.block().y);
  return best_way(height, across,
                  {.threads = unsigned(launch.block().count()),
                   .before = 2 * radius + 1,
                   .most_warps = 6,
                   .granule = running_rows});
}

template <class To>
std::size_t running_shared(Dim3 block) {
  return block.y * 32 * (running_rows + 1) * sizeof(To);
}

/// Blurs a picture down its columns, into one whose rows they are.
template <class From, class To>
void run_down(const From* from, To* to, const ConvolutionTask& task, const Launch& launch,
              KernelExec& exec) {
  const Dim3 block = launch.block();
  const int rows = running_way(task.width, task.height, task.radius, launch);
  const Dim3 grid{unsigned(ceil_div(ceil_div(task.width, 32), block.y)),
                  unsigned(ceil_div(task.height, rows))};
  exec.launch(LIVEWARP_KERNEL(convolution_running<From, To>), grid, block,
              running_shared<To>(block), from, to, rows, running_cosines(task.radius), task);
}

inline void running_step(const Convolution::Step& step, const Launch& launch, KernelExec& exec) {
  const ConvolutionTask task = task_of(*step.problem);
  const ConvolutionTask turned{task.height, task.width, task.radius};
  const auto blur = [&]<class Pixel, class Between>(Pixel, Between) {
    auto* const between = static_cast<Between*>(step.scratch);
    run_down(pixels_of<Pixel>(step.source), between, task, launch, exec);
    run_down<Between>(between, pixels_of<Pixel>(step.result), turned, launch, exec);
  };
  if (step.problem->channels == 1)
    blur((unsigned char)0, (unsigned short)0);
  else
    blur(RgbaWord{}, uint2{});
}

inline Variant<Convolution> running() {
  auto variant = blurring("running", "Running sums", running_step);
  variant.topic = "L2.14";
  variant.source = "Sugimoto, Kamata: Fast Gaussian Filter with Second-Order Shift Property of "
                   "DCT-5, ICIP 2013; the frequencies are ours";
  variant.tolerance = {
      0.6, 0.6, "two cosines for the Gaussian, and fp16 between the passes: a tenth of a level"};
  variant.axes = {block_axis({"32x1", "32x2", "32x4", "32x8"}, "32x4",
                             plane_of_texels().one_warp_wide("a warp turns its own tile")),
                  automatic(integer_axis(
                      "rows", "Rows per thread", "rows", {0, 32, 64, 96, 128, 192, 256, 512}, 0,
                      "Pixels that a thread makes on its way. Automatic: enough warps to "
                      "fill the GPU, and ways as long as that allows."))};
  variant.scratch_bytes = [](const Convolution::Problem& problem, const Launch&) {
    return problem.bytes() * sizeof(Half16);
  };
  variant.shared_bytes = [](const Convolution::Problem& problem, const Launch& launch) {
    return problem.channels == 1 ? running_shared<unsigned short>(launch.block())
                                 : running_shared<uint2>(launch.block());
  };
  // A sum of a box and two of cosines, 2 and 5 operations each, and 3 for the result; a product
  // counts as two.
  variant.cost = [](const Convolution::Problem& problem, const Launch& launch) {
    constexpr double products = 15.0 / 2;
    const auto share = [&](std::int64_t width, std::int64_t height) {
      const int rows = running_way(width, height, problem.radius, launch);
      return 1 + (2.0 * problem.radius + 1) / rows;
    };
    const double down = share(problem.width, problem.height);
    const double along = share(problem.height, problem.width);
    return Convolution::cost(problem, products * (down + along),
                             problem.channels * (1 + down + 2 + 2 * (1 + along) + 1));
  };
  return variant;
}

}  // namespace convolution

LIVEWARP_KERNELS_END
