#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "ui/model/format.h"
#include "ui/widgets/widgets_graph.h"

/// Where the parts of a `RoofPlot` stand. For the files widgets*.cpp, and tests.
namespace livewarp::ui {

constexpr double roof_label = 1.15, roof_gap = 0.4, roof_elbow = 1.2;  // em

inline double roof_share(double value, Span span) {
  return std::log(value / span.low) / std::log(span.high / span.low);
}

/// "100 G", "1e-8".
inline std::string decade_text(double value) {
  constexpr std::array<std::pair<double, const char*>, 4> prefixes{
      {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};
  for (const auto& [factor, name] : prefixes)
    if (value >= factor * 0.999) return trimmed(value / factor, 3) + name;
  return value < 1e-3 ? limit(value) : trimmed(value, 3);
}

inline std::vector<double> decades(Span span) {
  std::vector<double> found;
  for (int power = int(std::ceil(std::log10(span.low) - 1e-9));
       std::pow(10, power) <= span.high * (1 + 1e-9); ++power)
    found.push_back(std::pow(10, power));
  return found;
}

/// Where things stand: the plane of numbers, and beside it the labels of its lines.
struct RoofPlace {
  const RoofPlot& plot;
  Box all, plane;
  Box slanted, flat;  ///< columns of labels
  float x(double value) const {
    return plane.x0 + float(roof_share(value, plot.x)) * plane.width();
  }
  float y(double value) const {
    return plane.y1 - float(roof_share(value, plot.y)) * plane.height();
  }
};

inline float widest_roof(const Look& look, const RoofPlot& plot, bool slanted) {
  float width = 0;
  for (const RoofLine& each : plot.lines)
    if (each.slanted == slanted)
      width = std::max(width, text_width(look, Type::caption, each.label) + look.px);
  return width > 0 ? width + look.length(roof_elbow) : 0;
}

inline RoofPlace roof_place(const Look& look, const RoofPlot& plot, const Box& box) {
  float ticks = 0;
  for (const double at : decades(plot.y))
    ticks = std::max(ticks, text_width(look, Type::number_caption, decade_text(at)));
  RoofPlace place{plot, box, box, box, box};
  Box& plane = place.plane;
  plane.y0 += look.length(roof_label);
  plane.y1 -= look.length(roof_label);
  plane.x0 += ticks + look.length(roof_gap) + widest_roof(look, plot, true);
  plane.x1 -= widest_roof(look, plot, false) + look.length(roof_gap);
  place.slanted = {plane.x0 - widest_roof(look, plot, true), plane.y0, plane.x0, plane.y1};
  place.flat = {plane.x1, plane.y0, plane.x1 + widest_roof(look, plot, false), plane.y1};
  return place;
}

inline double highest_flat(const RoofPlot& plot) {
  double highest = 0;
  for (const RoofLine& each : plot.lines)
    if (!each.slanted) highest = std::max(highest, each.value);
  return highest > 0 ? highest : plot.y.high;
}
inline double steepest(const RoofPlot& plot) {
  double most = 0;
  for (const RoofLine& each : plot.lines)
    if (each.slanted) most = std::max(most, each.value);
  return most;
}

struct RoofEnds {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};
/// A slanted line ends at the highest flat one, a flat one begins at the steepest.
inline RoofEnds ends_of(const RoofPlot& plot, const RoofLine& roof) {
  if (roof.slanted) {
    const double x0 = std::max(plot.x.low, plot.y.low / roof.value);
    const double x1 = std::min(plot.x.high, highest_flat(plot) / roof.value);
    return {x0, x0 * roof.value, x1, x1 * roof.value};
  }
  const double most = steepest(plot);
  return {most > 0 ? std::max(plot.x.low, roof.value / most) : plot.x.low, roof.value, plot.x.high,
          roof.value};
}

/// Moves labels of that height apart, as little as it takes, and keeps them between `low` and
/// `high`; their order stays. There must be room for all.
inline void spread_labels(std::vector<float>& middles, float height, float low, float high) {
  std::vector<std::size_t> order(middles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return middles[i]; });
  float free_from = low;
  for (const std::size_t i : order) {
    middles[i] = std::max(middles[i], free_from + height / 2);
    free_from = middles[i] + height / 2;
  }
  float free_to = high;
  for (std::size_t k = order.size(); k-- > 0;) {
    float& middle = middles[order[k]];
    middle = std::min(middle, free_to - height / 2);
    free_to = middle - height / 2;
  }
}

}  // namespace livewarp::ui
