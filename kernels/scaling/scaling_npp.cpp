#include "kernels/scaling/scaling_npp.h"

#include <algorithm>

namespace livewarp {

namespace {

// NppiInterpolationMode in nppdefs.h.
constexpr int inter_nearest = 1, inter_linear = 2, inter_super = 8, inter_lanczos = 16;

int interpolation_of(ScalingFilter filter) {
  switch (filter) {
  case ScalingFilter::nearest: return inter_nearest;
  case ScalingFilter::area: return inter_super;
  case ScalingFilter::lanczos3: return inter_lanczos;
  default: return inter_linear;
  }
}

/// Whether each pixel covers as many whole texels, two or more, and all together the source.
bool whole_texels(FixedPoint first, FixedPoint step, std::int64_t pixels, std::int64_t texels) {
  constexpr FixedPoint one = FixedPoint{1} << fixed_bits;
  return step >= 2 * one && step % one == 0 && pixels * (step / one) == texels &&
         first + one / 2 == step / 2;
}

/// NPP has one cubic filter, and it is of no family that a reference could follow: its weights were
/// found by scaling single bright texels.
std::string filter_refusal(const Scaling::Problem& problem) {
  switch (problem.filter) {
  case ScalingFilter::trilinear: return "has no mipmaps: choose the variant mipmaps";
  case ScalingFilter::catmull_rom:
  case ScalingFilter::cubic:
  case ScalingFilter::mitchell:
  case ScalingFilter::b_spline:
    return "has a cubic filter of its own, which weighs a quarter of a texel off centre by -0.055, "
           "0.82, 0.275 and -0.04: no known formula proves it";
  case ScalingFilter::area:
    if (whole_texels(problem.map.u0, problem.map.u_by_x, problem.result_width, problem.width) &&
        whole_texels(problem.map.v0, problem.map.v_by_y, problem.result_height, problem.height))
      return {};
    return "takes areas of whole texels alone: choose the variant separable";
  default: break;
  }
  if (problem.stretched().stretch() > 1)
    return "has no antialiasing but area: choose the variant separable";
  return {};
}

/// Whether first and last position, and so all between, lie on the source. NPP leaves out what does
/// not, by positions that it rounds in its own way: what is too near to the edge counts as outside.
/// So does a pixel that covers more than half a texel beyond the edge, though its position does not
/// lie there.
bool inside(FixedPoint first, FixedPoint last, FixedPoint step, std::int64_t texels) {
  constexpr FixedPoint one = FixedPoint{1} << fixed_bits;
  constexpr FixedPoint near = one >> 10;
  const FixedPoint begin = first + one / 2, end = last + one / 2;
  return begin >= near && end <= texels * one - near && begin - step / 2 >= -one / 2 &&
         end + step / 2 <= texels * one + one / 2;
}

}  // namespace

NppPlace npp_place(const ScalingMap& map) {
  NppPlace place;
  place.x_factor = 1 / texels_of(map.u_by_x);
  place.y_factor = 1 / texels_of(map.v_by_y);
  place.x_shift = 0.5 - place.x_factor * (texels_of(map.u0) + 0.5);
  place.y_shift = 0.5 - place.y_factor * (texels_of(map.v0) + 0.5);
  return place;
}

std::string npp_refusal(const Scaling::Problem& problem) {
  std::string filter = filter_refusal(problem);
  if (!filter.empty()) return filter;
  if (!problem.map.straight())
    return "does not rotate the picture: choose the variant texture or taps";
  if (problem.address != Scaling::Address::clamp)
    return "clamps at the edges of the source and knows nothing else: choose the variant texture "
           "or taps";
  if (std::min({problem.width, problem.height, problem.result_width, problem.result_height}) < 2)
    return "takes no picture that is a single pixel wide or tall";
  const ScalingMap& map = problem.map;
  const std::int64_t right = problem.result_width - 1, bottom = problem.result_height - 1;
  if (inside(map.u(0, 0), map.u(right, 0), map.u_by_x, problem.width) &&
      inside(map.v(0, 0), map.v(0, bottom), map.v_by_y, problem.height))
    return {};
  return "leaves out pixels that lie outside of the source: choose a window within it";
}

NppResize::NppResize(const Scaling::Step& step)
    : source(step.source),
      result(step.result), from{step.problem->width, step.problem->height, step.problem->channels},
      to(step.problem->result()), place(npp_place(step.problem->map)),
      interpolation(interpolation_of(step.problem->filter)) {}

NppScaling::NppScaling(const std::vector<std::string>& names) : library_(names) {}

// Lesson npp: The vendor's library: one call, and nothing to write, to tune or to choose. It has
// nearest, bilinear, area and Lanczos, clamps at the edges, and neither rotates nor antialiases.
// The device's limits are the same for it: memory, or arithmetic where a filter takes many texels.
// Compare it with the variants texture, taps and separable: what is its time worth, and what is
// yours?
void NppScaling::resize(const NppResize& task, void* stream) const {
  const auto size = [](const PixelGrid& grid) {
    return NppSize{int(grid.width), int(grid.height)};
  };
  const auto all = [](NppSize of) { return NppRect{0, 0, of.width, of.height}; };
  const auto step = [](const PixelGrid& grid) { return int(grid.width) * grid.channels; };
  const NppSize from = size(task.from), to = size(task.to);
  const NppPlace& place = task.place;
  of(task)(task.source, from, step(task.from), all(from), task.result, step(task.to), all(to),
           place.x_factor, place.y_factor, place.x_shift, place.y_shift, task.interpolation,
           stream);
}

const NppScaling& npp_scaling() {
  static const NppScaling library(npp_names("nppig"));
  return library;
}

}  // namespace livewarp
