// The variant that rolls a window of sums down each column.
#pragma once

#include <type_traits>

#include "kernels/scaling/cuda/scaling_variants_separable.h"
#include "kernels/scaling/cuda/scaling_window.cuh"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline bool in_pairs(const Launch& launch) { return launch.text("sums") == "fp16"; }

/// Columns that share their texels: see ScalingColumns.
inline int columns_a_thread(const Scaling::Problem& problem) {
  const FixedPoint step = problem.map.u_by_x;
  return 3 * step <= 2 * (FixedPoint{1} << fixed_bits) ? 4
         : step <= (FixedPoint{1} << fixed_bits)       ? 2
                                                       : 1;
}

/// Whether a warp that makes a column a lane has room for the texels under it.
inline bool window_spans(const Scaling::Problem& problem) {
  const std::int64_t span =
      (31 * problem.map.u_by_x >> fixed_bits) + 1 + problem.stretched().taps();
  const std::int64_t piece = 16 / problem.channels;
  return columns_a_thread(problem) > 1 || span + piece - 1 <= 32 * piece;
}

/// Of the filter whose sums come in fp32 too.
constexpr int lanczos_taps = 6;

/// Calls f with a pixel, the number of taps, the columns of a thread, and 1 for sums in pairs of
/// fp16.
template <class F>
decltype(auto) with_window(int channels, int taps, int columns, bool pairs, F&& f) {
  return dispatch<2, 4, 6>(taps, [&](auto count) {
    return dispatch<1, 2, 4>(columns, [&](auto wide) {
      const std::integral_constant<int, 1> paired{};
      if (channels == 1) return f((unsigned char)0, count, wide, paired);
      if constexpr (count == lanczos_taps)
        if (!pairs) return f(ScalingRgba{}, count, wide, std::integral_constant<int, 0>{});
      return f(ScalingRgba{}, count, wide, paired);
    });
  });
}

template <class Pixel, int Taps, int Columns, int InPairs>
auto window_kernel() {
  if constexpr (InPairs != 0)
    return LIVEWARP_KERNEL(scaling_window<Pixel, Taps, Columns, ScalingPairSums>);
  else
    return LIVEWARP_KERNEL(scaling_window<Pixel, Taps, Columns, ScalingExactSums>);
}

inline void window_step(const Scaling::Step& step, const Launch& launch, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const Dim3 block{launch.block().x};
  const std::int64_t rows = launch.integer("rows");
  const int columns = columns_a_thread(problem);
  const Tables tables = tables_of(step, columns, in_pairs(launch), exec);
  const Dim3 grid{unsigned(ceil_div(problem.result_width, std::int64_t(block.x) * columns)),
                  unsigned(ceil_div(problem.result_height, rows))};
  with_window(problem.channels, tables.rows.taps, columns, in_pairs(launch),
              [&]<class Pixel>(Pixel, auto taps, auto wide, auto pairs) {
                using Ring = ScalingRing<Pixel, taps, wide>;
                const std::size_t warp = std::size_t(Ring::rows) * Ring::pieces * 16;
                exec.launch(window_kernel<Pixel, taps, wide, pairs>(), grid, block,
                            block.x / 32 * warp, source_of<Pixel>(step), result_of<Pixel>(step),
                            tables.columns, tables.rows, rows, task_of(problem));
              });
}

inline std::string window_refuses(const Scaling::Problem& problem, const Launch& launch,
                                  Executor executor) {
  if (widened(problem) || problem.filter == ScalingFilter::area)
    return "has no antialiasing: choose the variant separable";
  if (problem.channels == 1 && !in_pairs(launch))
    return "adds up a grey picture in fp16 alone: choose the variant separable for sums in fp32";
  if (problem.stretched().taps() != lanczos_taps && !in_pairs(launch))
    return "adds up in fp32 for Lanczos-3 alone: choose the variant separable for sums in fp32";
  if (problem.map.straight() && !window_spans(problem))
    return "has no room for the texels under a warp at scales this small: choose the variant "
           "separable";
  return separable_refuses(problem, launch, executor);
}

inline Variant<Scaling> window() {
  auto variant = cuda_variant<Scaling>("window", "Sliding window", window_step);
  variant.topic = "L2.5";
  variant.source =
      "CUDA C++ Programming Guide, Half2 Arithmetic Functions and Asynchronous Data Copies";
  variant.tolerance = {1.5, 1.5,
                       "sums in fp16, where they are chosen: within 1 of the rounded exact value"};
  variant.axes = {block_axis({"32", "64", "128", "256"}, "128",
                             row_of_columns()
                                 .whole_warps("the lanes of a warp bring its texels together")
                                 .at_most(256, "its launch bounds promise the compiler no more")),
                  integer_axis("rows", "Rows per block", "", {8, 16, 32, 64, 128}, 16,
                               "Rows of the result that a block computes. More share the sums of "
                               "more rows of texels; fewer make more blocks."),
                  choice_axis("sums", "Accumulators",
                              {{"fp32", "fp32", {}}, {"fp16", "2 \u00d7 fp16", {}}}, "fp16",
                              "Precision in which weighted texels are added up; 2 \u00d7 fp16: two "
                              "channels per instruction (half2). fp32 is there to compare, for "
                              "Lanczos-3 of RGBA pictures.")};
  variant.refuses = window_refuses;
  refuse_too_tall(variant, [](const Scaling::Problem&, const Launch& launch) {
    return launch.integer("rows");
  });
  variant.scratch_bytes = [](const Scaling::Problem& problem, const Launch&) {
    return problem.map.straight() ? TableSides(problem, columns_a_thread(problem)).bytes() : 0;
  };
  variant.cost = work_of([](const Scaling::Problem& problem, const Launch& launch) {
    return separable_bytes(problem, launch.integer("rows"));
  });
  return variant;
}

/// Those that filter rows and columns apart, in one unit since they share tables.
inline std::vector<Variant<Scaling>> window_variants() { return {separable(), window()}; }

}  // namespace scaling

LIVEWARP_KERNELS_END
