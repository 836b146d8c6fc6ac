#include <algorithm>
#include <cmath>

#include "kernels/core/vector_isa.h"
#include "kernels/core/verification.h"
#include "kernels/scaling/scaling_cpu_hwy.h"
#include "kernels/scaling/scaling_cpu_nearest.h"
#include "kernels/scaling/scaling_cpu_picture.h"
#include "kernels/scaling/scaling_cpu_pixel.h"
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

Variant<Scaling> cpu_row(std::string name, std::string title, std::string topic) {
  Variant<Scaling> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.topic = std::move(topic);
  row.file = "kernels/scaling/scaling_cpu.cpp";
  row.backend = Backend::cpu;
  row.memory_modes = {MemoryMode::host};
  row.tolerance = tolerance_cap("scaling", Backend::cpu, "fp32");
  row.work = [](const Scaling::Problem& problem, const Launch&) {
    const double taps = weighs(problem.filter) ? problem.stretched().taps() : 1;
    return Scaling::work(problem, problem.channels * (taps * taps + 1));
  };
  return row;
}

Variant<Scaling> reference_row() {
  Variant<Scaling> row = cpu_row("reference-fp64", "Reference fp64", "L2.12");
  row.file = "kernels/scaling/scaling_reference.cpp";
  row.source = "the formula itself";
  row.lesson =
      "Every weight and every sum in fp64, rounded once at the end: what all other rows are "
      "compared with. Where rows stay rows, the weights of a column are computed once and a row "
      "of texels is summed before the pixels are.";
  row.axes = {threads_axis("rows")};
  row.step = [](const Scaling::Step& step, const Launch& launch, Exec& exec) {
    const Scaling::Problem& problem = *step.problem;
    const int threads = int(launch.integer("threads"));
    const ScalingReference reference(problem, step.source);
    const std::int64_t values = problem.result_width * problem.channels;
    exec.for_range(
        problem.result_height, rows_of_piece(problem, threads), threads, [&](Range rows) {
          std::vector<double> exact(static_cast<std::size_t>(values));
          for (std::int64_t y = rows.first; y < rows.last; ++y) {
            reference.row(y, exact.data());
            for (std::int64_t x = 0; x < values; ++x)
              step.result[y * values + x] = std::uint8_t(std::floor(exact[std::size_t(x)] + 0.5));
          }
        });
  };
  return row;
}

/// Pieces of a larger result are longer: each filters anew what it shares with the one before.
std::int64_t rows_of_strips(const Scaling::Problem& problem, int threads) {
  return std::clamp<std::int64_t>(problem.result_height / (4 * std::int64_t(threads)), 16,
                                  problem.scale < 1 ? 32 : 128);
}

bool separates(const Scaling::Problem& problem) {
  return weighs(problem.filter) && problem.map.straight();
}

void pixel_step(const Scaling::Step& step, const ScalingLoops& loops, const ScalingCurve* curve,
                int threads, Exec& exec) {
  const ScalingByPixel pixels(step, loops, curve, threads, exec);
  exec.for_range(step.problem->result_height, rows_of_piece(*step.problem, threads), threads,
                 [&](Range rows) { pixels.rows(rows); });
}

void separable_step(const Scaling::Step& step, const ScalingLoops& loops, int threads, Exec& exec) {
  const ScalingSeparable separable(step, loops);
  exec.for_range(step.problem->result_height, rows_of_strips(*step.problem, threads), threads,
                 [&](Range rows) {
                   separable.rows(rows);
                   scaling_finish_streaming();
                 });
}

void nearest_step(const Scaling::Step& step, int threads, Exec& exec) {
  const ScalingNearest nearest(step);
  exec.for_range(step.problem->result_height, rows_of_piece(*step.problem, threads), threads,
                 [&](Range rows) { nearest.rows(rows); });
}

Variant<Scaling> scalar_row() {
  Variant<Scaling> row = cpu_row("scalar", "Scalar", "L2.12");
  row.file = "kernels/scaling/scaling_cpu_pixel.cpp";
  row.source = "the formula itself";
  row.lesson =
      "One core and a plain loop over the pixels: where does this one lie, what do the texels "
      "around it count, what is their sum? Every weight is computed anew for every pixel, though a "
      "whole column shares it, and that takes longer than the sums. It can do everything: any "
      "filter, any rotation.";
  row.step = [](const Scaling::Step& step, const Launch&, Exec& exec) {
    pixel_step(step, scaling_plain_loops(), nullptr, 1, exec);
  };
  return row;
}

