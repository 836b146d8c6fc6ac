#include "ui/model/graph_axes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "kernels/core/base/text.h"

namespace livewarp::ui {

namespace {

constexpr double x_margin = 1.15, y_margin = 1.4;  // factors: the axes are logarithmic
constexpr double linear_headroom = 1.12;           // a factor
constexpr double linear_margin = 0.04;             // of the whole
constexpr double place_margin = 0.5;               // of a place, where they are counted

template <class F>
void for_each_point(const Graph& graph, F&& f) {
  for (const Curve& curve : graph.curves)
    for (const GraphPoint& point : curve.points) f(curve, point);
}

/// All x and how they are called, ascending.
std::map<double, std::string> settings_of(const Graph& graph) {
  std::map<double, std::string> settings;
  for (std::size_t i = 0; i < graph.places.size(); ++i) settings[double(i)] = graph.places[i];
  if (graph.places.empty())
    for_each_point(graph,
                   [&](const Curve&, const GraphPoint& p) { settings.emplace(p.x, p.setting); });
  return settings;
}

/// Every n-th of the ticks, so that at most `room` are left, the last one among them.
Ticks thinned(Ticks ticks, std::size_t room) {
  room = std::max<std::size_t>(room, 1);
  const std::size_t count = ticks.at.size(), step = (count + room - 1) / room;
  if (step <= 1) return ticks;
  Ticks kept;
  for (std::size_t i = (count - 1) % step; i < count; i += step) {
    kept.at.push_back(ticks.at[i]);
    kept.labels.push_back(std::move(ticks.labels[i]));
  }
  return kept;
}

bool is_power_of_two(double x) {
  int exponent = 0;
  return x > 0 && std::frexp(x, &exponent) == 0.5;
}

/// Of an axis' ticks those that do not come too close to one another: the last one, on a log axis
/// then powers of two, then what else has room.
Ticks spaced(const Ticks& ticks, std::size_t room, bool linear) {
  if (ticks.at.empty()) return ticks;
  const auto place = [&](double x) { return linear ? x : std::log(x); };
  const double whole = place(ticks.at.back()) - place(ticks.at.front());
  const double least = room > 1 ? whole / double(room - 1) * (1 - 1e-9) : whole + 1;
  std::map<double, std::string> kept{{ticks.at.back(), ticks.labels.back()}};
  const auto keep = [&](const auto& wanted) {
    for (std::size_t i = ticks.at.size(); i-- > 0;) {
      const double x = ticks.at[i];
      const auto near = [&](const auto& other) {
        return std::abs(place(other.first) - place(x)) < least;
      };
      if (wanted(x) && std::ranges::none_of(kept, near)) kept.emplace(x, ticks.labels[i]);
    }
  };
  if (!linear) keep(is_power_of_two);
  keep([](double) { return true; });
  Ticks all;
  for (const auto& [x, label] : kept) {
    all.at.push_back(x);
    all.labels.push_back(label);
  }
  return all;
}

Ticks multiples(Span span, const std::vector<int>& mantissas) {
  Ticks ticks;
  for (double decade = std::pow(10, std::floor(std::log10(span.low))); decade <= span.high;
       decade *= 10)
    for (const int mantissa : mantissas) {
      const double value = mantissa * decade;
      if (value < span.low * (1 - 1e-9) || value > span.high * (1 + 1e-9)) continue;
      ticks.at.push_back(value);
      ticks.labels.push_back(trimmed(value, 2));
    }
  return ticks;
}

/// "35 M": of an axis that ends at `most`.
std::string short_number(double value, double most) {
  constexpr double from = 1e5;
  if (most < from) return trimmed(value, 4);
  return most < 10 * from ? trimmed(value / 1e3, 4) + " k" : trimmed(value / 1e6, 4) + " M";
}

/// Round numbers where the points are; whole ones where all of these are whole.
Ticks linear_x_ticks(const Graph& graph, std::size_t room) {
  const std::map<double, std::string> settings = settings_of(graph);
  if (settings.empty()) return {};
  const Span span{settings.begin()->first, settings.rbegin()->first};
  const bool whole = std::ranges::all_of(
      settings, [](const auto& setting) { return setting.first == std::round(setting.first); });
  return linear_ticks(span, whole ? std::min(room, std::size_t(span.high - span.low)) : room);
}

}  // namespace

TimeUnit unit_of(const Graph& graph) {
  if (!graph.rate_unit.empty()) return {"", 1};
  double longest = 0;
  for_each_point(graph,
                 [&](const Curve&, const GraphPoint& p) { longest = std::max(longest, p.median); });
  return longest > 0 && longest < 1 ? TimeUnit{"\u00b5s", 1e3} : TimeUnit{"ms", 1};
}

std::string unit_text(const Graph& graph) {
  const std::string unit =
      graph.rate_unit.empty() ? std::string(unit_of(graph).name) + " per step" : graph.rate_unit;
  return graph.linear_y ? unit + " over " + lowered(graph.x_label) : unit;
}

std::string value_text(const Graph& graph, const GraphPoint& point) {
  const bool times = graph.rate_unit.empty();
  const TimeUnit unit = times ? time_unit(point.median) : TimeUnit{"", 1};
  std::string text = point.setting + ": ";
  text += times ? time_text(point.median) : time_in(point.median, unit) + " " + graph.rate_unit;
  if (point.high > point.low)
    text += ", p05 " + time_in(point.low, unit) + ", p95 " + time_in(point.high, unit);
  return text;
}

Span fitted_x(const Graph& graph) {
  if (!graph.places.empty()) return {-place_margin, double(graph.places.size()) - 1 + place_margin};
  const std::map<double, std::string> settings = settings_of(graph);
  if (settings.empty()) return {1, 10};
  if (graph.linear_x) {
    const double first = settings.begin()->first, last = settings.rbegin()->first;
    const double margin = last > first ? linear_margin * (last - first) : 0.5;
    return {first - margin, last + margin};
  }
  return {settings.begin()->first / x_margin, settings.rbegin()->first * x_margin};
}

Span fitted_y(const Graph& graph, TimeUnit unit) {
  Span span{std::numeric_limits<double>::max(), 0};
  for_each_point(graph, [&](const Curve&, const GraphPoint& p) {
    if (p.median <= 0) return;
    const double low = p.low > 0 ? std::min(p.low, p.median) : p.median;
    span.low = std::min(span.low, low * unit.per_ms);
    span.high = std::max(span.high, std::max(p.high, p.median) * unit.per_ms);
  });
  if (span.high <= 0) return {graph.linear_y ? 0.0 : 1.0, 10};
  if (graph.linear_y) return {0, span.high * linear_headroom};
  // Times that hardly differ are not blown up: the axis spans a factor of four at least.
  const double middle = std::sqrt(span.low * span.high);
  return {std::min(span.low / y_margin, middle / 2), std::max(span.high * y_margin, middle * 2)};
}

Ticks x_ticks(const Graph& graph, std::size_t room) {
  if (graph.linear_x && graph.places.empty()) return linear_x_ticks(graph, room);
  Ticks ticks;
  for (const auto& [x, text] : settings_of(graph)) {
    ticks.at.push_back(x);
    ticks.labels.push_back(text);
  }
  return graph.places.empty() ? spaced(ticks, room, graph.linear_x)
                              : thinned(std::move(ticks), room);
}

Ticks log_ticks(Span span, std::size_t room) {
  if (!(span.low > 0 && span.high > span.low)) return {};
  for (const std::vector<int>& mantissas :
       {std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 5}, {1}}) {
    Ticks ticks = multiples(span, mantissas);
    if (ticks.at.size() <= room) return ticks;
  }
  return thinned(multiples(span, {1}), room);
}

