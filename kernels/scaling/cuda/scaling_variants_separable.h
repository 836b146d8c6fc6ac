// The variant that filters rows and columns apart.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/pictures/half_pixels.cuh"
#include "kernels/scaling/cuda/scaling_separable.cuh"
#include "kernels/scaling/cuda/scaling_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

/// Rows that a kernel may ask for beyond the last that it needs.
inline constexpr std::int64_t rows_ahead = 8;

/// One direction of a result: its table lies in a variant's scratch memory, places before weights.
struct TableSide {
  std::int64_t pixels, texels;
  FixedPoint start, step;
  int taps, together;

  int origin() const { return scaling_after(start); }
  /// With those after the last pixel's that a kernel loads ahead, and so many that weights are
  /// aligned.
  std::int64_t places() const {
    const std::int64_t needed =
        scaling_after(start + (pixels - 1) * step) + taps + rows_ahead - origin();
    return 4 * ceil_div(needed, 4);
  }
  /// With a row more, for the same reasons.
  std::int64_t weights() const {
    return 4 * ceil_div((ceil_div(pixels, together) * together + 1) * (taps + together / 2), 4);
  }
  std::size_t bytes() const { return std::size_t(places() + weights()) * 4; }

  ScalingTable at(std::byte* memory) const {
    const int* const own = reinterpret_cast<const int*>(memory);
    return {
        own, reinterpret_cast<const float*>(own + places()), taps, origin(), int(places()), start,
        step};
  }
  void make(std::byte* memory, int address, float half_scale, const ScalingWeights& filter,
            KernelExec& exec) const {
    constexpr unsigned threads = 128;
    const auto blocks = [&](std::int64_t n) { return Dim3{unsigned(ceil_div(n, threads))}; };
    auto* const own = reinterpret_cast<int*>(memory);
    exec.fill_bytes(own, 0, bytes());
    exec.launch(LIVEWARP_KERNEL(scaling_places), blocks(places()), Dim3{threads}, 0, own, places(),
                origin(), texels, address);
    exec.launch(LIVEWARP_KERNEL(scaling_weights), blocks(pixels), Dim3{threads}, 0,
                reinterpret_cast<float*>(own + places()), pixels, together, start + filter.radius,
                step, half_scale, filter);
  }
};

struct TableSides {
  ScalingWeights filter;
  TableSide columns, rows;
  explicit TableSides(const Scaling::Problem& problem, int together)
      : filter(weights_of(problem)), columns{problem.result_width,
                                             problem.width,
                                             problem.map.u0 - filter.radius,
                                             problem.map.u_by_x,
                                             filter.taps,
                                             together},
        rows{problem.result_height, problem.height, problem.map.v0 - filter.radius,
             problem.map.v_by_y,    filter.taps,    1} {}
  std::size_t bytes() const { return columns.bytes() + rows.bytes(); }
};

struct Tables {
  ScalingTable columns, rows;
};

/// In the step's scratch memory, filled where they are not there yet; of fp32, or of pairs of fp16.
inline Tables tables_of(const Scaling::Step& step, int together, bool pairs, KernelExec& exec) {
  const TableSides sides(*step.problem, together);
  auto* const columns = static_cast<std::byte*>(step.scratch);
  std::byte* const rows = columns + sides.columns.bytes();
  if (!step.scratch_kept) {
    const int address = int(step.problem->address);
    sides.columns.make(columns, address, pairs ? half_first_scale : 0, sides.filter, exec);
    sides.rows.make(rows, address, pairs ? half_second_scale : 0, sides.filter, exec);
  }
  return {sides.columns.at(columns), sides.rows.at(rows)};
}

inline constexpr std::size_t separable_shared = 48 * 1024;

/// Of kernels in which a thread has columns of the result, and goes down them.
inline BlockRule row_of_columns() { return BlockRule::row("a thread walks down its columns"); }

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
    return f(ScalingRgba{}, known);
  });
}

inline void separable_step(const Scaling::Step& step, const Launch& launch, KernelExec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const Tables tables = tables_of(step, 1, false, exec);
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
  if (!weighs(problem.filter)) return "computes weighted filters alone: choose the variant texture";
  if (!problem.map.straight())
    return "is separable, which allows no rotation: choose the variant taps";
  if (std::size_t(lines_of(problem, 1)) * line_bytes(problem, launch) > separable_shared)
    return "the sums of a block of this width do not fit into shared memory: choose a smaller "
           "block";
  return "";
}

/// Bytes of texels and of the store, where each of `rows` rows shares what it sums along.
inline double separable_bytes(const Scaling::Problem& problem, std::int64_t rows) {
  const double taps = problem.stretched().taps();
  return problem.channels * (double(lines_of(problem, rows)) * taps / double(rows) + 1);
}

inline Variant<Scaling> separable() {
  auto variant = cuda_variant<Scaling>("separable", "Separable", separable_step);
  variant.topic = "L2.5";
  variant.source = "Podlozhnyuk: Image Convolution with CUDA, NVIDIA 2007";
  variant.axes = {block_axis({"32", "64", "128", "256"}, "64", row_of_columns()),
                  integer_axis("rows", "Rows per block", "", {4, 8, 16, 32}, 16,
                               "Rows of the result that a block computes. More share the sums of "
                               "more rows of texels, and need more shared memory.")};
  variant.refuses = separable_refuses;
  refuse_too_tall(variant, rows_a_block);
  variant.scratch_bytes = [](const Scaling::Problem& problem, const Launch&) {
    return problem.map.straight() ? TableSides(problem, 1).bytes() : 0;
  };
  variant.cost = work_of([](const Scaling::Problem& problem, const Launch& launch) {
    return separable_bytes(problem, rows_a_block(problem, launch));
  });
  return variant;
}

}  // namespace scaling

LIVEWARP_KERNELS_END
