#include <algorithm>
#include <cmath>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/vector_isa.h"
#include "kernels/scaling/cpu/scaling_cpu_hwy.h"
#include "kernels/scaling/cpu/scaling_cpu_nearest.h"
#include "kernels/scaling/cpu/scaling_cpu_picture.h"
#include "kernels/scaling/cpu/scaling_cpu_pixel.h"
#include "kernels/scaling/scaling_reference.h"

namespace livewarp {

namespace {

/// Rows of a piece, between two looks at the stop token.
std::int64_t rows_of_piece(const Scaling::Problem& problem, int threads) {
  constexpr std::int64_t pixels = 65'536;
  return std::clamp<std::int64_t>(
      pixels / problem.result_width, 1,
      std::max<std::int64_t>(1, problem.result_height / (4 * std::int64_t(threads))));
}

void reference_step(const Scaling::Step& step, const Launch& launch, Exec& exec) {
  const Scaling::Problem& problem = *step.problem;
  const int threads = launch.threads();
  const ScalingReference reference(problem, step.source);
  const std::int64_t values = problem.result_width * problem.channels;
  exec.for_range(problem.result_height, rows_of_piece(problem, threads), threads, [&](Range rows) {
    std::vector<double> exact(static_cast<std::size_t>(values));
    for (std::int64_t y = rows.first; y < rows.last; ++y) {
      reference.row(y, exact.data());
      for (std::int64_t x = 0; x < values; ++x)
        step.result[y * values + x] = std::uint8_t(std::floor(exact[std::size_t(x)] + 0.5));
    }
  });
}

/// Pieces of a larger result are longer: each filters anew what it shares with the one before.
std::int64_t rows_of_strips(const Scaling::Problem& problem, int threads) {
  return std::clamp<std::int64_t>(problem.result_height / (4 * std::int64_t(threads)), 16,
                                  problem.scale < 1 ? 32 : 128);
}

bool separates(const Scaling::Problem& problem) {
  return weighs(problem.filter) && problem.map.straight();
}

void by_pixel(const Scaling::Step& step, const ScalingLoops& loops, const ScalingCurve* curve,
              int threads, Exec& exec) {
  const ScalingByPixel pixels(step, loops, curve, threads, exec);
  exec.for_range(step.problem->result_height, rows_of_piece(*step.problem, threads), threads,
                 [&](Range rows) { pixels.rows(rows); });
}

void by_lines(const Scaling::Step& step, const ScalingLoops& loops, int threads, Exec& exec) {
  const ScalingSeparable separable(step, loops);
  exec.for_range(step.problem->result_height, rows_of_strips(*step.problem, threads), threads,
                 [&](Range rows) {
                   separable.rows(rows);
                   scaling_finish_streaming();
                 });
}

void by_nearest(const Scaling::Step& step, int threads, Exec& exec) {
  const ScalingNearest nearest(step);
  exec.for_range(step.problem->result_height, rows_of_piece(*step.problem, threads), threads,
                 [&](Range rows) { nearest.rows(rows); });
}

void scalar_step(const Scaling::Step& step, const Launch&, Exec& exec) {
  by_pixel(step, scaling_plain_loops(), nullptr, 1, exec);
}

void tables_step(const Scaling::Step& step, const Launch&, Exec& exec) {
  by_lines(step, scaling_plain_loops(), 1, exec);
}

void vector_step(const Scaling::Step& step, const Launch& launch, Exec& exec) {
  by_lines(step, scaling_vector_loops(launch.text("isa")), 1, exec);
}

void threads_step(const Scaling::Step& step, const Launch& launch, Exec& exec) {
  const int threads = launch.threads();
  const ScalingLoops loops = scaling_vector_loops(launch.text("isa"));
  const Scaling::Problem& problem = *step.problem;
  if (separates(problem)) return by_lines(step, loops, threads, exec);
  if (problem.filter == ScalingFilter::nearest && problem.map.straight())
    return by_nearest(step, threads, exec);
  const ScalingCurve curve(problem);
  by_pixel(step, loops, &curve, threads, exec);
}

std::string only_separable(const Scaling::Problem& problem, const Launch&, Executor) {
  if (!weighs(problem.filter))
    return "computes filters that weight texels by their distance: choose the variant threads";
  if (!problem.map.straight())
    return "is separable, which allows no rotation: choose the variant threads";
  return "";
}

/// What a pixel asks for where columns and rows are summed apart.
CostModel separable_cost(const Scaling::Problem& problem, const Launch&) {
  const double taps = weighs(problem.filter) ? problem.stretched().taps() : 1;
  return Scaling::cost(problem, problem.channels * (2 * taps + 1));
}

}  // namespace

Variants<Scaling> Scaling::cpu_variants() {
  auto reference = cpu_variant<Scaling>("reference-fp64", "Reference fp64", reference_step);
  reference.topic = "L2.12";
  reference.axes = {threads_axis("rows")};

  auto scalar = cpu_variant<Scaling>("scalar", "Scalar", scalar_step);
  scalar.topic = "L2.12";

  auto tables = cpu_variant<Scaling>("tables", "Separable, tables", tables_step);
  tables.topic = "L2.5";
  tables.source = "Schumacher: General Filtered Image Rescaling, Graphics Gems III, 1992";
  tables.cost = separable_cost;
  tables.refuses = only_separable;

  const Param isa =
      isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 channels at a time.");
  auto vector = cpu_variant<Scaling>("vector", "Vectorized", vector_step);
  vector.topic = "L2.5";
  vector.source = "Highway: PromoteTo, TableLookupLanes, ConcatEven";
  vector.cost = separable_cost;
  vector.axes = {isa};
  vector.refuses = only_separable;

  auto threads = cpu_variant<Scaling>("threads", "Vectorized, threads", threads_step);
  threads.topic = "L2.12";
  threads.source = "oneTBB: parallel_for over ranges of rows";
  threads.cost = separable_cost;
  threads.axes = {isa, threads_axis("rows")};
  return {{reference, scalar, tables, vector, threads}, scaling_publish_on_host, {}, {}};
}

}  // namespace livewarp
