// The CUDA variants of a convolution with their launch code, written once for every compiler.
#pragma once

#include <array>
#include <vector>

#include "kernels/convolution/convolution.cuh"
#include "kernels/convolution/convolution_variants_common.h"
#include "kernels/convolution/convolution_variants_npp.h"
#include "kernels/convolution/fft/convolution_variants_fft.h"

LIVEWARP_KERNELS_BEGIN

namespace convolution {

/// Fills the constant weights; what they hold depends on nothing.
inline void upload_weights(KernelExec& exec) {
  static const std::array<float, convolution_all_weights> table = [] {
    std::array<float, convolution_all_weights> all{};
    auto to = all.begin();
    for (int radius = 1; radius <= convolution_most_radius; ++radius)
      for (const double weight : gaussian_weights(radius)) *to++ = float(weight);
    return all;
  }();
  exec.upload(convolution_weights, table.data(), table.size());
}

/// What the text measured of the same idea; its GPU is not known.
inline std::vector<TextFigure> in_chapter_7(double ms) {
  return {{{"Han & Sharma 2019, ch. 7"}, ms}};
}

inline Variant<Convolution> global() {
  const auto run = [](const Convolution::Step& step, const Launch& launch, KernelExec& exec) {
    auto* const weights = static_cast<float*>(step.scratch);
    if (!step.scratch_kept) {
      upload_weights(exec);
      exec.launch(LIVEWARP_KERNEL(convolution_copy_weights), {1}, {96}, 0, weights,
                  task_of(*step.problem));
    }
    with_pixel(step.problem->channels, [&]<class Pixel>(Pixel pixel) {
      launch_over(LIVEWARP_KERNEL(convolution_global<Pixel>), pixel, 0, step, launch, exec,
                  weights);
    });
  };
  auto variant = blurring("global", "Global memory", run);
  variant.scratch_bytes = [](const Convolution::Problem& problem, const Launch&) {
    return std::size_t(problem.taps()) * sizeof(float);
  };
  variant.cost = work_of(window_products, [](const Convolution::Problem& problem, Dim3 block) {
    return window_bytes(problem) + sizeof(float) * window_products(problem, block);
  });
  variant.history = in_chapter_7(0.442);
  return variant;
}

inline Variant<Convolution> constant() {
  const auto run = [](const Convolution::Step& step, const Launch& launch, KernelExec& exec) {
    upload_weights(exec);
    with_pixel(step.problem->channels, [&]<class Pixel>(Pixel pixel) {
      launch_over(LIVEWARP_KERNEL(convolution_constant<Pixel>), pixel, 0, step, launch, exec);
    });
  };
  auto variant = blurring("constant", "Constant memory", run);
  variant.cost = work_of(window_products, [](const Convolution::Problem& problem, Dim3) {
    return window_bytes(problem);
  });
  variant.history = in_chapter_7(0.412);
  return variant;
}

inline Variant<Convolution> shared() {
  const auto run = [](const Convolution::Step& step, const Launch& launch, KernelExec& exec) {
    upload_weights(exec);
    const std::size_t texels = tile_texels(*step.problem, launch.block());
    with_pixel(step.problem->channels, [&]<class Pixel>(Pixel pixel) {
      launch_over(LIVEWARP_KERNEL(convolution_shared<Pixel>), pixel, texels * sizeof(Pixel), step,
                  launch, exec);
    });
  };
  auto variant = blurring("shared", "Shared tile", run);
  variant.shared_bytes = [](const Convolution::Problem& problem, const Launch& launch) {
    return tile_texels(problem, launch.block()) * std::size_t(problem.channels);
  };
  variant.cost = work_of(window_products, tile_bytes);
  variant.history = in_chapter_7(0.287);
  return variant;
}

/// Of a block: its tile, and a line of sums for each of the tile's rows.
template <class Pixel>
std::size_t separable_bytes(const Convolution::Problem& problem, Dim3 block) {
  const std::size_t halo = 2 * std::size_t(problem.radius), high = block.y + halo;
  return high * (block.x * sizeof(PixelSum<Pixel>) + (block.x + halo) * sizeof(Pixel));
}

inline Variant<Convolution> separable() {
  const auto run = [](const Convolution::Step& step, const Launch& launch, KernelExec& exec) {
    upload_weights(exec);
    with_pixel(step.problem->channels, [&]<class Pixel>(Pixel pixel) {
      launch_over(LIVEWARP_KERNEL(convolution_separable<Pixel>), pixel,
                  separable_bytes<Pixel>(*step.problem, launch.block()), step, launch, exec);
    });
  };
  auto variant = blurring("separable", "Separable", run);
  variant.source = "Podlozhnyuk: Image Convolution with CUDA (2007)";
  variant.axes = {
      block_axis({"32x4", "32x8", "32x16", "32x32", "16x16"}, "32x32", plane_of_texels())};
  variant.shared_bytes = [](const Convolution::Problem& problem, const Launch& launch) {
    return with_pixel(problem.channels, [&]<class Pixel>(Pixel) {
      return separable_bytes<Pixel>(problem, launch.block());
    });
  };
  const auto products = [](const Convolution::Problem& problem, Dim3 block) {
    return problem.taps() * (1 + (block.y + 2.0 * problem.radius) / block.y);
  };
  variant.cost = work_of(products, tile_bytes);
  return variant;
}

inline void publish(const Convolution::Step& step, const Convolution::Problem& problem,
                    const Launch&, const Picture& picture, KernelExec& exec) {
  const ConvolutionSplit split = convolution_split(step, problem, *picture.view);
  publish_split({split.left, split.right, problem.channels, split.column}, picture, exec);
}

/// Of convolution_variants_rolling.h.
std::vector<Variant<Convolution>> rolling_group();
/// Of convolution_variants_matrix.h.
std::vector<Variant<Convolution>> matrix_group();

inline Variants<Convolution> variants() {
  return {joined<Convolution>({{global(), constant(), shared(), separable()},
                               rolling_group(),
                               matrix_group(),
                               {vendor_library(), fft()}}),
          publish};
}

}  // namespace convolution

LIVEWARP_KERNELS_END
