#include "kernels/scaling/scaling.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "kernels/core/workload/typed_workload.h"
#include "kernels/scaling/scaling_params.h"

namespace livewarp {

namespace {

FixedPoint fixed(double texels) { return std::llround(std::ldexp(texels, fixed_bits)); }

/// One direction of the whole result, and the part of it that is computed.
struct Extent {
  std::int64_t pixels = 1, first = 0;
  double middle = 0;  ///< of the part, in the source, counted from its edge
  Extent(std::int64_t texels, double scale, std::int64_t asked, double center) {
    const double whole = double(texels) * scale;
    pixels = asked > 0 ? asked : std::max<std::int64_t>(1, std::llround(whole));
    if (asked > 0) first = std::llround(center * whole - double(pixels) / 2);
    middle = (double(first) + double(pixels) / 2) / scale;
  }
};

/// The result's middle shows `middle`; the picture is turned clockwise, 1 / scale texels per pixel.
ScalingMap map_of(const Extent& x, const Extent& y, double scale, double degrees, bool corner) {
  const double angle = degrees * std::numbers::pi / 180;
  const double along = std::cos(angle) / scale, across = std::sin(angle) / scale;
  const double own = corner ? 0 : 0.5;  // where in a pixel or a texel its colour is
  const double left = own - double(x.pixels) / 2, top = own - double(y.pixels) / 2;
  ScalingMap map;
  map.u_by_x = map.v_by_y = fixed(along);
  map.u_by_y = fixed(across);
  map.v_by_x = -map.u_by_y;
  map.u0 = fixed(x.middle + along * left + across * top - own);
  map.v0 = fixed(y.middle - across * left + along * top - own);
  return map;
}

}  // namespace

ScalingProblem ScalingProblem::from(const Values& values) {
  ScalingProblem problem{SourcePicture::from(values)};
  problem.scale = get_real(values, "scale");
  problem.filter = chosen<ScalingFilter>(Scaling::info().params, values, "filter");
  problem.antialias = get_toggle(values, "antialias");
  problem.address = chosen<Address>(Scaling::info().params, values, "address");
  const Extent x(problem.width, problem.scale, get_integer(values, "result_width"),
                 get_real(values, "center_x"));
  const Extent y(problem.height, problem.scale, get_integer(values, "result_height"),
                 get_real(values, "center_y"));
  problem.window =
      get_integer(values, "result_width") > 0 && get_integer(values, "result_height") > 0;
  problem.result_width = x.pixels;
  problem.result_height = y.pixels;
  problem.map = map_of(x, y, problem.scale, get_real(values, "rotation"),
                       get_text(values, "origin") == "corner");
  return problem;
}

const WorkloadInfo& Scaling::info() {
  static const WorkloadInfo info = scaling_info();
  return info;
}

std::vector<FieldSpec> Scaling::fields(const Problem& problem) {
  return {{"source", problem.bytes(), FieldRole::input},
          {"result", problem.result().bytes(), FieldRole::result}};
}

HostState Scaling::initial(const Problem& problem) {
  return picture_state(problem, problem.result().bytes());
}

Scaling::Step Scaling::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<std::uint8_t>(0),
          memory.written<std::uint8_t>(1),
          memory.read<std::uint8_t>(1),
          memory.scratch,
          &problem,
          memory.arrays,
          memory.scratch_kept};
}

// Of a window each gesture makes another result. All of a result has the size that its scale gives
// it, and one looks at it as at any picture.
View Scaling::view(const Problem& problem, const Values& values, const Launch& launch) {
  View view = PictureTraits::view(problem, values, launch);
  if (get_text(values, "show") == "split") {
    const Param& filter = *find_param(info().params, "filter");
    divide(view, get_real(values, "split"), filter.options.front().label,
           filter.options.at(std::size_t(problem.filter)).label);
  }
  if (!problem.window) return view;
  view.handles = {"scale",
                  "rotation",
                  "center_x",
                  "center_y",
                  "result_width",
                  "result_height",
                  double(problem.width),
                  double(problem.height)};
  view.hint = "wheel scales, drag pans, right drag rotates, double click fits or fills";
  return view;
}

// The source counts as far as the result shows it and the filter reads it: a much smaller result
// skips texels. Memory comes in sectors of 32 bytes, so within a row only what is farther apart is
// skipped. A weighted sum of separable filters takes a multiplication and an addition a tap,
// channel and direction.
CostModel Scaling::cost(const Problem& problem, double requested) {
  const double pixels = double(problem.result_width) * double(problem.result_height);
  const double texels = double(problem.width) * double(problem.height);
  const int taps = weighs(problem.filter) ? problem.stretched().taps() : 0;
  const double down = std::min(1.0, std::max(1, taps) * problem.scale);
  const double across = std::min(1.0, down + 32.0 / problem.channels * problem.scale);
  const double shown = std::min(texels, pixels / (problem.scale * problem.scale)) * across * down;
  return {.items = pixels,
          .flops = 4.0 * taps * problem.channels * pixels,
          .compulsory_bytes = problem.channels * (shown + pixels),
          .requested_bytes = requested * pixels,
          .streams = true};
}

std::unique_ptr<Workload> make_scaling() { return std::make_unique<TypedWorkload<Scaling>>(); }

}  // namespace livewarp
