#include <algorithm>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/vector_isa.h"
#include "kernels/heat/cpu/heat_cpu_picture.h"
#include "kernels/heat/cpu/heat_cpu_temporal.h"
#include "kernels/heat/heat_reference.h"

namespace livewarp {

namespace {

void reference_step(const Heat::Step& step, const Launch& launch, Exec& exec) {
  const Heat::Problem problem{step.nx, step.ny, step.number, step.radius, step.boundary};
  const int threads = launch.threads();
  with_temperatures(step, [&](const auto* in, auto* out) {
    exec.for_range(step.ny, rows_of_piece({step.nx, step.ny}, threads), threads, [&](Range rows) {
      for (std::int64_t y = rows.first; y < rows.last; ++y)
        heat_reference_row(problem, step.marks, in, y, out + y * step.nx);
    });
  });
}

// Lesson scalar: One core and the plain loop over the stencil's radius, row by row, so that memory
// is read in order. Nothing tells the compiler how wide the stencil is, so it computes one cell at
// a time: this is what the vectorized variant has to beat, before memory stops both.
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

void scalar_step(const Heat::Step& step, const Launch&, Exec& exec) {
  with_temperatures(step, [&](const auto* in, auto* out) {
    using Stored = std::remove_pointer_t<decltype(out)>;
    exec.for_range(step.ny, rows_of_piece({step.nx, step.ny}, 1), 1, [&](Range rows) {
      heat_rows(step, in, out, rows, {0, step.nx}, &scalar_cells<Stored>);
    });
  });
}

Param heat_isa_axis() {
  return isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 cells of fp32 at a time.");
}

/// A step by vector rows; a `strip` of columns at a time where the launch has one.
void vector_step(const Heat::Step& step, const Launch& launch, Exec& exec) {
  const std::string& isa = launch.text("isa");
  const int threads = launch.threads();
  const bool strips = launch.values().contains("strip");
  const std::int64_t width = strips ? launch.integer("strip") : step.nx;
  with_temperatures(step, [&](const auto* in, auto* out) {
    using Stored = std::remove_pointer_t<decltype(out)>;
    const HeatRow<Stored> row = heat_vector_row<Stored>(isa, HeatStores::cached);
    exec.for_range(step.ny, rows_of_piece({step.nx, step.ny}, threads), threads, [&](Range rows) {
      for (std::int64_t x = 0; x < step.nx; x += width)
        heat_rows(step, in, out, rows, {x, std::min(x + width, std::int64_t(step.nx))}, row);
    });
  });
}

template <class Real>
void stream_rows(const Heat::Step& step, const Launch& launch, Exec& exec) {
  const int threads = launch.threads();
  const std::string& isa = launch.text("isa");
  const HeatTwoLines<Real> two = heat_vector_lines<Real>(isa, HeatStores::streaming);
  const HeatRow<Real> one = heat_vector_row<Real>(isa, HeatStores::streaming);
  exec.for_range(step.ny, rows_of_piece({step.nx, step.ny}, threads), threads, [&](Range rows) {
    heat_row_pairs(step, static_cast<const Real*>(step.in), static_cast<Real*>(step.out), rows, two,
                   one);
    heat_finish_streaming();
  });
}

void streaming_step(const Heat::Step& step, const Launch& launch, Exec& exec) {
  if (step.precision == Precision::fp64)
    stream_rows<double>(step, launch, exec);
  else
    stream_rows<float>(step, launch, exec);
}

void temporal_step(const Heat::Step& step, const Launch& launch, Exec& exec) {
  const int threads = launch.threads(), depth = int(launch.integer("depth"));
  heat_temporal_step(step, heat_blocking(step, depth, threads), launch.text("isa"), threads, exec);
}

std::string only_radius_1(const Heat::Problem& problem, const Launch&, Executor) {
  return problem.radius == 1 ? "" : "computes radius 1 only: choose the variant threads";
}

Variant<Heat> temporal() {
  auto variant = cpu_variant<Heat>("temporal", "Temporal blocking", temporal_step);
  variant.topic = "L3.6";
  variant.source = "Wonnacott: Using Time Skewing to Eliminate Idle Time, IPDPS 2000";
  variant.axes = {
      precision_axis({Precision::fp32, Precision::fp64}), heat_isa_axis(), threads_axis("rows"),
      integer_axis("depth", "Steps per pass", "", {2, 4, 8, 16, 32}, 32,
                   "Temporal blocking: time steps that one pass over the plate makes.")};
  variant.refuses = only_radius_1;
  variant.time_steps = [](const Launch& launch) { return int(launch.integer("depth")); };
  variant.cost = [](const Heat::Problem& problem, const Launch& launch) {
    return Heat::cost(problem, precision_of(launch.values()), int(launch.integer("depth")),
                      Heat::star_values(problem));
  };
  return variant;
}

}  // namespace

Variants<Heat> Heat::cpu_variants() {
  const Param precisions = precision_axis({Precision::fp32, Precision::fp64, Precision::half});
  auto reference = cpu_variant<Heat>("reference-fp64", "Reference fp64", reference_step);
  reference.topic = "L3.11";
  reference.axes = {
      precision_axis({Precision::fp64, Precision::fp32, Precision::half}, Precision::fp64),
      threads_axis("rows")};

  auto scalar = cpu_variant<Heat>("scalar", "Scalar", scalar_step);
  scalar.topic = "L3.1";
  scalar.axes = {precisions};

  auto vector = cpu_variant<Heat>("vector", "Vectorized", vector_step);
  vector.topic = "L3.1";
  vector.source = "Datta et al.: Stencil Computation Optimization and Auto-tuning, SC 2008";
  vector.axes = {precisions, heat_isa_axis()};

  auto threads = cpu_variant<Heat>("threads", "Vectorized, threads", vector_step);
  threads.topic = "L3.1";
  threads.source = "oneTBB: parallel_for over ranges of rows";
  threads.axes = {precisions, heat_isa_axis(), threads_axis("rows")};

  auto streaming = cpu_variant<Heat>("streaming", "Streaming stores", streaming_step);
  streaming.topic = "L3.1";
  streaming.source = "Intel 64 and IA-32 Optimization Reference Manual: Non-temporal Stores";
  streaming.axes = {precision_axis({Precision::fp32, Precision::fp64}), heat_isa_axis(),
                    threads_axis("rows")};

  auto blocked = cpu_variant<Heat>("blocked", "Cache blocking", vector_step);
  blocked.topic = "L3.1";
  blocked.source = "Rivera and Tseng: Tiling Optimizations for 3D Scientific Computations, SC 2000";
  blocked.axes = threads.axes;
  blocked.axes.push_back(
      integer_axis("strip", "Strip width", "cells", {512, 1024, 2048, 4096}, 2048,
                   "Cache blocking: width of the strips that are computed one after the other."));
  return {{reference, scalar, vector, threads, streaming, blocked, temporal()},
          heat_publish_on_host,
          heat_paint_on_host};
}

}  // namespace livewarp
