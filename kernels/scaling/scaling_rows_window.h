// The row that rolls a window of sums down each column.
#pragma once

#include "kernels/scaling/scaling_rows_separable.h"
#include "kernels/scaling/scaling_window.cuh"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

inline bool in_pairs(const Launch& launch) { return launch.text("sums") == "half"; }

/// Calls f with a pixel, the number of taps, and `true` for sums in pairs of binary16.
template <class F>
decltype(auto) with_window(int channels, int taps, const Launch& launch, F&& f) {
  return dispatch<2, 4, 6>(taps, [&](auto count) {
    return dispatch<0, 1>(in_pairs(launch), [&](auto pairs) {
      if (channels == 1) return f((unsigned char)0, count, pairs);
      return f(uchar4{}, count, pairs);
    });
  });
}

template <class Pixel, int Taps, int InPairs>
auto window_kernel() {
  if constexpr (InPairs != 0)
    return LIVEWARP_KERNEL(scaling_window<Pixel, Taps, ScalingPairSums>);
  else
    return LIVEWARP_KERNEL(scaling_window<Pixel, Taps, ScalingExactSums>);
}

inline void window_step(const Scaling::Step& step, const Launch& launch, Exec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const Tables tables = tables_of(step, in_pairs(launch), exec);
  const Dim3 block{launch.block().x};
  const std::int64_t rows = launch.integer("rows");
  const Dim3 grid{unsigned(ceil_div(problem.result_width, block.x)),
                  unsigned(ceil_div(problem.result_height, rows))};
  with_window(
      problem.channels, tables.rows.taps, launch, [&]<class Pixel>(Pixel, auto taps, auto pairs) {
        exec.launch(window_kernel<Pixel, taps, pairs>(), grid, block, 0, source_of<Pixel>(step),
                    result_of<Pixel>(step), tables.columns, tables.rows, rows, task_of(problem));
      });
}

inline std::string window_refuses(const Scaling::Problem& problem, const Launch& launch,
                                  Executor executor) {
  if (widened(problem) || problem.filter == ScalingFilter::area)
    return "has no widened filter: choose the row separable";
  return separable_refuses(problem, launch, executor);
}

inline Variant<Scaling> window_row() {
  const auto requested = [](const Scaling::Problem& problem, const Launch& launch) {
    const double rows = double(launch.integer("rows")), taps = problem.stretched().taps();
    return problem.channels * (double(lines_of(problem, std::int64_t(rows))) * taps / rows + 1);
  };
  Variant<Scaling> row =
      cuda_row("window", "Rolling window", "L2.5", "scaling_window.cuh", requested);
  row.source = "CUDA C++ Programming Guide, Half2 Arithmetic Functions; the rest its own";
  row.lesson =
      "Both passes at once: each thread walks down a column, sums every row of texels once, and "
      "keeps the last few sums in registers, from which it makes the pixels. No shared memory and "
      "no waiting. With sums in binary16 two channels share an instruction and bytes need no "
      "conversion: faster, and off by a level now and then.";
  row.tolerance = {1.5, 1.5,
                   "sums in binary16, where they are chosen: within 1 of the rounded exact value"};
  Param sums = choice_param("sums", "Sums", {{"fp32", "fp32", {}}, {"half", "2 \u00d7 half", {}}},
                            "half", "In what weighted texels are added up.");
  sums.group = ParamGroup::launch;
  row.axes = {block_axis({"32", "64", "128", "256"}, "128"),
              integer_axis("rows", "Rows a block", "", {8, 16, 32, 64, 128}, 32,
                           "Rows of the result that a block makes. More share the sums of more "
                           "rows of texels; fewer make more blocks."),
              sums};
  row.refuses = window_refuses;
  row.scratch_bytes = [](const Scaling::Problem& problem, const Launch&) {
    return TablePlaces(problem).bytes();
  };
  row.kernels = [](const Launch& launch) {
    return dispatch<0, 1>(in_pairs(launch), [](auto pairs) {
      return std::vector<KernelRef>{
          window_kernel<uchar4, 4, pairs>().ref, window_kernel<uchar4, 6, pairs>().ref,
          window_kernel<uchar4, 2, pairs>().ref, LIVEWARP_KERNEL(scaling_table).ref};
    });
  };
  row.step = window_step;
  return row;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
