#include <algorithm>
#include <cmath>

#include "kernels/convolution/convolution.h"
#include "kernels/convolution/convolution_cpu_lines.h"
#include "kernels/convolution/convolution_reference.h"
#include "kernels/core/pixel_host.h"
#include "kernels/core/verification.h"

namespace livewarp {

namespace {

Variant<Convolution> cpu_row(std::string name, std::string title) {
  Variant<Convolution> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.topic = "L2.9";
  row.source = "the formula itself";
  row.file = "kernels/convolution/convolution_cpu_lines.cpp";
  row.backend = Backend::cpu;
  row.memory_modes = {MemoryMode::host};
  row.tolerance = tolerance_cap("convolution", Backend::cpu, "fp32");
  row.work = [](const Convolution::Problem& problem, const Launch&) {
    const double products = 2 * problem.taps();
    return Convolution::work(problem, products, problem.channels * (products + 1));
  };
  return row;
}

Variant<Convolution> reference_row() {
  Variant<Convolution> reference = cpu_row("reference-fp64", "Reference fp64");
  reference.file = "kernels/convolution/convolution_reference.cpp";
  reference.lesson =
      "Weights and sums in fp64, rounded once at the end: what all other rows are compared with. "
      "Columns are summed first, then rows; the Gaussian does not mind.";
  reference.axes = {threads_axis("rows")};
  reference.step = [](const Convolution::Step& step, const Launch& launch, Exec& exec) {
    const ConvolutionReference exact(*step.problem, step.source);
    const std::int64_t values = step.problem->values_a_row();
    exec.for_range(step.problem->height, 16, int(launch.integer("threads")), [&](Range rows) {
      std::vector<double> line(static_cast<std::size_t>(values));
      for (std::int64_t y = rows.first; y < rows.last; ++y) {
        exact.row(y, line.data());
        for (std::int64_t i = 0; i < values; ++i)
          step.result[y * values + i] = std::uint8_t(std::floor(line[std::size_t(i)] + 0.5));
      }
    });
  };
  return reference;
}

/// Rows of a piece: each sums anew what it shares with its neighbours, the radius above and below.
std::int64_t rows_of_piece(const Convolution::Problem& problem, int threads) {
  return std::clamp<std::int64_t>(problem.height / (4 * std::int64_t(threads)), 16, 128);
}

void blur_step(const Convolution::Step& step, const ConvolutionLoops& loops, int threads,
               Exec& exec) {
  const ConvolutionBlur blur(step, loops);
  exec.for_range(step.problem->height, rows_of_piece(*step.problem, threads), threads,
                 [&](Range rows) { blur.rows(rows); });
}

Variant<Convolution> scalar_row() {
  Variant<Convolution> scalar = cpu_row("scalar", "Scalar");
  scalar.lesson =
      "One core, along rows and then down columns, each value summed by itself. A sum in fp32 has "
      "to be made in its order, so the compiler may not cut the innermost loop, over the taps, "
      "into vectors; and each addition waits for the one before.";
  scalar.step = [](const Convolution::Step& step, const Launch&, Exec& exec) {
    blur_step(step, convolution_plain_loops(), 1, exec);
  };
  return scalar;
}

Variant<Convolution> threads_row() {
  Variant<Convolution> threads = cpu_row("threads", "Vector, threads");
  threads.source = "oneTBB: parallel_for over pieces of rows";
  threads.lesson =
      "The loops turned inside out: for each tap, 16 neighbouring values get their product. Every "
      "sum keeps its order and the compiler makes vector instructions of plain C++. Taps at equal "
      "distance share a weight, strips stay in the cache, and all cores take rows.";
  threads.axes = {threads_axis("rows")};
  threads.step = [](const Convolution::Step& step, const Launch& launch, Exec& exec) {
    blur_step(step, convolution_vector_loops(), int(launch.integer("threads")), exec);
  };
  return threads;
}

void publish(const Convolution::Step& step, const Convolution::Problem& problem, const Launch&,
             const Picture& picture, Exec& exec) {
  const ConvolutionSplit split = convolution_split(step, problem, *picture.view);
  publish_split_on_host({split.left, split.right, problem.channels, split.column}, picture, exec);
}

}  // namespace

Rows<Convolution> Convolution::cpu_rows() {
  return {{reference_row(), scalar_row(), threads_row()}, publish, {}, {}};
}

}  // namespace livewarp
