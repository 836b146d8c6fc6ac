// The variant that blurs by the Fourier transforms of NVIDIA's library.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/convolution/convolution_variants_common.h"
#include "kernels/convolution/fft/convolution_fft.cuh"
#include "kernels/convolution/fft/convolution_fft.h"
#include "kernels/pictures/library_variant.h"

LIVEWARP_KERNELS_BEGIN

namespace convolution {

constexpr Dim3 fft_block{32, 8};  // they wait for memory alone

inline FftTask fft_task(const Convolution::Problem& problem) {
  const FftLayout layout(problem);
  return {task_of(problem), layout.width, layout.height, layout.rows};
}

inline FftWeights fft_weights(int radius) {
  const std::vector<double> weights = gaussian_weights(radius);
  FftWeights half{};
  for (int t = 0; t <= radius; ++t) half.at[t] = float(weights[std::size_t(radius + t)]);
  return half;
}

/// Blurs with a transform of the planes that `transform(planes, work, direction)` makes.
template <class Transform>
void blur_by_fft(const Convolution::Step& step, KernelExec& exec, const Transform& transform) {
  const FftLayout layout(*step.problem);
  const FftTask task = fft_task(*step.problem);
  auto* const scratch = static_cast<std::byte*>(step.scratch);
  auto* const planes = reinterpret_cast<float2*>(scratch);
  auto* const filter = reinterpret_cast<float*>(scratch + layout.filter_begins());
  void* const work = scratch + layout.work_begins();
  if (!step.scratch_kept) {
    constexpr Dim3 row{128};
    exec.launch(LIVEWARP_KERNEL(convolution_fft_filter),
                {unsigned(ceil_div(layout.width + layout.height, row.x))}, row, 0, filter,
                fft_weights(step.problem->radius), task);
  }
  const Dim3 all = grid_over(layout.width, layout.height, fft_block);
  const Dim3 made = grid_over(step.problem->width, layout.rows, fft_block);
  with_pixel(step.problem->channels, [&]<class Pixel>(Pixel) {
    exec.launch(LIVEWARP_KERNEL(convolution_fft_pack<Pixel>).main(), all, fft_block, 0,
                pixels_of<Pixel>(step.source), planes, task);
    transform(planes, work, CufftDirection::forward);
    exec.launch(LIVEWARP_KERNEL(convolution_fft_multiply), {all.x, all.y, unsigned(layout.planes)},
                fft_block, 0, planes, filter, task);
    transform(planes, work, CufftDirection::inverse);
    exec.launch(LIVEWARP_KERNEL(convolution_fft_crop<Pixel>), made, fft_block, 0, planes,
                pixels_of<Pixel>(step.result), task);
  });
}

inline void fft_step(const Convolution::Step& step, const Launch&, KernelExec& exec) {
  GpuOnly& gpu = exec.gpu();
  const auto plan = cufft().plan(FftLayout(*step.problem).shape());
  blur_by_fft(step, exec, [&](void* planes, void* work, CufftDirection direction) {
    gpu.call_library("cufftExecC2C",
                     [=](void* stream) { plan->transform(planes, work, direction, stream); });
  });
}

inline Variant<Convolution> fft() {
  auto variant = library_variant<Convolution>("cuFFT", "fft", "FFT (cuFFT)", fft_step);
  variant.topic = "L2.14";
  variant.source = "NVIDIA cuFFT; Podlozhnyuk: FFT-based 2D convolution (2007)";
  variant.missing = [] { return cufft().missing(); };
  variant.scratch_bytes = [](const Convolution::Problem& problem, const Launch&) {
    return fft_scratch_bytes(cufft(), problem);
  };
  variant.cost = [](const Convolution::Problem& problem, const Launch&) {
    return fft_cost(problem);
  };
  return variant;
}

}  // namespace convolution

LIVEWARP_KERNELS_END