std::string only_separable(const Scaling::Problem& problem, const Launch&, Executor) {
  if (!weighs(problem.filter))
    return "computes filters that weigh texels by their distance: choose the row threads";
  if (!problem.map.straight())
    return "needs rows that stay rows, and a turned result has none: choose the row threads";
  return "";
}

/// What a pixel asks for where columns and rows are summed apart.
Work separable_work(const Scaling::Problem& problem, const Launch&) {
  const double taps = weighs(problem.filter) ? problem.stretched().taps() : 1;
  return Scaling::work(problem, problem.channels * (2 * taps + 1));
}

Variant<Scaling> tables_row() {
  Variant<Scaling> row = cpu_row("tables", "Separable, tables", "L2.5");
  row.file = "kernels/scaling/scaling_cpu_lines.cpp";
  row.source = "Schumacher: General Filtered Image Rescaling, Graphics Gems III, 1992";
  row.lesson =
      "One core, columns and rows apart. The weights of a column are the same in every row, so "
      "they stand in a table; and n + n texels a pixel do instead of n times n. A larger result "
      "keeps the filtered rows in a ring, so that each row of texels is filtered once; a smaller "
      "one sums rows first, since then there are fewer left.";
  row.work = separable_work;
  row.refuses = only_separable;
  row.step = [](const Scaling::Step& step, const Launch&, Exec& exec) {
    separable_step(step, scaling_plain_loops(), 1, exec);
  };
  return row;
}

Param scaling_isa_axis() {
  return isa_axis("Vector instructions to compute with: 4, 8 or 16 channels at a time.");
}

Variant<Scaling> vector_row() {
  Variant<Scaling> row = cpu_row("vector", "Vector", "L2.5");
  row.file = "kernels/scaling/scaling_cpu_hwy.cpp";
  row.source = "Highway: PromoteTo, TableLookupLanes, ConcatEven";
  row.lesson =
      "One core, 4, 8 or 16 channels at a time. Rows are easy, all texels of a row having the same "
      "weight; along a row neighbours lie at uneven distances, and a permutation puts what one "
      "vector of texels holds where its pixels are. Half the instructions make numbers of bytes "
      "and bytes of numbers.";
  row.work = separable_work;
  row.axes = {scaling_isa_axis()};
  row.refuses = only_separable;
  row.step = [](const Scaling::Step& step, const Launch& launch, Exec& exec) {
    separable_step(step, scaling_vector_loops(launch.text("isa")), 1, exec);
  };
  return row;
}

Variant<Scaling> threads_row() {
  Variant<Scaling> row = vector_row();
  row.name = "threads";
  row.title = "Vector, threads";
  row.topic = "L2.12";
  row.source = "oneTBB: parallel_for over pieces of rows";
  row.lesson =
      "The vector row on all cores, in pieces of rows and in strips so narrow that what is "
      "filtered "
      "stays in the first-level cache. Large results are stored past the caches, where nobody "
      "would find them again. A turned result and mipmaps have no lines to filter: they go pixel "
      "by "
      "pixel, with weights from a table of the filter.";
  row.axes.push_back(threads_axis("rows"));
  row.refuses = {};
  row.step = [](const Scaling::Step& step, const Launch& launch, Exec& exec) {
    const int threads = int(launch.integer("threads"));
    const ScalingLoops loops = scaling_vector_loops(launch.text("isa"));
    const Scaling::Problem& problem = *step.problem;
    if (separates(problem)) return separable_step(step, loops, threads, exec);
    if (problem.filter == ScalingFilter::nearest && problem.map.straight())
      return nearest_step(step, threads, exec);
    const ScalingCurve curve(problem);
    pixel_step(step, loops, &curve, threads, exec);
  };
  return row;
}

}  // namespace

Rows<Scaling> Scaling::cpu_rows() {
  return {{reference_row(), scalar_row(), tables_row(), vector_row(), threads_row()},
          scaling_publish_on_host,
          {},
          {}};
}

}  // namespace livewarp
