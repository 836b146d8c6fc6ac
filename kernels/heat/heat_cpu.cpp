#include <algorithm>

#include "kernels/core/vector_isa.h"
#include "kernels/core/verification.h"
#include "kernels/heat/heat_cpu_picture.h"
#include "kernels/heat/heat_cpu_temporal.h"
#include "kernels/heat/heat_reference.h"

namespace livewarp {

namespace {

/// Rows of a piece, between two looks at the stop token: some tenths of a millisecond, and several
/// pieces for each thread.
std::int64_t rows_of_piece(const Heat::Step& step, int threads) {
  constexpr std::int64_t cells = 262'144;
  return std::max<std::int64_t>(
      1, std::min<std::int64_t>(cells / step.nx, step.ny / (4 * std::int64_t(threads))));
}

/// Values that a cell's thread asks for in a step: the star, and the store.
double star_values(const Heat::Problem& problem) { return 4.0 * problem.radius + 2; }

Variant<Heat> cpu_row(std::string name, std::string title) {
  Variant<Heat> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.file = "kernels/heat/heat_cpu.cpp";
  row.backend = Backend::cpu;
  row.memory_modes = {MemoryMode::host};
  row.tolerance = tolerance_cap("heat", Backend::cpu, "fp32");
  row.work = [](const Heat::Problem& problem, const Launch& launch) {
    return Heat::work(problem, precision_of(launch.values()), 1, star_values(problem));
  };
  return row;
}

Variant<Heat> reference_row() {
  Variant<Heat> row = cpu_row("reference-fp64", "Reference fp64");
  row.topic = "L3.11";
  row.file = "kernels/heat/heat_reference.cpp";
  row.source = "the formula itself";
  row.lesson =
      "Every sum in fp64, cell by cell as the formula is written, borders and marks asked for by "
      "name: what all other rows are compared with. Stored in fp64 too, a step moves twice the "
      "bytes of fp32 and takes about twice the time, because a stencil waits for the memory.";
  row.axes = {precision_axis({Precision::fp64, Precision::fp32, Precision::half}, Precision::fp64),
              threads_axis("rows")};
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    const Heat::Problem problem{step.nx, step.ny, step.number, step.radius, step.boundary};
    const int threads = int(launch.integer("threads"));
    with_temperatures(step, [&](const auto* in, auto* out) {
      exec.for_range(step.ny, rows_of_piece(step, threads), threads, [&](Range rows) {
        for (std::int64_t y = rows.first; y < rows.last; ++y)
          heat_reference_row(problem, step.marks, in, y, out + y * step.nx);
      });
    });
  };
  return row;
}

/// A plain loop, for the compiler to do with what it likes.
template <class Stored>
void scalar_cells(const HeatStar<Stored>& star, Stored* out, std::int64_t first,
                  std::int64_t last) {
  using Real = typename HeatStar<Stored>::Real;
  for (std::int64_t x = first; x < last; ++x) {
    const Real t = loaded(star.row[x]);
    Real sum = 0;
    for (int k = 1; k <= star.radius; ++k) {
      const auto at = std::size_t(k);
      sum += star.weight[at] * ((loaded(star.row[x - k]) + loaded(star.row[x + k])) +
                                (loaded(star.up[at][x]) + loaded(star.down[at][x])) - 4 * t);
    }
    store(out[x], t + sum);
  }
}

Variant<Heat> scalar_row() {
  Variant<Heat> row = cpu_row("scalar", "Scalar");
  row.topic = "L3.1";
  row.source = "the formula itself";
  row.lesson =
      "One core and the plain loop over the star's radius, row by row, so that memory is read in "
      "order. Nothing tells the compiler how wide the star is, so it computes one cell at a time: "
      "this is what the vector row has to beat, before memory stops both.";
  row.axes = {precision_axis({Precision::fp32, Precision::fp64, Precision::half})};
  row.step = [](const Heat::Step& step, const Launch&, Exec& exec) {
    with_temperatures(step, [&](const auto* in, auto* out) {
      using Stored = std::remove_pointer_t<decltype(out)>;
      exec.for_range(step.ny, rows_of_piece(step, 1), 1, [&](Range rows) {
        heat_rows(step, in, out, rows, {0, step.nx}, &scalar_cells<Stored>);
      });
    });
  };
  return row;
}

Param heat_isa_axis() {
  return isa_axis("Vector instructions to compute with: 4, 8 or 16 cells of fp32 at a time.");
}

/// A step by vector rows; `width` columns at a time.
void vector_step(const Heat::Step& step, const Launch& launch, Exec& exec, int threads,
                 std::int64_t width) {
  const std::string& isa = launch.text("isa");
  with_temperatures(step, [&](const auto* in, auto* out) {
    using Stored = std::remove_pointer_t<decltype(out)>;
    const HeatRow<Stored> row = heat_vector_row<Stored>(isa, HeatStores::cached);
    exec.for_range(step.ny, rows_of_piece(step, threads), threads, [&](Range rows) {
      for (std::int64_t x = 0; x < step.nx; x += width)
        heat_rows(step, in, out, rows, {x, std::min(x + width, std::int64_t(step.nx))}, row);
    });
  });
}

template <class Real>
void streaming_step(const Heat::Step& step, const Launch& launch, int threads, Exec& exec) {
  const std::string& isa = launch.text("isa");
  const HeatTwoLines<Real> two = heat_vector_lines<Real>(isa, HeatStores::streaming);
  const HeatRow<Real> one = heat_vector_row<Real>(isa, HeatStores::streaming);
  exec.for_range(step.ny, rows_of_piece(step, threads), threads, [&](Range rows) {
    heat_row_pairs(step, static_cast<const Real*>(step.in), static_cast<Real*>(step.out), rows, two,
                   one);
    heat_finish_streaming();
  });
}

Variant<Heat> vector_row() {
  Variant<Heat> row = cpu_row("vector", "Vector");
  row.topic = "L3.1";
  row.file = "kernels/heat/heat_cpu_hwy.cpp";
  row.source = "Datta et al.: Stencil Computation Optimization and Auto-tuning, SC 2008";
  row.lesson =
      "One core, 4, 8 or 16 cells at a time in its vector registers. Left and right neighbours are "
      "the same row again, loaded one cell further. On a plate larger than the caches the "
      "instruction set hardly matters: one core waits for the memory.";
  row.axes = {precision_axis({Precision::fp32, Precision::fp64, Precision::half}), heat_isa_axis()};
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    vector_step(step, launch, exec, 1, step.nx);
  };
  return row;
}

