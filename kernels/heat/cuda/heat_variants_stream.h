// The variant that streams through the plate in registers: the launches of a step.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/core/exec/multiprocessors.h"
#include "kernels/heat/cuda/heat_variants_iterate.h"
#include "kernels/heat/heat_stream_cut.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

/// beta and unscale of HeatScaled. Of the values of beta next to 1 / number - 4 that one is taken
/// whose unscale needs the least rounding: a rounding there would heat or cool the whole plate a
/// little in every launch.
template <class Real>
HeatScaled<Real> scaled(double number, int depth) {
  const auto exact = [&](Real beta) { return std::pow(4.0L + (long double)beta, -depth); };
  const Real nearest = Real(1 / (long double)number - 4);
  const auto with = [&](Real beta) {
    return HeatScaled<Real>{beta, beta + Real(4), Real(exact(beta))};
  };
  HeatScaled<Real> best = with(nearest);
  long double least = 1;
  Real beta = nearest;
  for (int i = 0; i < 4; ++i) beta = std::nextafter(beta, Real(-5));
  for (int i = 0; i < 9; ++i, beta = std::nextafter(beta, Real(2000))) {
    if (nearest == 0 && beta != 0) continue;
    const long double error = std::abs((long double)Real(exact(beta)) / exact(beta) - 1);
    if (error >= least) continue;
    least = error;
    best = with(beta);
  }
  return best;
}

/// Calls use(kernel without marks) with the kernel of that depth and number of cells per lane.
template <class Stored, class F>
decltype(auto) with_stream_kernel(int depth, int cells, F&& use) {
  if constexpr (std::is_same_v<Stored, double>) {
    return use(LIVEWARP_KERNEL(heat_stream<double, 8, 4>));
  } else if constexpr (std::is_same_v<Stored, float>) {
    if (cells == 8) return use(LIVEWARP_KERNEL(heat_stream<float, 8, 8>));
    return dispatch<4, 8, 12>(
        depth, [&](auto d) { return use(LIVEWARP_KERNEL(heat_stream<float, d(), 4>)); });
  } else {
    return dispatch<8, 12>(
        depth, [&](auto d) { return use(LIVEWARP_KERNEL(heat_stream<Stored, d(), 4>)); });
  }
}

/// Calls use(kernel) with the kernel for marks, and for rows that are not aligned.
template <class Stored, class F>
decltype(auto) with_marked_kernel(int depth, bool aligned, F&& use) {
  const auto pick = [&](auto d) {
    return dispatch<0, 1>(aligned, [&](auto a) {
      return use(LIVEWARP_KERNEL(heat_stream_marked<Stored, d(), a() == 1>));
    });
  };
  if constexpr (std::is_same_v<Stored, double>)
    return pick(std::integral_constant<int, 8>{});
  else if constexpr (std::is_same_v<Stored, float>)
    return dispatch<4, 8, 12>(depth, pick);
  else
    return dispatch<8, 12>(depth, pick);
}

/// One launch does all where it can: without marks, where lanes end with the plate, and where a
/// plate that goes round does so between two groups of four rows. With marks, and for rows that are
/// not aligned, always four cells per lane.
inline StreamCut cut_for(std::int64_t nx, std::int64_t ny, HeatBoundary boundary, bool marked,
                         const Launch& launch) {
  const bool plain = !marked && rows_are_aligned(nx);
  const bool alone = plain && (boundary != HeatBoundary::periodic || ny % 4 == 0);
  const auto cells = int(launch.integer("cells")), height = int(launch.integer("chunk"));
  return stream_cut(nx, ny, alone ? int(boundary) : heat_left_out, int(launch.integer("depth")),
                    plain && nx % cells == 0 ? cells : 4, height, precision_of(launch.values()),
                    multiprocessors());
}

inline void launch_border(const Heat::Step& step, const StreamCut& cut, KernelExec& exec) {
  constexpr Dim3 block{32, 8};
  launch_tiles(border_of(cut, step.nx, step.ny), cut.depth, block, step, exec);
}

