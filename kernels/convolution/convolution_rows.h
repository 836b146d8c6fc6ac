// The CUDA rows of a convolution with their launch code, written once for every reader.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "kernels/convolution/convolution.cuh"
#include "kernels/convolution/convolution.h"
#include "kernels/core/pixel_rows.h"
#include "kernels/core/verification.h"

LIVEWARP_KERNELS_BEGIN

namespace convolution {

static_assert(convolution_most_radius == Convolution::most_radius);

inline ConvolutionTask task_of(const Convolution::Problem& problem) {
  return {int(problem.width), int(problem.height), problem.radius};
}

/// Fills the constant weights; what they hold depends on nothing.
inline void upload_weights(Exec& exec) {
  static const std::array<float, convolution_all_weights> table = [] {
    std::array<float, convolution_all_weights> all{};
    auto to = all.begin();
    for (int radius = 1; radius <= convolution_most_radius; ++radius)
      for (const double weight : gaussian_weights(radius)) *to++ = float(weight);
    return all;
  }();
  exec.upload(convolution_weights, table.data(), table.size());
}

/// A row of `products(problem, block)` a channel of a pixel, which asks for `requested(problem, block)`
/// bytes a pixel.
template <class Products, class Requested>
Variant<Convolution> row(std::string name, std::string title, const Products& products,
                         const Requested& requested) {
  Variant<Convolution> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.topic = "L2.9";
  row.file = "kernels/convolution/convolution.cuh";
  row.source = "Kirk, Hwu: Programming Massively Parallel Processors, Convolution";
  row.backend = Backend::cuda;
  row.memory_modes = cuda_memory_modes();
  row.tolerance = tolerance_cap("convolution", Backend::cuda, "fp32");
  row.axes = {block_axis({"32x4", "32x8", "32x16", "32x32", "16x16", "8x8"}, "32x8")};
  row.work = [products, requested](const Convolution::Problem& problem, const Launch& launch) {
    const Dim3 block = launch.block();
    return Convolution::work(problem, products(problem, block), requested(problem, block));
  };
  return row;
}

/// Each line of the window is summed, then the lines.
inline double window_products(const Convolution::Problem& problem, Dim3) {
  return double(problem.taps()) * (problem.taps() + 1);
}
/// Texels of a block's tile, for each of its pixels.
inline double tile_share(const Convolution::Problem& problem, Dim3 block) {
  const double halo = 2.0 * problem.radius;
  return (block.x + halo) * (block.y + halo) / double(block.count());
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
                 const Launch& launch, Exec& exec, const More&... more) {
  const Convolution::Problem& problem = *step.problem;
  exec.launch(kernel, grid_over(problem.width, problem.height, launch.block()), launch.block(),
              shared, pixels_of<Pixel>(step.source), pixels_of<Pixel>(step.result), more...,
              task_of(problem));
}

inline Variant<Convolution> global_row() {
  Variant<Convolution> global =
      row("global", "Global memory", window_products,
          [](const Convolution::Problem& problem, Dim3 block) {
            return window_bytes(problem) + sizeof(float) * window_products(problem, block);
          });
  global.lesson =
      "Texels and weights are both read from global memory, two loads for every four products. "
      "The caches hold both, so the memory is not the limit. Is it the loads, or what it takes to "
      "make numbers of bytes? Compare with constant weights, which spare half of the loads. Make "
      "the radius larger and see the time grow with its square.";
  global.kernels = [](const Launch&) {
    return std::vector<KernelRef>{LIVEWARP_KERNEL(convolution_global<uchar4>).ref,
                                  LIVEWARP_KERNEL(convolution_copy_weights).ref};
  };
  global.scratch_bytes = [](const Convolution::Problem& problem, const Launch&) {
    return std::size_t(problem.taps()) * sizeof(float);
  };
  global.step = [](const Convolution::Step& step, const Launch& launch, Exec& exec) {
    auto* const weights = static_cast<float*>(step.scratch);
    if (!step.scratch_kept) {
      upload_weights(exec);
      exec.launch(LIVEWARP_KERNEL(convolution_copy_weights), {1}, {64}, 0, weights,
                  task_of(*step.problem));
    }
    with_pixel(step.problem->channels, [&]<class Pixel>(Pixel pixel) {
      launch_over(LIVEWARP_KERNEL(convolution_global<Pixel>), pixel, 0, step, launch, exec,
                  weights);
    });
  };
  return global;
}

inline Variant<Convolution> constant_row() {
  Variant<Convolution> constant =
      row("constant", "Constant weights", window_products,
          [](const Convolution::Problem& problem, Dim3) { return window_bytes(problem); });
  constant.lesson =
      "The weights lie in constant memory: all lanes of a warp want the same one, and one access "
      "of its small cache serves them all. What remains are the texels, one load and four "
      "conversions to fp32 for every four products.";
  constant.kernels = [](const Launch&) {
    return std::vector<KernelRef>{LIVEWARP_KERNEL(convolution_constant<uchar4>).ref};
  };
  constant.step = [](const Convolution::Step& step, const Launch& launch, Exec& exec) {
    upload_weights(exec);
    with_pixel(step.problem->channels, [&]<class Pixel>(Pixel pixel) {
      launch_over(LIVEWARP_KERNEL(convolution_constant<Pixel>), pixel, 0, step, launch, exec);
    });
  };
  return constant;
}

inline Variant<Convolution> shared_row() {
  Variant<Convolution> shared = row("shared", "Shared tile", window_products, tile_bytes);
  shared.lesson =
      "A block loads its texels and a halo of the radius around them once, and reads windows from "
      "shared memory. Edges are settled while loading, so the inner loop asks for no border. With "
      "caches as good as today's that gains less than it once did: the products are still "
      "(2 r + 1) squared.";
  shared.kernels = [](const Launch&) {
    return std::vector<KernelRef>{LIVEWARP_KERNEL(convolution_shared<uchar4>).ref};
  };
  shared.step = [](const Convolution::Step& step, const Launch& launch, Exec& exec) {
    upload_weights(exec);
    const double texels =
        tile_share(*step.problem, launch.block()) * double(launch.block().count());
    with_pixel(step.problem->channels, [&]<class Pixel>(Pixel pixel) {
      launch_over(LIVEWARP_KERNEL(convolution_shared<Pixel>), pixel,
                  std::size_t(texels) * sizeof(Pixel), step, launch, exec);
    });
  };
  return shared;
}

/// Of a block: its tile, and a line of sums for each of the tile's rows.
template <class Pixel>
std::size_t separable_bytes(const Convolution::Problem& problem, Dim3 block) {
  const std::size_t halo = 2 * std::size_t(problem.radius), high = block.y + halo;
  return high * (block.x * sizeof(PixelSum<Pixel>) + (block.x + halo) * sizeof(Pixel));
}

inline Variant<Convolution> separable_row() {
  const auto products = [](const Convolution::Problem& problem, Dim3 block) {
    return problem.taps() * (1 + (block.y + 2.0 * problem.radius) / block.y);
  };
  Variant<Convolution> separable = row("separable", "Separable", products, tile_bytes);
  separable.source = "Podlozhnyuk: Image Convolution with CUDA (2007)";
  separable.lesson =
      "A Gaussian may be applied along rows and then down columns: 2 (2 r + 1) products in place "
      "of (2 r + 1) squared. Both passes are in one kernel, and the sums between them stay in "
      "shared memory. The rows of the halo are summed by two blocks each: a taller block does "
      "less twice, and needs more shared memory.";
  separable.axes = {block_axis({"32x4", "32x8", "32x16", "32x32", "16x16"}, "32x32")};
  separable.kernels = [](const Launch&) {
    return std::vector<KernelRef>{LIVEWARP_KERNEL(convolution_separable<uchar4>).ref};
  };
  separable.step = [](const Convolution::Step& step, const Launch& launch, Exec& exec) {
    upload_weights(exec);
    with_pixel(step.problem->channels, [&]<class Pixel>(Pixel pixel) {
      launch_over(LIVEWARP_KERNEL(convolution_separable<Pixel>), pixel,
                  separable_bytes<Pixel>(*step.problem, launch.block()), step, launch, exec);
    });
  };
  return separable;
}

inline void publish(const Convolution::Step& step, const Convolution::Problem& problem,
                    const Launch&, const Picture& picture, Exec& exec) {
  const ConvolutionSplit split = convolution_split(step, problem, *picture.view);
  publish_split({split.left, split.right, problem.channels, split.column}, picture, exec);
}

inline Rows<Convolution> rows() {
  return {{global_row(), constant_row(), shared_row(), separable_row()}, publish, {}, {}};
}

}  // namespace convolution

LIVEWARP_KERNELS_END
