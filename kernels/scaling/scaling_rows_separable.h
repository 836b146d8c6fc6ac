// The row that filters rows and columns apart.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/scaling/scaling_half.cuh"
#include "kernels/scaling/scaling_rows_common.h"
#include "kernels/scaling/scaling_separable.cuh"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

/// Where the two tables lie in a row's scratch memory.
struct TablePlaces {
  std::int64_t columns, rows;
  int taps;
  explicit TablePlaces(const Scaling::Problem& problem)
      : columns(problem.result_width), rows(problem.result_height),
        taps(problem.stretched().taps()) {}
  std::size_t bytes() const { return std::size_t(columns + rows) * std::size_t(taps + 1) * 4; }

  int* first_of_columns(void* scratch) const { return static_cast<int*>(scratch); }
  int* first_of_rows(void* scratch) const { return first_of_columns(scratch) + columns; }
  float* weights_of_columns(void* scratch) const {
    return reinterpret_cast<float*>(first_of_rows(scratch) + rows);
  }
  float* weights_of_rows(void* scratch) const {
    return weights_of_columns(scratch) + columns * taps;
  }
};

inline void make_table(Exec& exec, int* first, float* weights, std::int64_t n, FixedPoint start,
                       FixedPoint step, double half_scale, const ScalingWeights& filter) {
  constexpr unsigned threads = 128;
  exec.launch(LIVEWARP_KERNEL(scaling_table), Dim3{unsigned(ceil_div(n, threads))}, Dim3{threads},
              0, first, weights, n, start, step, half_scale, filter);
}

struct Tables {
  ScalingTable columns, rows;
};

/// In the step's scratch memory, filled where they are not there yet; of fp32, or of pairs of binary16.
inline Tables tables_of(const Scaling::Step& step, bool pairs, Exec& exec) {
  const ScalingMap& map = step.problem->map;
  const TablePlaces places(*step.problem);
  int *const column = places.first_of_columns(step.scratch), *const row =
                                                                 places.first_of_rows(step.scratch);
  float *const across = places.weights_of_columns(step.scratch), *const down =
                                                                     places.weights_of_rows(
                                                                         step.scratch);
  if (!step.scratch_kept) {
    const ScalingWeights filter = weights_of(*step.problem);
    make_table(exec, column, across, places.columns, map.u0, map.u_by_x,
               pairs ? scaling_column_scale : 0, filter);
    make_table(exec, row, down, places.rows, map.v0, map.v_by_y, pairs ? scaling_row_scale : 0,
               filter);
  }
  return {{column, across, places.taps}, {row, down, places.taps}};
}

inline constexpr std::size_t separable_shared = 48 * 1024;

/// Lines of sums that a block of so many rows of the result needs at most.
inline std::int64_t lines_of(const Scaling::Problem& problem, std::int64_t rows) {
  const double step = texels_of(problem.map.v_by_y);
  return std::int64_t(std::ceil(double(rows - 1) * step)) + problem.stretched().taps() + 1;
}

inline std::size_t line_bytes(const Scaling::Problem& problem, const Launch& launch) {
  return launch.block().x * std::size_t(problem.channels) * sizeof(float);
}

/// As many rows as were asked for, or as have room.
inline std::int64_t rows_a_block(const Scaling::Problem& problem, const Launch& launch) {
  std::int64_t rows = launch.integer("rows");
  while (rows > 1 &&
         std::size_t(lines_of(problem, rows)) * line_bytes(problem, launch) > separable_shared)
    rows /= 2;
  return rows;
}

template <class F>
decltype(auto) with_table_taps(int channels, int taps, F&& f) {
  const int count = taps == 2 || taps == 4 || taps == 6 ? taps : 0;
  return dispatch<0, 2, 4, 6>(count, [&](auto known) {
    if (channels == 1) return f((unsigned char)0, known);
    return f(uchar4{}, known);
  });
}

inline void separable_step(const Scaling::Step& step, const Launch& launch, Exec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const Tables tables = tables_of(step, false, exec);
  const Dim3 block{launch.block().x};
  const std::int64_t rows = rows_a_block(problem, launch);
  const Dim3 grid{unsigned(ceil_div(problem.result_width, block.x)),
                  unsigned(ceil_div(problem.result_height, rows))};
  with_table_taps(problem.channels, tables.rows.taps, [&]<class Pixel>(Pixel, auto taps) {
    exec.launch(LIVEWARP_KERNEL(scaling_separable<Pixel, taps>), grid, block,
                std::size_t(lines_of(problem, rows)) * line_bytes(problem, launch),
                source_of<Pixel>(step), result_of<Pixel>(step), tables.columns, tables.rows, rows,
                task_of(problem));
  });
}

inline std::string separable_refuses(const Scaling::Problem& problem, const Launch& launch,
                                     Executor) {
  if (!weighs(problem.filter)) return "computes weighed filters alone: choose the row texture";
  if (!problem.map.straight()) return "needs rows that stay rows, no rotation: choose the row taps";
  if (std::size_t(lines_of(problem, 1)) * line_bytes(problem, launch) > separable_shared)
    return "the sums of a block of this width do not fit into shared memory: choose a smaller "
           "block";
  return "";
}

inline Variant<Scaling> separable_row() {
  const auto requested = [](const Scaling::Problem& problem, const Launch& launch) {
    const double rows = double(rows_a_block(problem, launch));
    const double taps = problem.stretched().taps();
    return problem.channels * (double(lines_of(problem, std::int64_t(rows))) * taps / rows + 1);
  };
  Variant<Scaling> row =
      cuda_row("separable", "Rows, then columns", "L2.5", "scaling_separable.cuh", requested);
  row.source = "Podlozhnyuk: Image Convolution with CUDA, NVIDIA 2007";
  row.lesson =
      "The filter in two passes: texels are summed along each row once, kept in shared memory, and "
      "the sums are summed down each column. Lanczos-3 takes 6 and 6 multiplications a channel in "
      "place of 36, and a widened filter for a small result becomes affordable. The limit is "
      "arithmetic now, and making numbers of bytes; only rows that stay rows can be split so.";
  row.axes = {block_axis({"32", "64", "128", "256"}, "64"),
              integer_axis("rows", "Rows a block", "", {4, 8, 16, 32}, 16,
                           "Rows of the result that a block makes. More share the sums of more "
                           "rows of texels, and need more shared memory.")};
  row.refuses = separable_refuses;
  row.scratch_bytes = [](const Scaling::Problem& problem, const Launch&) {
    return TablePlaces(problem).bytes();
  };
  row.kernels = [](const Launch&) {
    return std::vector<KernelRef>{LIVEWARP_KERNEL(scaling_separable<uchar4, 4>).ref,
                                  LIVEWARP_KERNEL(scaling_separable<uchar4, 6>).ref,
                                  LIVEWARP_KERNEL(scaling_separable<uchar4, 0>).ref,
                                  LIVEWARP_KERNEL(scaling_table).ref};
  };
  row.step = separable_step;
  return row;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
