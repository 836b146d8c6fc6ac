#include <algorithm>
#include <cmath>

#include "kernels/convolution/convolution.h"
#include "kernels/convolution/convolution_cpu_lines.h"
#include "kernels/convolution/convolution_reference.h"
#include "kernels/core/measure/verification.h"
#include "kernels/pictures/pixel_host.h"

namespace livewarp {

namespace {

void reference_step(const Convolution::Step& step, const Launch& launch, Exec& exec) {
  const ConvolutionReference exact(*step.problem, step.source);
  const std::int64_t values = step.problem->values_a_row();
  exec.for_range(step.problem->height, 16, launch.threads(), [&](Range rows) {
    std::vector<double> line(static_cast<std::size_t>(values));
    for (std::int64_t y = rows.first; y < rows.last; ++y) {
      exact.row(y, line.data());
      for (std::int64_t i = 0; i < values; ++i)
        step.result[y * values + i] = std::uint8_t(std::floor(line[std::size_t(i)] + 0.5));
    }
  });
}

/// Rows of a piece: each sums anew what it shares with its neighbours, the radius above and below.
std::int64_t rows_of_piece(const Convolution::Problem& problem, int threads) {
  return std::clamp<std::int64_t>(problem.height / (4 * std::int64_t(threads)), 16, 128);
}

/// The step by one of the pairs of loops.
template <ConvolutionLoops (*loops)()>
void blur_step(const Convolution::Step& step, const Launch& launch, Exec& exec) {
  const int threads = launch.threads();
  const ConvolutionLoops own = loops();
  const ConvolutionBlur blur(step, own);
  exec.for_range(step.problem->height, rows_of_piece(*step.problem, threads), threads,
                 [&](Range rows) { blur.rows(rows); });
}

void publish(const Convolution::Step& step, const Convolution::Problem& problem, const Launch&,
             const Picture& picture, Exec& exec) {
  const ConvolutionSplit split = convolution_split(step, problem, *picture.view);
  publish_split_on_host({split.left, split.right, problem.channels, split.column}, picture, exec);
}

}  // namespace

Variants<Convolution> Convolution::cpu_variants() {
  auto reference = cpu_variant<Convolution>("reference-fp64", "Reference fp64", reference_step);
  reference.axes = {threads_axis("rows")};
  auto scalar = cpu_variant<Convolution>("scalar", "Scalar", blur_step<convolution_plain_loops>);
  auto threads = cpu_variant<Convolution>("threads", "Vectorized, threads",
                                          blur_step<convolution_vector_loops>);
  threads.source = "oneTBB: parallel_for over ranges of rows";
  threads.axes = {threads_axis("rows")};
  return {{reference, scalar, threads}, publish};
}

}  // namespace livewarp
