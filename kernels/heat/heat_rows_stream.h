// The row that streams through the plate in registers: how the plate is cut, and the launches of a step.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/heat/heat_rows_tile.h"
#include "kernels/heat/heat_stream_marked.cuh"

LIVEWARP_KERNELS_BEGIN

namespace heat {

/// How the streaming row cuts a plate. Without strips it is too small: all of it is border.
struct StreamCut {
  HeatStrips strips{};
  int depth = 0, cells = 0;
  bool any() const { return strips.strips > 0; }
  std::int64_t warps() const { return std::int64_t{strips.strips} * strips.chunks; }
  /// Words of a chunk in HeatMarks::rows: a bit a row, and one more that is never set alone.
  int words() const { return (strips.height + 2 * depth) / 32 + 1; }
};

/// Warps that one of the four schedulers of a multiprocessor holds, by the registers of a lane: two rows
/// of each time level, and what else it takes; 512 registers a lane are there.
inline int resident_warps(int depth, int cells, Precision precision) {
  const int registers = (20 + 10 * cells * depth / 3) * (precision == Precision::fp64 ? 2 : 1);
  return std::max(2, 512 / registers);
}

/// Rows a chunk such that all is done soonest, in units of one row of a warp: every chunk reads 2 depth
/// rows more than it writes, so few long chunks do the least work; but a scheduler needs about 3 warps
/// to be busy, and the last wave of chunks should not be a large part of all.
inline int best_height(int rows, int strips, int depth, int resident, int multiprocessors) {
  double least = 0;
  int best = 4;
  for (int height = 8; height <= std::min(512, rows); height += 4) {
    const double warps = double(strips) * double(ceil_div(rows, height));
    const double each = std::ceil(warps / multiprocessors) / 4;  // warps of a scheduler
    const double waves = each / resident;
    const double tail = waves > 1 ? 1 + 0.5 / waves : 1;
    const double time =
        (height + 2 * depth) * std::max(each, std::min(3.0, double(resident))) * tail;
    if (least == 0 || time < least) {
      least = time;
      best = height;
    }
  }
  return best;
}

/// `height` 0: the best one. Strips need whole rows of loads: `cells` columns a lane, 32 lanes.
inline StreamCut stream_cut(std::int64_t nx, std::int64_t ny, int depth, int cells, int height,
                            bool marked, Precision precision, int multiprocessors) {
  constexpr int ahead = 4;  // rows that are loaded too early, at the end of a chunk in vain
  StreamCut cut{.depth = depth, .cells = cells};
  HeatStrips& s = cut.strips;
  s.nx = int(nx);
  s.ny = int(ny);
  s.margin = int(ceil_div(depth, cells)) * cells;
  s.width = 32 * cells - 2 * s.margin;
  // A lane that reaches beyond the edge has no right value, nor have `depth` columns before it.
  s.last_x = (s.nx / cells * cells - depth) / cells * cells;
  s.last_y = s.ny - depth - ahead;
  const int rows = s.last_y - depth;
  if (s.nx < 32 * cells || rows < 8) return cut;
  s.strips = int(ceil_div(s.last_x - s.margin, s.width));
  // Chunks with marks take longer than others: they should not be too few.
  constexpr int marked_resident = 3, longest_marked = 256;
  const int resident = marked ? marked_resident : resident_warps(depth, cells, precision);
  s.height = height ? height : best_height(rows, s.strips, depth, resident, multiprocessors);
  if (marked && height == 0) s.height = std::min(s.height, longest_marked);
  s.height = std::min(s.height, rows / 4 * 4);
  s.chunks = int(ceil_div(rows, s.height));
  return cut;
}

inline bool rows_are_aligned(std::int64_t nx) { return nx % 4 == 0; }

/// The border of what strips write, or the whole plate.
inline std::vector<Rectangle> border_of(const StreamCut& cut, int nx, int ny) {
  constexpr int wide = 48, tall = 24;
  if (!cut.any()) return {{0, 0, nx, ny, wide, tall}};
  const HeatStrips& s = cut.strips;
  const int depth = cut.depth;
  return {{0, 0, nx, depth, wide, tall},
          {0, s.last_y, nx, ny, wide, tall},
          {0, depth, s.margin, s.last_y, tall, wide},
          {s.last_x, depth, nx, s.last_y, tall, wide}};
}

/// beta and unscale of HeatScaled. Of the values of beta next to 1 / number - 4 that one is taken whose
/// unscale needs the least rounding: a rounding there would heat or cool the whole plate a little in
/// every launch.
template <class Real>
HeatScaled<Real> scaled(double number, int depth) {
  const auto exact = [&](Real beta) { return std::pow(4.0L + (long double)beta, -depth); };
  const Real nearest = Real(1 / (long double)number - 4);
  HeatScaled<Real> best{nearest, Real(exact(nearest))};
  long double least = 1;
  Real beta = nearest;
  for (int i = 0; i < 4; ++i) beta = std::nextafter(beta, Real(-5));
  for (int i = 0; i < 9; ++i, beta = std::nextafter(beta, Real(2000))) {
    if (nearest == 0 && beta != 0) continue;
    const long double error = std::abs((long double)Real(exact(beta)) / exact(beta) - 1);
    if (error >= least) continue;
    least = error;
    best = {beta, Real(exact(beta))};
  }
  return best;
}

/// Where the marks of a step are kept in the scratch: a byte a cell, then bits of rows.
inline HeatMarks marks_in(void* scratch, const StreamCut& cut) {
  auto* const codes = static_cast<unsigned char*>(scratch);
  const std::int64_t cells = std::int64_t{cut.strips.nx} * cut.strips.ny;
  auto* const rows = reinterpret_cast<unsigned*>(codes + ceil_div(cells, 256) * 256);
  return {codes, rows, cut.words()};
}

inline std::size_t marks_bytes(const StreamCut& cut) {
  if (!cut.any()) return 0;
  const std::int64_t cells = std::int64_t{cut.strips.nx} * cut.strips.ny;
  return std::size_t(ceil_div(cells, 256) * 256 +
                     cut.warps() * cut.words() * std::int64_t{sizeof(unsigned)});
}

/// Calls use(kernel without marks) with the kernel of that depth and number of cells a lane.
template <class Stored, class F>
decltype(auto) with_stream_kernel(int depth, int cells, F&& use) {
  if constexpr (std::is_same_v<Stored, double>) {
    return dispatch<4, 8>(
        depth, [&](auto d) { return use(LIVEWARP_KERNEL(heat_stream<double, d(), 4>)); });
  } else {
    if constexpr (std::is_same_v<Stored, float>)
      if (cells == 8)
        return dispatch<4, 8>(
            depth, [&](auto d) { return use(LIVEWARP_KERNEL(heat_stream<float, d(), 8>)); });
    return dispatch<4, 8, 12, 16>(
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
    return dispatch<4, 8>(depth, pick);
  else
    return dispatch<4, 8, 12, 16>(depth, pick);
}

/// With marks or rows that are not aligned always four cells a lane.
inline StreamCut cut_for(std::int64_t nx, std::int64_t ny, bool marked, const Launch& launch,
                         int multiprocessors) {
  const bool plain = !marked && rows_are_aligned(nx);
  const auto height = int(launch.integer("chunk"));
  return stream_cut(nx, ny, int(launch.integer("depth")), plain ? int(launch.integer("cells")) : 4,
                    height, marked, precision_of(launch.values()), multiprocessors);
}

template <class Stored>
void launch_strips(const Heat::Step& step, const StreamCut& cut, Exec& exec) {
  constexpr Dim3 block{32};
  const Dim3 grid{unsigned(cut.warps())};
  const auto scale = scaled<Computed<Stored>>(step.number, cut.depth);
  HeatMarks marks{};
  if (step.marks) {
    marks = marks_in(step.scratch, cut);
    if (!step.scratch_kept)  // marks are looked for when they have changed
      exec.launch(LIVEWARP_KERNEL(heat_find_marks),
                  {unsigned(ceil_div(cut.warps() * cut.words(), 4))}, {128}, 0, step.marks, marks,
                  cut.strips, cut.depth);
  }
  if (rows_are_aligned(step.nx))
    with_stream_kernel<Stored>(cut.depth, cut.cells, [&](const auto& kernel) {
      exec.launch(kernel, grid, block, 0, input<Stored>(step), output<Stored>(step), marks.rows,
                  marks.words, cut.strips, scale);
    });
  if (step.marks || !rows_are_aligned(step.nx))
    with_marked_kernel<Stored>(cut.depth, rows_are_aligned(step.nx), [&](const auto& kernel) {
      exec.launch(kernel, grid, block, 0, input<Stored>(step), output<Stored>(step), marks,
                  cut.strips, scale);
    });
}

inline void stream_step(const Heat::Step& step, const Launch& launch, int multiprocessors,
                        Exec& exec) {
  constexpr Dim3 border_block{32, 8};
  const StreamCut cut = cut_for(step.nx, step.ny, step.marks, launch, multiprocessors);
  launch_tiles(border_of(cut, step.nx, step.ny), cut.depth, border_block, step, exec);
  if (!cut.any()) return;
  with_stored(step.precision,
              [&]<class Stored>(Stored) { launch_strips<Stored>(step, cut, exec); });
}

inline std::string stream_refuses(const Heat::Problem& problem, const Launch& launch,
                                  Executor executor) {
  constexpr double largest_scale = 1e37;
  const Precision precision = precision_of(launch.values());
  const std::int64_t depth = launch.integer("depth"), cells = launch.integer("cells");
  if (precision == Precision::fp64 && depth > 8)
    return "depth " + std::to_string(depth) + " in fp64 does not fit into the registers: at most 8";
  if (cells == 8 && (precision != Precision::fp32 || depth > 8))
    return "8 cells a lane do not fit into the registers: in fp32 and up to depth 8 only";
  if (precision != Precision::fp64 && std::pow(problem.number, -double(depth)) > largest_scale)
    return "depth " + std::to_string(depth) +
           " at so small a diffusion number leaves the range of "
           "fp32, since temperatures are kept divided by its power";
  return only_radius_1(problem, launch, executor);
}

inline std::vector<Param> stream_axes() {
  Param chunk =
      integer_axis("chunk", "Chunk", "rows", {0, 16, 32, 64, 128, 256, 512}, 0,
                   "Rows that a warp writes. Automatic: enough warps to fill the GPU, and "
                   "chunks as long as that allows.");
  chunk.options.front().label = "auto";
  return {integer_axis("depth", "Depth", "steps", {4, 8, 12, 16}, 12,
                       "Time steps that a launch makes."),
          integer_axis("cells", "Cells a lane", "", {4, 8}, 4,
                       "Neighbouring cells of a row that a lane keeps."),
          chunk, all_precisions()};
}

/// `multiprocessors` says how many the present device has: chunks are cut so as to fill them.
inline Variant<Heat> stream_row(int (*multiprocessors)()) {
  Variant<Heat> row = cuda_row("stream", "Steps in registers", "L3.6", "heat_stream.cuh",
                               [](const Heat::Problem&, const Launch&) { return 0; });
  row.source =
      "in the spirit of Matsumura et al.: AN5D, Automated Stencil Framework for High-Degree "
      "Temporal Blocking on GPUs (2020); the sharing of diagonal sums is ours";
  row.lesson =
      "A warp streams down a strip of the plate and makes several time steps on the way, all in "
      "registers: when a row arrives, each time level gains the row above it. No shared memory, no "
      "barrier; neighbours come by shuffle, one row before they are needed. The plate is read and "
      "written once in twelve steps, so arithmetic is the limit. Deeper is not always faster: the "
      "margin that a warp computes in vain grows, and registers for more warps shrink.";
  row.axes = stream_axes();
  row.refuses = stream_refuses;
  row.time_steps = [](const Launch& launch) { return int(launch.integer("depth")); };
  row.kernels = [](const Launch& launch) {
    const auto depth = int(launch.integer("depth")), cells = int(launch.integer("cells"));
    return with_stored(precision_of(launch.values()), [&]<class Stored>(Stored) {
      const auto ref = [](const auto& kernel) { return kernel.ref; };
      return std::vector<KernelRef>{
          with_stream_kernel<Stored>(depth, cells, ref), LIVEWARP_KERNEL(heat_tile<Stored>).ref,
          with_marked_kernel<Stored>(depth, true, ref), LIVEWARP_KERNEL(heat_find_marks).ref};
    });
  };
  row.step = [multiprocessors](const Heat::Step& step, const Launch& launch, Exec& exec) {
    stream_step(step, launch, multiprocessors(), exec);
  };
  row.scratch_bytes = [multiprocessors](const Heat::Problem& problem, const Launch& launch) {
    return marks_bytes(cut_for(problem.nx, problem.ny, true, launch, multiprocessors()));
  };
  row.work = [multiprocessors](const Heat::Problem& problem, const Launch& launch) {
    const auto depth = double(launch.integer("depth"));
    const StreamCut cut = cut_for(problem.nx, problem.ny, false, launch, multiprocessors());
    double read = 1;
    if (cut.any()) read = 32.0 * cut.cells / cut.strips.width * (1 + 2 * depth / cut.strips.height);
    return Heat::work(problem, precision_of(launch.values()), int(depth), (read + 1) / depth);
  };
  return row;
}

}  // namespace heat

LIVEWARP_KERNELS_END