Variant<Heat> threads_row() {
  Variant<Heat> row = vector_row();
  row.name = "threads";
  row.title = "Vector, threads";
  row.source = "oneTBB: parallel_for over pieces of rows";
  row.lesson =
      "The vector row on all cores, rows handed out in pieces. A few cores are enough to use the "
      "whole memory bandwidth, and more change nothing. Each store first reads the line that it "
      "is about to overwrite: 12 bytes move for a cell of fp32, where 8 would do.";
  row.axes.push_back(threads_axis("rows"));
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    vector_step(step, launch, exec, int(launch.integer("threads")), step.nx);
  };
  return row;
}

std::string only_radius_1(const Heat::Problem& problem, const Launch&, Executor) {
  return problem.radius == 1 ? "" : "computes radius 1 only: choose the row threads";
}

Variant<Heat> streaming_row() {
  Variant<Heat> row = threads_row();
  row.name = "streaming";
  row.title = "Streaming stores";
  row.source = "Intel 64 and IA-32 Optimization Reference Manual: Non-temporal Stores";
  row.lesson =
      "The threads row with stores that go past the caches, so that no line is read only to be "
      "overwritten: 8 bytes a cell instead of 12; and two rows at a time, from four that are read "
      "once. On a large plate this is nearly as fast as a copy. On one that fits into the cache it "
      "is slower, because the next step must fetch it back.";
  row.axes = {precision_axis({Precision::fp32, Precision::fp64}), heat_isa_axis(),
              threads_axis("rows")};
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    const int threads = int(launch.integer("threads"));
    if (step.precision == Precision::fp64)
      streaming_step<double>(step, launch, threads, exec);
    else
      streaming_step<float>(step, launch, threads, exec);
  };
  return row;
}

Variant<Heat> blocked_row() {
  Variant<Heat> row = threads_row();
  row.name = "blocked";
  row.title = "Cache-blocked";
  row.source = "Rivera and Tseng: Tiling Optimizations for 3D Scientific Computations, SC 2000";
  row.lesson =
      "The plate in strips so narrow that three rows of one stay in the first-level cache. In two "
      "dimensions it seldom pays: three whole rows fit into the second-level cache anyway, and "
      "each short row is a new start for the prefetcher. Blocking pays in three dimensions, and in "
      "time.";
  row.axes.push_back(integer_axis("strip", "Strip", "cells", {512, 1024, 2048, 4096}, 2048,
                                  "Width of the strips that are computed one after the other."));
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    vector_step(step, launch, exec, int(launch.integer("threads")), launch.integer("strip"));
  };
  return row;
}

Variant<Heat> temporal_row() {
  Variant<Heat> row = cpu_row("temporal", "Temporal blocking");
  row.topic = "L3.6";
  row.file = "kernels/heat/heat_cpu_temporal.cpp";
  row.source = "Wonnacott: Using Time Skewing to Eliminate Idle Time, IPDPS 2000";
  row.lesson =
      "Several time steps in one pass over the memory. A strip is read from top to bottom; as soon "
      "as three rows of one time step are there, a row of the next is computed, and only the last "
      "is stored. A strip's edges are computed twice, since neighbours do not wait for each other: "
      "more steps a pass save more memory traffic and repeat more work.";
  row.axes = {precision_axis({Precision::fp32, Precision::fp64}), heat_isa_axis(),
              threads_axis("rows"),
              integer_axis("depth", "Steps a pass", "", {2, 4, 8, 16, 32}, 32,
                           "Time steps that one pass over the plate makes.")};
  row.refuses = only_radius_1;
  row.time_steps = [](const Launch& launch) { return int(launch.integer("depth")); };
  row.work = [](const Heat::Problem& problem, const Launch& launch) {
    return Heat::work(problem, precision_of(launch.values()), int(launch.integer("depth")),
                      star_values(problem));
  };
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    const int threads = int(launch.integer("threads")), depth = int(launch.integer("depth"));
    heat_temporal_step(step, heat_blocking(step, depth, threads), launch.text("isa"), threads,
                       exec);
  };
  return row;
}

}  // namespace

Rows<Heat> Heat::cpu_rows() {
  return {{reference_row(), scalar_row(), vector_row(), threads_row(), streaming_row(),
           blocked_row(), temporal_row()},
          heat_publish_on_host,
          heat_paint_on_host};
}

}  // namespace livewarp
