// What the launch code of all CUDA variants of the scaling workload shares.
#pragma once

#include <algorithm>
#include <string>

#include "kernels/core/base/dispatch.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/scaling/cuda/scaling.cuh"
#include "kernels/scaling/scaling.h"

LIVEWARP_KERNELS_BEGIN

namespace scaling {

static_assert(scaling_clamp == int(Scaling::Address::clamp));
static_assert(scaling_wrap == int(Scaling::Address::wrap));
static_assert(scaling_mirror == int(Scaling::Address::mirror));
static_assert(scaling_border == int(Scaling::Address::border));

inline ScalingTask task_of(const Scaling::Problem& problem) {
  ScalingTask task{};
  task.width = int(problem.width);
  task.height = int(problem.height);
  task.result_width = int(problem.result_width);
  task.result_height = int(problem.result_height);
  task.address = int(problem.address);
  task.u0 = problem.map.u0;
  task.v0 = problem.map.v0;
  task.u_by_x = problem.map.u_by_x;
  task.u_by_y = problem.map.u_by_y;
  task.v_by_x = problem.map.v_by_x;
  task.v_by_y = problem.map.v_by_y;
  return task;
}

inline ScalingWeights weights_of(const Scaling::Problem& problem) {
  const StretchedFilter filter = problem.stretched();
  ScalingWeights weights{};
  switch (problem.filter) {
  case ScalingFilter::bilinear: weights.kind = scaling_linear; break;
  case ScalingFilter::lanczos3: weights.kind = scaling_lanczos; break;
  case ScalingFilter::area: weights.kind = scaling_area; break;
  default: weights.kind = scaling_cubic;
  }
  const CubicFilter cubic = cubic_filter(problem.filter);
  std::copy_n(cubic.near, 4, weights.near);
  std::copy_n(cubic.far, 4, weights.far);
  weights.taps = filter.taps();
  weights.stretch = float(filter.stretch());
  weights.radius = int64(filter.radius() * 0x1p32);
  return weights;
}

/// Calls f with a value of the type of a pixel.
template <class F>
decltype(auto) with_pixel(const Scaling::Problem& problem, F&& f) {
  if (problem.channels == 1) return f((unsigned char)0);
  return f(ScalingRgba{});
}

template <class Pixel>
const Pixel* source_of(const Scaling::Step& step) {
  return reinterpret_cast<const Pixel*>(step.source);
}
template <class Pixel>
Pixel* result_of(const Scaling::Step& step) {
  return reinterpret_cast<Pixel*>(step.result);
}

/// Blocks that cover the result, each thread `items` pixels side by side.
inline Dim3 grid_over(const Scaling::Problem& problem, Dim3 block, int items) {
  return livewarp::grid_over(problem.result_width, problem.result_height,
                             {block.x * unsigned(items), block.y});
}

/// Work of a launch whose threads ask for `requested(problem, launch)` bytes a pixel.
template <class Requested>
auto work_of(const Requested& requested) {
  return [requested](const Scaling::Problem& problem, const Launch& launch) {
    return Scaling::cost(problem, requested(problem, launch));
  };
}

/// A grid has so many blocks down at most, and 2^31 - 1 across (CUDA C++ Programming Guide,
/// Technical Specifications).
inline constexpr std::int64_t most_blocks_down = 65'535;

/// Lets a variant refuse results that are too tall. `rows(problem, launch)`: rows of the result
/// that a block makes.
template <class RowsOfBlock>
void refuse_too_tall(Variant<Scaling>& variant, const RowsOfBlock& rows) {
  variant.refuses = [refuses = variant.refuses, rows](const Scaling::Problem& problem,
                                                      const Launch& launch,
                                                      Executor executor) -> std::string {
    std::string why = refuses(problem, launch, executor);
    if (!why.empty() || ceil_div(problem.result_height, rows(problem, launch)) <= most_blocks_down)
      return why;
    return "would need more than the 65,535 blocks that a grid has down: choose a block of more "
           "rows";
  };
}
inline std::int64_t rows_of_block(const Scaling::Problem&, const Launch& launch) {
  return launch.block().y;
}

inline BlockRule plane_of_pixels() { return BlockRule::plane("a picture has no depth"); }

inline Param block_shapes(const char* at_first = "32x8") {
  return block_axis({"32x1", "32x4", "32x8", "32x16", "16x16", "64x4", "128x1", "128x4", "256x1"},
                    at_first, plane_of_pixels());
}

inline Param items_axis() {
  return integer_axis("items", "Pixels per thread", "", {1, 4}, 4,
                      "Pixels that a thread computes; those along x it stores together.");
}

/// "computes nearest and bilinear: ..." where the filter is none of those offered.
inline std::string offers(const Scaling::Problem& problem,
                          std::initializer_list<ScalingFilter> offered, const char* text) {
  const bool found = std::find(offered.begin(), offered.end(), problem.filter) != offered.end();
  return found ? "" : text;
}

/// Where a filter is wider than natural a variant with a fixed number of taps has too few.
inline bool widened(const Scaling::Problem& problem) { return problem.stretched().stretch() > 1; }

}  // namespace scaling

LIVEWARP_KERNELS_END
