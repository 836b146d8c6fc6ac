#include "app/explain/parameter_curves.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/counted.h"

namespace livewarp {

namespace {

constexpr double near = 0.03;   // of what was to be expected: one draw of many
constexpr double equal = 1e-9;  // means of whole numbers
constexpr double log_from = 8;  // values that span this factor stand on a logarithmic axis
constexpr double least_span = 1e-6;

/// "65,536", "512 x 512": the sizes alone.
std::string size_of(const Workload& workload, const Values& problem) {
  std::string text;
  for (const std::string& id : workload.info().size_params)
    text += (text.empty() ? "" : "\u00d7") + as_shown(to_text(problem.at(id)));
  return text;
}

template <class F>
void for_each_count(const std::vector<ui::CurvePoint>& points, F&& use) {
  for (const ui::CurvePoint& point : points) {
    if (!point.count) continue;
    const auto& predictions = point.count->predicted.predictions;
    for (std::size_t i = 0; i < predictions.size() && i < point.count->counted.size(); ++i)
      if (point.count->counted[i]) use(point, predictions[i], *point.count->counted[i]);
  }
}

/// All quantities that are predicted anywhere, in the order of their first prediction.
std::vector<Quantity> quantities_of(const std::vector<ui::CurvePoint>& points) {
  std::vector<Quantity> all;
  for (const ui::CurvePoint& point : points)
    for (const Prediction& one : point.predicted.predictions)
      if (std::ranges::find(all, one.quantity) == all.end()) all.push_back(one.quantity);
  return all;
}

std::optional<double> predicted(const ui::CurvePoint& point, Quantity quantity) {
  for (const Prediction& one : point.predicted.predictions)
    if (one.quantity == quantity) return one.value;
  return {};
}

/// By how much the values of a quantity differ, as a share of the largest.
double span_of(const std::vector<ui::CurvePoint>& points, Quantity quantity) {
  double least = HUGE_VAL, most = 0;
  for (const ui::CurvePoint& point : points)
    if (const auto value = predicted(point, quantity)) {
      least = std::min(least, *value);
      most = std::max(most, *value);
    }
  return most > 0 ? (most - least) / most : 0;
}

void set_axes(const std::vector<ui::CurvePoint>& points, Graph& graph) {
  double least = HUGE_VAL, most = 0;
  for (const ui::CurvePoint& point : points) {
    least = std::min(least, point.x);
    most = std::max(most, point.x);
  }
  graph.linear_x = !(least > 0 && most / least >= log_from);
  graph.linear_y = true;
}

GraphPoint place(const ui::CurvePoint& point, double value) {
  return {point.x, value, value, value, point.text, std::make_shared<const Choice>(point.choice)};
}

void add_curve(Graph& graph, Curve curve) {
  if (!curve.points.empty()) graph.curves.push_back(std::move(curve));
}

Curve measured_curve(const std::vector<ui::CurvePoint>& points) {
  Curve curve{"measured \u00b7 bench", CurveKind::bench, 0, {}};
  for (const ui::CurvePoint& point : points) {
    if (!point.time) continue;
    GraphPoint at = place(point, point.time->median);
    at.low = point.time->low;
    at.high = point.time->high;
    curve.points.push_back(std::move(at));
  }
  return curve;
}

/// What the time would be if it went with a prediction alone, so that the largest one took what was
/// measured there.
Curve paced_curve(const std::vector<ui::CurvePoint>& points,
                  const std::vector<ui::CurvePoint>& lines) {
  Curve curve{"", CurveKind::model, 1, {}};
  double most = 0, ms = 0;
  std::optional<Quantity> by;
  for (const ui::CurvePoint& point : points) {
    if (!point.predicted.paced_by) return curve;
    by = point.predicted.paced_by;
    const double value = predicted(point, *by).value_or(0);
    if (!point.time || value <= most) continue;
    most = value;
    ms = point.time->median;
  }
  if (!(ms > 0) || span_of(points, *by) < least_span) return curve;
  curve.label = std::string("in proportion to ") + info_of(*by).label + " \u00b7 model";
  for (const ui::CurvePoint& point : lines)
    if (const auto value = predicted(point, *by))
      curve.points.push_back(place(point, ms * *value / most));
  return curve;
}

}  // namespace

std::string why_uncounted(const VariantInfo& variant, const std::vector<ui::CurvePoint>& points) {
  if (variant.backend == Backend::cpu) return "the lens counts CUDA variants alone";
  std::string why;
  for (const Quantity quantity : quantities_of(points)) {
    why = info_of(quantity).uncounted;
    if (why.empty()) return {};
  }
  return why;
}

void count_point(const Workload& workload, ui::CurvePoint& point, std::stop_token stop) {
  if (!point.refusal.empty() || point.predicted.predictions.empty()) return;
  point.uncounted = point.predicted.uncounted;
  if (!point.uncounted.empty()) return;
  try {
    Choice small = point.choice;
    small.memory = MemoryMode::host;
    small.problem = emulator::lens_problem(workload, small);
    const emulator::Lens lens =
        emulator::look(workload, small, {.whole_grid = true, .stop = std::move(stop)});
    point.uncounted = lens.refusal;
    if (!lens.refusal.empty()) return;
    ui::CurveCount count{size_of(workload, small.problem), workload.closed_form(small), {}};
    for (const Prediction& one : count.predicted.predictions)
      count.counted.push_back(emulator::counted(lens, one.quantity));
    point.count = std::move(count);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    point.uncounted = error.what();
  }
}

ui::CurveTime curve_time(const Measurement& measurement) {
  return {measurement.step.median, measurement.step.p05, measurement.step.p95};
}

void set_bounds(const Workload& workload, const Ceilings& ceilings, ui::CurvePoint& point) {
  if (!point.refusal.empty()) return;
  const VariantInfo* const info = workload.find(point.choice.variant);
  const CostModel cost = workload.cost(point.choice).of_one_time_step();
  constexpr double a_second = 1;
  if (const auto nearest = of_ceiling(cost, a_second, ceilings, info->backend)) {
    point.bound_ms = 1000 * a_second * nearest->share;
    point.bound = nearest->ceiling;
  }
  const Ceiling* const copy = ceilings.find(info->backend, "copy");
  if (copy && copy->value > 0) point.moved_ms = 1000 * point.predicted.moved_bytes / copy->value;
}

bool agrees(const Prediction& predicted, double counted) {
  const double allowed = predicted.expected ? near : equal;
  return std::abs(counted - predicted.value) <= allowed * std::max(predicted.value, counted);
}

std::vector<ui::CurveOption> curve_units(const std::vector<ui::CurvePoint>& points) {
  std::vector<Quantity> all = quantities_of(points);
  std::ranges::stable_partition(
      all, [&](Quantity quantity) { return span_of(points, quantity) >= least_span; });
  std::vector<ui::CurveOption> units;
  for (const Quantity quantity : all) {
    const std::string unit = info_of(quantity).unit;
    if (std::ranges::find(units, unit, &ui::CurveOption::id) == units.end())
      units.push_back({unit, unit});
  }
  return units;
}

Graph counts_graph(const std::vector<ui::CurvePoint>& points,
                   const std::vector<ui::CurvePoint>& lines, const std::string& unit) {
  Graph graph;
  graph.title = "Predicted";
  graph.rate_unit = unit;
  set_axes(points, graph);
  int series = 0;
  for (const Quantity quantity : quantities_of(points)) {
    if (info_of(quantity).unit != unit) continue;
    const std::string label = info_of(quantity).label;
    Curve line{label + " \u00b7 model", CurveKind::model, series, {}};
    Curve marks{label + " \u00b7 counted", CurveKind::counted, series, {}};
    for (const ui::CurvePoint& point : lines)
      if (const auto value = predicted(point, quantity))
        line.points.push_back(place(point, *value));
    for_each_count(points, [&](const ui::CurvePoint& point, const Prediction& one, double counted) {
      if (one.quantity == quantity) marks.points.push_back(place(point, counted));
    });
    if (!marks.points.empty()) graph.title = "Predicted and counted";
    add_curve(graph, std::move(line));
    add_curve(graph, std::move(marks));
    ++series;
  }
  return graph;
}

Graph times_graph(const std::vector<ui::CurvePoint>& points,
                  const std::vector<ui::CurvePoint>& lines) {
  Graph graph;
  graph.title = "Measured, and the bound";
  set_axes(points, graph);
  add_curve(graph, measured_curve(points));
  Curve bound{"", CurveKind::bound, 0, {}}, moved{"", CurveKind::model, 2, {}};
  for (const ui::CurvePoint& point : points) {
    // Where a step is faster its data fit into a cache, and it is no bound.
    if (point.bound_ms > 0 && !(point.time && point.time->median < point.bound_ms)) {
      bound.label = "bound: " + point.bound + " \u00b7 model";
      bound.points.push_back(place(point, point.bound_ms));
    }
    if (point.moved_ms > 0) moved.points.push_back(place(point, point.moved_ms));
  }
  moved.label = "all that is fetched, at copy bandwidth \u00b7 model";
  add_curve(graph, std::move(bound));
  add_curve(graph, std::move(moved));
  add_curve(graph, paced_curve(points, lines));
  return graph;
}

std::string counts_verdict(const std::vector<ui::CurvePoint>& points) {
  std::size_t values = 0, all = 0;
  bool exact = true;
  double farthest = 0;
  std::string differs;
  for (const ui::CurvePoint& point : points) {
    values += point.count ? 1 : 0;
    all += point.refusal.empty() && point.uncounted.empty() ? 1 : 0;
  }
  for_each_count(points, [&](const ui::CurvePoint& point, const Prediction& one, double counted) {
    exact = exact && !one.expected;
    if (one.value > 0) farthest = std::max(farthest, std::abs(counted - one.value) / one.value);
    if (agrees(one, counted) || !differs.empty()) return;
    differs =
        fmt::format("The count differs from the prediction at {}: {} {}, predicted {}.", point.text,
                    rounded(counted, 4), info_of(one.quantity).label, rounded(one.value, 4));
  });
  if (values == 0 || !differs.empty()) return differs;
  const std::string at = values < all  ? fmt::format("at {} of {} values", values, all)
                         : values == 1 ? "at one value"
                                       : fmt::format("at all {} values", values);
  if (exact) return "Counted as predicted, " + at + ".";
  return fmt::format("Counted within {} % of what is to be expected, {}.",
                     rounded(std::max(100 * farthest, 0.01), 2), at);
}

}  // namespace livewarp
