// What a window shows a picture with that its user has opened.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "kernels/scaling/scaling.h"
#include "kernels/scaling/scaling_params.h"

namespace livewarp {

namespace {

constexpr double smallest_detail = 3, largest_overview = 0.5;

/// Some digits are kept: enough for a pixel, and few enough for a command line.
double to_digits(double scale) {
  const double unit = std::pow(10.0, 5 - std::floor(std::log10(scale)));
  return std::clamp(std::floor(scale * unit) / unit, scaling_least, scaling_most);
}

/// A picture that is made smaller by an odd number, and filtered without antialiasing, is the same
/// as by nearest: each pixel lies on a texel. Then somewhat smaller.
double off_texels(double scale) {
  const double texels = 1 / scale, odd = 2 * std::floor(texels / 2) + 1;
  return std::abs(texels - odd) < 0.02 ? 1 / (odd + 0.5) : scale;
}

Values at_scale(const Values& problem, double scale, ImageSize window) {
  const auto side = [&](const char* texels, int most) {
    const double pixels = scale * double(get_integer(problem, texels));
    return std::clamp<std::int64_t>(std::llround(pixels), 1, most);
  };
  return changed(problem, {{"scale", scale},
                           {"rotation", 0.0},
                           {"result_width", side("width", window.width)},
                           {"result_height", side("height", window.height)},
                           {"center_x", 0.5},
                           {"center_y", 0.5}});
}

}  // namespace

std::vector<Showing> Scaling::opened(const Showing& now, ImageSize window) const {
  if (window.width < 1 || window.height < 1) return {};
  const double fits = std::min(window.width / double(get_integer(now.problem, "width")),
                               window.height / double(get_integer(now.problem, "height")));
  std::vector<Values> problems;
  const auto add_at = [&](const Values& problem, double scale, bool antialias) {
    problems.push_back(
        changed(at_scale(problem, to_digits(scale), window), {{"antialias", antialias}}));
  };
  const auto add = [&](const Values& problem) {
    if (fits <= largest_overview) {
      add_at(problem, fits, true);
      add_at(problem, off_texels(to_digits(fits)), false);
    }
    add_at(problem, std::max(fits, smallest_detail), false);
  };
  if (get_text(now.problem, "filter") == "nearest")
    add(changed(now.problem, {{"filter", std::string("bilinear")}}));
  add(now.problem);
  const Values view = changed(now.view, {{"show", std::string("split")}, {"split", 0.5}});
  std::vector<Showing> all;
  for (Values& problem : problems) all.push_back({std::move(problem), view});
  return all;
}

}  // namespace livewarp
