// The variants that hold their rows in registers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/convolution/convolution_rolling.cuh"
#include "kernels/convolution/convolution_variants_common.h"
#include "kernels/convolution/convolution_variants_running.h"
#include "kernels/core/base/dispatch.h"
#include "kernels/core/model/precision.h"

LIVEWARP_KERNELS_BEGIN

namespace convolution {

/// What a ring is compiled for: smaller radii run as the next one, with taps of weight 0.
inline constexpr int small_ring = 4, large_ring = 8;
inline int ring_radius(const Convolution::Problem& problem) {
  return problem.radius <= small_ring ? small_ring : large_ring;
}

/// A weight in fp32, or in both halves of a pair.
template <class Number>
Number number_of(double weight) {
  return float(weight);
}
template <>
inline HalfPair number_of<HalfPair>(double weight) {
  const HalfPair half = to_half(float(weight)).bits;
  return half | half << 16;
}
inline double value_of(float number) { return number; }
inline double value_of(HalfPair pair) { return to_float(Half{std::uint16_t(pair)}); }

/// Rounded weights must still sum to `scale`, or a grey wall would change its shade: the one in the
/// middle takes what rounding left over.
template <class Number, int Radius>
void fill_weights(Number (&to)[Radius + 1], int radius, double scale) {
  const std::vector<double> weights = gaussian_weights(radius);
  double left = scale;
  for (int k = radius; k > 0; --k) {
    to[k] = number_of<Number>(scale * weights[std::size_t(radius + k)]);
    left -= 2 * value_of(to[k]);
  }
  to[0] = number_of<Number>(left);
}
template <class Arithmetic, int Radius>
auto rolling_weights(int radius) {
  constexpr bool halves = std::is_same_v<Arithmetic, RollingPaired>;
  RollingWeights<typename Arithmetic::Number, Radius> weights{};
  fill_weights<typename Arithmetic::Number, Radius>(weights.along, radius,
                                                    halves ? half_first_scale : 1);
  fill_weights<typename Arithmetic::Number, Radius>(weights.down, radius,
                                                    halves ? half_second_scale : 1);
  return weights;
}

/// Columns of a thread.
template <class Arithmetic>
double columns_a_thread(const Convolution::Problem& problem) {
  if (problem.channels == 1) return RollingCells<Arithmetic, unsigned char>::columns;
  using Rgba = RollingCells<Arithmetic, RgbaWord>;
  return double(Rgba::columns) / Rgba::lanes;
}

template <class Arithmetic>
struct RollingCut {
  std::int64_t blocks_across;
  int rows;
  RollingCut(const Convolution::Problem& problem, const Launch& launch)
      : blocks_across(std::int64_t(std::ceil(
            double(problem.width) / (launch.block().x * columns_a_thread<Arithmetic>(problem))))),
        rows(int(launch.integer("rows"))) {
    if (rows == 0)
      rows = best_way(problem.height, blocks_across,
                      {.threads = launch.block().x, .before = 2 * ring_radius(problem)});
  }
};

template <class Arithmetic>
void rolling_step(const Convolution::Step& step, const Launch& launch, KernelExec& exec) {
  const Convolution::Problem& problem = *step.problem;
  const RollingCut<Arithmetic> cut(problem, launch);
  const Dim3 grid{unsigned(cut.blocks_across), unsigned(ceil_div(problem.height, cut.rows))};
  const auto blur = [&]<class Pixel>(Pixel) {
    dispatch<small_ring, large_ring>(ring_radius(problem), [&](auto radius) {
      exec.launch(LIVEWARP_KERNEL(convolution_rolling<Arithmetic, Pixel, radius>), grid,
                  launch.block(), 0, pixels_of<Pixel>(step.source), pixels_of<Pixel>(step.result),
                  cut.rows, rolling_weights<Arithmetic, radius>(problem.radius), task_of(problem));
    });
  };
  if (problem.channels == 1)
    blur((unsigned char)0);
  else
    blur(RgbaWord{});
}

inline std::string rolling_refuses(const Convolution::Problem& problem, const Launch&, Executor) {
  if (problem.radius <= large_ring) return {};
  return "keeps 2 r + 1 rows in registers, of which a thread has 255: choose a radius up to 8, or "
         "the variant separable";
}

template <class Arithmetic>
Variant<Convolution> rolling_variant(const char* name, const char* title) {
  auto variant = blurring(name, title, rolling_step<Arithmetic>);
  variant.source = "Micikevicius: 3D Finite Difference Computation on GPUs using CUDA (2009)";
  variant.axes = {
      block_axis({"32", "64", "96", "128"}, "32",
                 BlockRule::row("a thread goes down its columns by itself")
                     .whole_warps("neighbouring lanes ask each other")
                     .at_most(rolling_threads, "its launch bounds promise the compiler no more")),
      automatic(integer_axis("rows", "Rows per thread", "rows",
                             {0, 8, 16, 24, 32, 36, 42, 48, 64, 128}, 0,
                             "Rows of the result that a thread makes on its way down. Automatic: "
                             "enough warps to fill the GPU, and ways as long as that allows."))};
  variant.refuses = rolling_refuses;
  variant.cost = [](const Convolution::Problem& problem, const Launch& launch) {
    const double rows = RollingCut<Arithmetic>(problem, launch).rows;
    const double share = 1 + 2.0 * ring_radius(problem) / rows;  // rows that are blurred along
    const double columns = columns_a_thread<Arithmetic>(problem);
    const double read = (std::max(columns, 4.0) + 2 * ring_radius(problem)) / columns;
    return Convolution::cost(problem, problem.taps() * (1 + share),
                             problem.channels * (read * share + 1));
  };
  return variant;
}

inline Variant<Convolution> rolling() {
  return rolling_variant<RollingExact>("rolling", "Rolling window");
}
inline Variant<Convolution> rolling_half() {
  auto variant = rolling_variant<RollingPaired>("rolling-half", "Rolling window, fp16");
  variant.tolerance = {1, 1, "weights and sums in fp16: half a level beside the rounding to bytes"};
  return variant;
}

/// In one unit, which compiles beside the others.
inline std::vector<Variant<Convolution>> rolling_variants() {
  return {rolling(), rolling_half(), running()};
}

}  // namespace convolution

LIVEWARP_KERNELS_END
