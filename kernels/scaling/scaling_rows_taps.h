// The rows that fetch every texel of a wide filter.
#pragma once

#include "kernels/scaling/scaling_rows_texture.h"
#include "kernels/scaling/scaling_taps.cuh"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline Param one_pixel_blocks() {
  return block_axis({"32x4", "32x8", "32x16", "16x16", "64x4", "128x1", "256x1"}, "32x8");
}

/// An array of the source, read by place: point or filtered, bytes or reals.
inline TextureSpec array_texture(const Scaling::Step& step, bool filtered, Exec& exec) {
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

inline void taps_step(const Scaling::Step& step, const Launch& launch, Exec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const Dim3 block = launch.block(), grid = grid_over(problem, block, 1);
  const bool by_texture = launch.text("fetch") == "texture";
  with_taps(problem.channels, problem.stretched().taps(), [&]<class Pixel>(Pixel, auto taps) {
    const auto run = [&](const auto& kernel, const auto& texels) {
      exec.launch(kernel, grid, block, 0, source_of<Pixel>(step), result_of<Pixel>(step), texels,
                  task_of(problem), weights_of(problem));
    };
    if (!by_texture)
      return run(LIVEWARP_KERNEL(scaling_taps<Pixel, taps, ScalingLoadTexel>), ScalingLoadTexel{});
    const ScalingFetchTexel fetch{exec.texture(array_texture(step, false, exec)),
                                  1 / float(problem.width), 1 / float(problem.height)};
    run(LIVEWARP_KERNEL(scaling_taps<Pixel, taps, ScalingFetchTexel>), fetch);
  });
}

inline std::string taps_refuse(const Scaling::Problem& problem, const Launch&, Executor) {
  if (widened(problem) || problem.filter == ScalingFilter::area)
    return "has no widened filter: choose the row separable";
  return weighs(problem.filter) ? "" : "computes weighed filters alone: choose the row texture";
}

inline double tap_bytes(const Scaling::Problem& problem, double fetches) {
  return problem.channels * (fetches * fetches + 1);
}

inline Variant<Scaling> taps_row() {
  const auto requested = [](const Scaling::Problem& problem, const Launch&) {
    return tap_bytes(problem, problem.stretched().taps());
  };
  Variant<Scaling> row = cuda_row("taps", "Every texel", "L2.5", "scaling_taps.cuh", requested);
  row.source = "NVIDIA CUDA Samples: bicubicTexture";
  row.lesson =
      "The filter as it is written: 16 texels a pixel for a cubic, 36 for Lanczos-3, weights and "
      "all computed for each. Memory waits, since the texels come from the caches; the limit is "
      "how "
      "many fetches the texture units serve, or how many loads. Which of the two is faster?";
  Param fetch = choice_param("fetch", "Fetch", {{"texture", "Texture", {}}, {"load", "Load", {}}},
                             "texture", "Texels by the texture unit, or by plain loads.");
  fetch.group = ParamGroup::launch;
  row.axes = {one_pixel_blocks(), fetch};
  row.refuses = taps_refuse;
  refuse_too_tall(row, rows_of_block);
  row.scratch_arrays = [](const Scaling::Problem& problem, const Launch& launch) {
    TextureArray::Shapes shapes;
    if (launch.text("fetch") == "texture") shapes.push_back(source_array(problem));
    return shapes;
  };
  row.kernels = [](const Launch& launch) {
    std::vector<KernelRef> kernels;
    if (launch.text("fetch") == "texture")
      kernels = {LIVEWARP_KERNEL(scaling_taps<ScalingRgba, 4, ScalingFetchTexel>).ref,
                 LIVEWARP_KERNEL(scaling_taps<ScalingRgba, 6, ScalingFetchTexel>).ref};
    else
      kernels = {LIVEWARP_KERNEL(scaling_taps<ScalingRgba, 4, ScalingLoadTexel>).ref,
                 LIVEWARP_KERNEL(scaling_taps<ScalingRgba, 6, ScalingLoadTexel>).ref};
    return kernels;
  };
  row.step = taps_step;
  return row;
}

/// Fetches a direction: pairs where all weights are positive.
inline int pair_fetches(const Scaling::Problem& problem) {
  return problem.filter == ScalingFilter::b_spline ? 2 : 3;
}

inline void pairs_step(const Scaling::Step& step, const Launch& launch, Exec& exec) {
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

inline Variant<Scaling> pairs_row() {
  const auto requested = [](const Scaling::Problem& problem, const Launch&) {
    return tap_bytes(problem, pair_fetches(problem));
  };
  Variant<Scaling> row =
      cuda_row("pairs", "Filtered fetches", "L2.5", "scaling_taps.cuh", requested);
  row.source = "Sigg and Hadwiger: Fast Third-Order Texture Filtering, GPU Gems 2, chapter 20";
  row.lesson =
      "A cubic made of bilinear fetches: one fetch between two texels brings both, weighed. A "
      "B-spline takes 4 fetches in place of 16, the other cubics 9, because their outer weights "
      "are negative and a texture unit only mixes. Fewer fetches, and weights of 8 bits: look at "
      "the difference.";
  row.tolerance = {2.5, 2.5,
                   "the hardware's weights have 8 bits in each direction, and negative weights "
                   "make their errors larger"};
  row.axes = {one_pixel_blocks()};
  row.refuses = [](const Scaling::Problem& problem, const Launch&, Executor) -> std::string {
    if (widened(problem)) return "has no widened filter: choose the row separable";
    return offers(problem,
                  {ScalingFilter::catmull_rom, ScalingFilter::cubic, ScalingFilter::mitchell,
                   ScalingFilter::b_spline},
                  "computes cubics alone: choose the row texture or taps");
  };
  refuse_too_tall(row, rows_of_block);
  row.scratch_arrays = [](const Scaling::Problem& problem, const Launch&) {
    return TextureArray::Shapes{source_array(problem)};
  };
  row.kernels = [](const Launch&) {
    return std::vector<KernelRef>{LIVEWARP_KERNEL(scaling_pairs_of_taps<ScalingRgba, 3>).ref,
                                  LIVEWARP_KERNEL(scaling_pairs_of_taps<ScalingRgba, 2>).ref};
  };
  row.step = pairs_step;
  return row;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
