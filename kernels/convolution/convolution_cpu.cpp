#include <algorithm>
#include <cmath>

#include "kernels/convolution/convolution.h"
#include "kernels/convolution/convolution_cpu_hwy.h"
#include "kernels/convolution/convolution_cpu_lines.h"
#include "kernels/convolution/convolution_reference.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/vector_isa.h"
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

template <class Number>
void blur_by(const ConvolutionLoops<Number>& loops, const Convolution::Step& step, int threads,
             Exec& exec) {
  const ConvolutionBlur blur(step, loops);
  exec.for_range(step.problem->height, rows_of_piece(*step.problem, threads), threads,
                 [&](Range rows) { blur.rows(rows); });
}

void scalar_step(const Convolution::Step& step, const Launch&, Exec& exec) {
  blur_by(convolution_plain_loops(), step, 1, exec);
}
void vector_step(const Convolution::Step& step, const Launch& launch, Exec& exec) {
  blur_by(convolution_vector_loops(launch.text("isa")), step, 1, exec);
}
void fixed_step(const Convolution::Step& step, const Launch& launch, Exec& exec) {
  blur_by(convolution_fixed_loops(launch.text("isa")), step, 1, exec);
}
void threads_step(const Convolution::Step& step, const Launch& launch, Exec& exec) {
  blur_by(convolution_fixed_loops(launch.text("isa")), step, launch.threads(), exec);
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
  auto scalar = cpu_variant<Convolution>("scalar", "Scalar", scalar_step);
  const Param isa =
      isa_axis("The SIMD instruction set to compute with: vectors of 16, 32 or 64 bytes.");
  auto vector = cpu_variant<Convolution>("vector", "Vectorized", vector_step);
  vector.source = "Highway: MulAdd, PromoteTo, ConcatEven";
  vector.axes = {isa};
  const Tolerance cut_off{
      0.63, 0.63, "products are cut off to 16 bits: (radius + 1) / 256 of a level beyond the half"};
  auto fixed = cpu_variant<Convolution>("fixed", "SIMD, fixed point", fixed_step);
  fixed.source = "Highway: MulHigh, AverageRound";
  fixed.axes = {isa};
  fixed.tolerance = cut_off;
  auto threads = cpu_variant<Convolution>("threads", "Fixed point, threads", threads_step);
  threads.source = "oneTBB: parallel_for over ranges of rows";
  threads.axes = {isa, threads_axis("rows")};
  threads.tolerance = cut_off;
  return {{reference, scalar, vector, fixed, threads}, publish};
}

}  // namespace livewarp