/// The launches of a step whose plate has strips: one that computes all, or several where strips
/// leave the border out. Of those on a large plate the slowest go first and beside the others: the
/// chunks with marks, and without marks the border, whose few blocks leave most of the GPU idle. On
/// a small plate chunks with marks are few too, and without marks it is not worth the microseconds
/// that a second stream takes.
template <class Stored>
void launch_strips(const Heat::Step& step, const StreamCut& cut, KernelExec& exec) {
  constexpr std::int64_t many_cells = std::int64_t{1} << 24;
  constexpr Dim3 block{32};
  const Dim3 grid{unsigned(cut.warps())};
  const bool aligned = rows_are_aligned(step.nx);
  const bool large = std::int64_t{step.nx} * step.ny >= many_cells;
  const auto scale = scaled<Computed<Stored>>(step.number, cut.depth);
  const HeatMarks marks = step.marks ? marks_in(step.scratch, cut) : HeatMarks{};
  const auto border = [&] { launch_border(step, cut, exec); };
  const auto unmarked_chunks = [&] {
    if (!aligned) return;
    with_stream_kernel<Stored>(cut.depth, cut.cells, [&](const auto& kernel) {
      exec.launch(kernel.main(), grid, block, 0, input<Stored>(step), output<Stored>(step),
                  marks.rows, marks.words, cut.strips, scale);
    });
  };
  const auto other_chunks = [&] {
    if (!step.marks && aligned) return;
    with_marked_kernel<Stored>(cut.depth, aligned, [&](const auto& kernel) {
      exec.launch(kernel, grid, block, 0, input<Stored>(step), output<Stored>(step), marks,
                  cut.strips, scale);
    });
  };
  if (step.marks && !step.scratch_kept)  // marks are looked for when they have changed
    exec.launch(LIVEWARP_KERNEL(heat_find_marks),
                {unsigned(ceil_div(cut.warps() * cut.words(), 4))}, {128}, 0, step.marks, marks,
                cut.strips, cut.depth);
  const auto chunks = [&] {
    unmarked_chunks();
    other_chunks();
  };
  const auto all_but_marked = [&] {
    unmarked_chunks();
    border();
  };
  if (cut.strips.edge != heat_left_out) return unmarked_chunks();
  if (large && step.marks) return launch_beside(exec, other_chunks, all_but_marked);
  if (large || step.marks) return launch_beside(exec, border, chunks);
  border();
  chunks();
}

inline void stream_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const StreamCut cut = cut_for(step.nx, step.ny, step.boundary, step.marks, launch);
  if (!cut.any()) return launch_border(step, cut, exec);
  with_stored(step.precision,
              [&]<class Stored>(Stored) { launch_strips<Stored>(step, cut, exec); });
}

inline std::string stream_refuses(const Heat::Problem& problem, const Launch& launch,
                                  Executor executor) {
  const Precision precision = precision_of(launch.values());
  const std::int64_t depth = launch.integer("depth"), cells = launch.integer("cells");
  if (precision != Precision::fp32 && depth == 4)
    return "depth 4 comes in fp32 alone, where it shows what more steps gain";
  if (precision == Precision::fp64 && depth > 8)
    return "depth " + std::to_string(depth) + " in fp64 does not fit into the registers: choose 8";
  if (cells == 8 && (precision != Precision::fp32 || depth != 8))
    return "8 cells per lane come in fp32 and with depth 8 alone: more do not fit into the registers";
  return only_radius_1(problem, launch, executor);
}

inline Variant<Heat> stream() {
  auto variant = cuda_variant<Heat>("stream", "Temporal, registers", stream_step);
  variant.topic = "L3.6";
  variant.source =
      "in the spirit of Matsumura et al.: AN5D, Automated Stencil Framework for High-Degree "
      "Temporal Blocking on GPUs (2020); the sharing of diagonal sums is ours";
  variant.axes = {
      integer_axis("depth", "Steps per launch", "steps", {4, 8, 12}, 12,
                   "Temporal blocking: time steps that one launch makes."),
      integer_axis("cells", "Cells per lane", "", {4, 8}, 4,
                   "Neighbouring cells of a row that a lane keeps."),
      automatic(integer_axis("chunk", "Rows per warp", "rows", {0, 16, 32, 64, 128, 256, 512}, 0,
                             "Rows that a warp writes on its way down. Automatic: enough warps to "
                             "fill the GPU, and chunks as long as that allows.")),
      all_precisions()};
  variant.refuses = stream_refuses;
  variant.time_steps = [](const Launch& launch) { return int(launch.integer("depth")); };
  variant.scratch_bytes = [](const Heat::Problem& problem, const Launch& launch) {
    return marks_bytes(cut_for(problem.nx, problem.ny, problem.boundary, true, launch));
  };
  variant.cost = [](const Heat::Problem& problem, const Launch& launch) {
    const auto depth = double(launch.integer("depth"));
    const StreamCut cut = cut_for(problem.nx, problem.ny, problem.boundary, false, launch);
    double read = 1;
    if (cut.any())
      read = double(cut.warps()) * 32 * cut.cells * (cut.strips.height + 2 * depth) /
             (double(problem.nx) * double(problem.ny));
    return Heat::cost(problem, precision_of(launch.values()), int(depth), (read + 1) / depth);
  };
  return variant;
}

/// Those that make several time steps, in one unit since they share kernels.
inline std::vector<Variant<Heat>> stream_variants() {
  return {tile_temporal(), stream(), iterate()};
}

}  // namespace heat

LIVEWARP_KERNELS_END
