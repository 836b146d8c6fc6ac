// The variants that fetch every texel of a wide filter.
#pragma once

#include "kernels/scaling/cuda/scaling_taps.cuh"
#include "kernels/scaling/cuda/scaling_variants_direct.h"
#include "kernels/scaling/cuda/scaling_variants_texture.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline Param one_pixel_blocks() {
  return block_axis({"32x4", "32x8", "32x16", "16x16", "64x4", "128x1", "256x1"}, "32x8",
                    plane_of_pixels());
}

/// An array of the source, read by place: point or filtered, bytes or reals.
inline TextureSpec array_texture(const Scaling::Step& step, bool filtered, KernelExec& exec) {
  const TextureArray& array = step.arrays[0];
  if (!step.scratch_kept) exec.copy_to_array(array, step.source, pitch_of(*step.problem));
  TextureSpec spec = array.texture();
  spec.address = texture_address(step.problem->address);
  spec.normalized = true;
  spec.filter = filtered ? TextureFilter::linear : TextureFilter::point;
  spec.read = filtered ? TextureRead::normalized : TextureRead::element;
  return spec;
}

template <class F>
decltype(auto) with_taps(int channels, int taps, F&& f) {
  return dispatch<2, 4, 6>(taps, [&](auto count) {
    if (channels == 1) return f((unsigned char)0, count);
    return f(ScalingRgba{}, count);
  });
}

inline void taps_step(const Scaling::Step& step, const Launch& launch, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const Dim3 block = launch.block(), grid = grid_over(problem, block, 1);
  with_taps(problem.channels, problem.stretched().taps(), [&]<class Pixel>(Pixel, auto taps) {
    const auto run = [&](const auto& kernel, const auto& texels) {
      exec.launch(kernel, grid, block, 0, source_of<Pixel>(step), result_of<Pixel>(step), texels,
                  task_of(problem), weights_of(problem));
    };
    if constexpr (sizeof(Pixel) != 1)  // of grey pixels by texture alone: see taps_refuse
      if (launch.text("fetch") == "load")
        return run(LIVEWARP_KERNEL(scaling_taps<Pixel, taps, ScalingLoadTexel>),
                   ScalingLoadTexel{});
    const ScalingFetchTexel fetch{exec.texture(array_texture(step, false, exec)),
                                  1 / float(problem.width), 1 / float(problem.height)};
    run(LIVEWARP_KERNEL(scaling_taps<Pixel, taps, ScalingFetchTexel>), fetch);
  });
}

inline std::string taps_refuse(const Scaling::Problem& problem, const Launch& launch, Executor) {
  if (problem.channels == 1 && launch.text("fetch") == "load")
    return "fetches grey pixels by texture alone: choose an RGBA picture to compare read paths";
  if (widened(problem) || problem.filter == ScalingFilter::area)
    return "has no antialiasing: choose the variant separable";
  return weighs(problem.filter) ? ""
                                : "computes weighted filters alone: choose the variant texture";
}

inline double tap_bytes(const Scaling::Problem& problem, double fetches) {
  return problem.channels * (fetches * fetches + 1);
}

inline Variant<Scaling> taps() {
  auto variant = cuda_variant<Scaling>("taps", "All taps", taps_step);
  variant.topic = "L2.5";
  variant.source = "NVIDIA CUDA Samples: bicubicTexture";
  variant.axes = {one_pixel_blocks(),
                  choice_axis("fetch", "Read path",
                              {{"texture", "Texture", {}}, {"load", "Global", {}}}, "texture",
                              "Texels by texture fetches, or by global loads.")};
  variant.refuses = taps_refuse;
  refuse_too_tall(variant, rows_of_block);
  variant.scratch_arrays = [](const Scaling::Problem& problem, const Launch& launch) {
    TextureArray::Shapes shapes;
    if (launch.text("fetch") == "texture") shapes.push_back(source_array(problem));
    return shapes;
  };
  variant.cost = work_of([](const Scaling::Problem& problem, const Launch&) {
    return tap_bytes(problem, problem.stretched().taps());
  });
  return variant;
}

/// Fetches a direction: pairs where all weights are positive.
inline int pair_fetches(const Scaling::Problem& problem) {
  return problem.filter == ScalingFilter::b_spline ? 2 : 3;
}

inline void pairs_step(const Scaling::Step& step, const Launch& launch, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const Dim3 block = launch.block(), grid = grid_over(problem, block, 1);
  const cudaTextureObject_t texture = exec.texture(array_texture(step, true, exec));
  with_pixel(problem, [&]<class Pixel>(Pixel) {
    dispatch<2, 3>(pair_fetches(problem), [&](auto fetches) {
      exec.launch(LIVEWARP_KERNEL(scaling_pairs_of_taps<Pixel, fetches>), grid, block, 0,
                  result_of<Pixel>(step), texture, 1 / float(problem.width),
                  1 / float(problem.height), task_of(problem), weights_of(problem));
    });
  });
}

inline Variant<Scaling> pairs() {
  auto variant = cuda_variant<Scaling>("pairs", "Bilinear pairs", pairs_step);
  variant.topic = "L2.5";
  variant.source = "Sigg and Hadwiger: Fast Third-Order Texture Filtering, GPU Gems 2, chapter 20";
  variant.tolerance = {2.5, 2.5,
                       "the hardware's weights have 8 bits in each direction, and negative weights "
                       "make their errors larger"};
  variant.axes = {one_pixel_blocks()};
  variant.refuses = [](const Scaling::Problem& problem, const Launch&, Executor) -> std::string {
    if (widened(problem)) return "has no antialiasing: choose the variant separable";
    return offers(problem,
                  {ScalingFilter::catmull_rom, ScalingFilter::cubic, ScalingFilter::mitchell,
                   ScalingFilter::b_spline},
                  "computes cubics alone: choose the variant texture or taps");
  };
  refuse_too_tall(variant, rows_of_block);
  variant.scratch_arrays = [](const Scaling::Problem& problem, const Launch&) {
    return TextureArray::Shapes{source_array(problem)};
  };
  variant.cost = work_of([](const Scaling::Problem& problem, const Launch&) {
    return tap_bytes(problem, pair_fetches(problem));
  });
  return variant;
}

/// Those that read texel by texel, in one unit.
inline std::vector<Variant<Scaling>> taps_variants() {
  return {texture(), direct(), taps(), pairs()};
}

}  // namespace scaling

LIVEWARP_KERNELS_END