Ticks linear_ticks(Span span, std::size_t room, bool counts) {
  if (!(span.high > span.low) || room == 0) return {};
  const double least = (span.high - span.low) / double(room);
  const double decade = std::pow(10, std::floor(std::log10(least)));
  double step = 10 * decade;
  for (const double mantissa :
       counts ? std::vector<double>{8, 4, 2, 1} : std::vector<double>{5, 2, 1})
    if (mantissa * decade >= least * (1 - 1e-9)) step = mantissa * decade;
  if (2 * step > span.high - span.low && room < 4)  // one number is no axis
    return linear_ticks(span, room + 1, counts);
  Ticks ticks;
  for (double k = std::ceil(span.low / step - 1e-9); k * step <= span.high * (1 + 1e-9); ++k) {
    ticks.at.push_back(k * step);
    ticks.labels.push_back(k == 0 ? "0" : short_number(k * step, span.high));
  }
  return ticks;
}

std::size_t longest_label(const Graph& graph) {
  std::size_t longest = 0;
  if (graph.linear_x && graph.places.empty()) {
    constexpr std::size_t usual_room = 10;
    for (const std::string& label : linear_x_ticks(graph, usual_room).labels)
      longest = std::max(longest, label.size());
    return longest;
  }
  for (const auto& [x, text] : settings_of(graph)) longest = std::max(longest, text.size());
  return longest;
}

}  // namespace livewarp::ui
