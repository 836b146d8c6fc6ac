#include "app/measure/sweep.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/base/version.h"
#include "app/measure/sweep_sizes.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/allowed_blocks.h"
#include "kernels/core/workload/shared_reserve.h"

namespace livewarp {

namespace {

/// `count` of the values, evenly spread, first and last among them.
template <class T>
std::vector<T> thinned(std::vector<T> values, int count) {
  const auto all = int(values.size());
  if (count < 1 || count >= all) return values;
  std::vector<T> kept;
  for (int i = 0; i < count; ++i) {
    const int at = count == 1 ? all - 1 : (i * (all - 1) + (count - 1) / 2) / (count - 1);
    kept.push_back(std::move(values[std::size_t(at)]));
  }
  return kept;
}

/// Values of an axis: those it offers, else powers of two and its largest.
std::vector<Value> values_of(const Param& axis) {
  std::vector<Value> values;
  if (!axis.reason.empty()) return values;  // greyed as a whole
  for (const Option& option : axis.options)
    if (option.reason.empty()) values.push_back(read_value(axis, option.id));
  if (!axis.options.empty() || axis.kind != ParamKind::integer) return values;
  for (auto n = std::int64_t{1}; double(n) <= axis.max; n *= 2)
    if (double(n) >= axis.min) values.emplace_back(n);
  if (values.empty() || double(std::get<std::int64_t>(values.back())) < axis.max)
    values.emplace_back(std::int64_t(axis.max));
  return values;
}

/// The number that a value is, that of its threads where it is a block.
std::optional<double> number_of(const Param& axis, const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return double(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (axis.id == "block") return double(parse_dim(to_text(value)).count());
  double number = 0;
  if (read_real(to_text(value), number)) return number;
  return {};
}

bool within(const SweepOver& over, std::optional<double> x) {
  if (!x) return true;
  return (!over.from || *x >= double(*over.from)) && (!over.to || *x <= double(*over.to));
}

/// Of the present GPU, or of a large one.
SmLimits multiprocessor() {
  constexpr int of_a_large_gpu = 90;
  const GpuInfo gpu = present_gpu_limits();
  return sm_limits(gpu.major * 10 + gpu.minor).value_or(sm_limits(of_a_large_gpu).value());
}

/// Reserved shared memory that makes a difference.
std::vector<Value> reserves(const Param& axis) {
  std::vector<Value> values;
  if (axis.reason.empty())
    for (const std::int64_t kib : reserves_worth_trying(multiprocessor())) values.emplace_back(kib);
  return values;
}

/// Values of an axis; of a block within bounds that are given all shapes that a search looks at.
std::vector<Value> values_within(const Workload& workload, const Choice& choice, const Param& axis,
                                 const SweepOver& over) {
  if (axis.id == reserve_axis_id) return reserves(axis);
  if (!axis.block || (!over.from && !over.to)) return values_of(axis);
  const auto bound = [](std::optional<std::int64_t> given, std::int64_t otherwise) {
    return unsigned(std::clamp<std::int64_t>(given.value_or(otherwise), 0, most_block_threads));
  };
  const BlockRange range{bound(over.from, 32), bound(over.to, most_block_threads)};
  std::vector<Value> values;
  for (std::string& shape : allowed_blocks(workload, choice, nullptr, range))
    values.emplace_back(std::move(shape));
  return values;
}

std::vector<SweepStep> axis_steps(const Workload& workload, const Choice& choice,
                                  const SweepOver& over) {
  const Param* axis = swept_param(workload, workload.find(choice.variant), over);
  if (!axis) return {};
  std::vector<SweepStep> steps;
  for (const Value& value : values_within(workload, choice, *axis, over)) {
    const std::optional<double> x = number_of(*axis, value);
    if (!within(over, x)) continue;
    steps.push_back({x.value_or(double(steps.size())), to_text(value),
                     with_swept(workload, choice, over, value)});
  }
  return steps;
}

// -- graphs --------------------------------------------------------------------------------------

/// The places of a graph's x axis: texts of what was varied, in the order of the variant that
/// offers them.
struct Places {
  std::vector<std::string> names;  ///< empty: x is the number
  std::map<std::string, double> x;
};

std::string text_of(const Workload& workload, const Choice& choice, const SweepOver& over) {
  if (over.size()) return grouped(swept_size(workload, choice));
  const Value* const value = swept_value(workload, choice, over);
  return value ? to_text(*value) : std::string();
}

std::string text_of(const VariantResult& result, const SweepOver& over) {
  return text_of(*result.variant.workload, result.variant.choice, over);
}

/// Blocks of several shapes but equal threads, and words, have places; all else has its number.
Places places_of(const std::vector<VariantResult>& results, const SweepOver& over) {
  Places places;
  std::set<double> numbers;
  bool words = false;
  for (const VariantResult& result : results) {
    const std::string text = text_of(result, over);
    if (places.x.contains(text)) continue;
    std::optional<double> x;
    if (over.size())
      x = double(swept_size(*result.variant.workload, result.variant.choice));
    else if (const Param* axis = swept_param(*result.variant.workload, result.variant.info, over))
      x = number_of(*axis, *swept_value(*result.variant.workload, result.variant.choice, over));
    words = words || !x || *x <= 0 || !numbers.insert(*x).second;
    places.x[text] = x.value_or(0);
    places.names.push_back(text);
  }
  if (!words)
    places.names.clear();
  else
    for (std::size_t i = 0; i < places.names.size(); ++i) places.x[places.names[i]] = double(i);
  return places;
}

Curve& curve_of(Graph& graph, std::map<std::string, std::size_t>& known, const std::string& label,
                CurveKind kind) {
  const auto [at, fresh] = known.emplace(label, graph.curves.size());
  if (fresh) graph.curves.push_back({label, kind, int(graph.curves.size()), {}});
  return graph.curves[at->second];
}

void sort_points(Graph& graph) {
  for (Curve& curve : graph.curves) std::ranges::stable_sort(curve.points, {}, &GraphPoint::x);
}

void add_measured(Graph& graph, const std::vector<VariantResult>& results, const SweepOver& over,
                  const Places& places) {
  std::map<std::string, std::size_t> known;
  const bool modes = std::ranges::any_of(results, [&](const VariantResult& result) {
    return result.variant.info->backend == Backend::cuda &&
           result.variant.choice.memory != results.front().variant.choice.memory;
  });
  for (const VariantResult& result : results) {
    if (!timed(result)) continue;
    const Summary& times = result.measurement->step;
    const bool live = result.measurement->conditions == Conditions::live;
    const std::string text = text_of(result, over);
    std::string label = result.variant.info->title;
    if (modes) label += " \u00b7 " + std::string(name_of(result.variant.choice.memory));
    label += live ? " \u00b7 live, with display" : " \u00b7 bench";
    curve_of(graph, known, label, live ? CurveKind::live : CurveKind::bench)
        .points.push_back({places.x.at(text), times.median, times.p05, times.p95, text,
                           std::make_shared<const Choice>(result.variant.choice)});
  }
}

/// What the nearest ceiling alone would take, the least of all variants; where a step is faster its
/// data fit into a cache, and it is no bound.
void add_bounds(Graph& graph, const std::vector<VariantResult>& results, const SweepOver& over,
                const Places& places) {
  std::map<std::string, std::map<double, GraphPoint>> bounds;
  for (const VariantResult& result : results) {
    if (!timed(result) || !result.of_ceiling || result.of_ceiling->share > 1) continue;
    const std::string text = text_of(result, over);
    const double x = places.x.at(text);
    const double ms = result.measurement->step.median * result.of_ceiling->share;
    const GraphPoint point{x, ms, ms, ms, text};
    const auto [at, fresh] = bounds[result.of_ceiling->ceiling].emplace(x, point);
    if (!fresh && ms < at->second.median) at->second = point;
  }
  for (const auto& [ceiling, points] : bounds) {
    Curve curve{"roofline: " + ceiling + " \u00b7 model", CurveKind::bound, 0, {}};
    curve.points.reserve(points.size());
    for (const auto& [x, point] : points) curve.points.push_back(point);
    if (curve.points.size() > 1) graph.curves.push_back(std::move(curve));
  }
}

std::string lower_case(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = char(text[0] - 'A' + 'a');
  return text;
}

/// What all results share of their settings, but for what was varied.
std::string common_setting(const std::vector<VariantResult>& results, const SweepOver& over) {
  std::vector<std::string> parts;
  const SelectedVariant& first = results.front().variant;
  const bool one_variant = std::ranges::all_of(
      results, [&](const VariantResult& result) { return result.variant.info == first.info; });
  if (one_variant) parts.push_back(first.info->title);
  for (const Param& axis : first.info->axes)
    if (const auto value = first.choice.launch.find(axis.id);
        one_variant && axis.id != over.id && value != first.choice.launch.end() &&
        !goes_without_saying(axis, value->second))
      parts.push_back(lower_case(axis.label) + " " + to_text(value->second));
  if (one_variant && first.info->backend == Backend::cuda)
    parts.emplace_back(name_of(first.choice.memory));
  if (!over.size())
    for (const Param* side : swept_sides(*first.workload))
      parts.push_back(lower_case(side->label) + " " +
                      grouped(get_integer(first.choice.problem, side->id)));
  return joined(parts);
}

/// "Width = Height, cells", "Block, threads".
std::string label_of_x(const SelectedVariant& variant, const SweepOver& over) {
  if (over.size()) return size_label(*variant.workload);
  const Param* axis = swept_param(*variant.workload, variant.info, over);
  if (!axis) return {};
  const std::string unit = axis->id == "block" ? "threads" : axis->unit;
  return unit.empty() || unit == lower_case(axis->label) ? axis->label : axis->label + ", " + unit;
}

}  // namespace

std::vector<SweepStep> sweep_steps(const Workload& workload, const Choice& choice,
                                   const SweepOver& over) {
  std::vector<SweepStep> steps =
      over.size() ? size_steps(workload, choice, over) : axis_steps(workload, choice, over);
  return thinned(std::move(steps), over.points);
}

std::string launch_axis(const VariantInfo& variant) {
  for (const char* id : {"block", "threads"})
    if (const Param* axis = find_param(variant.axes, id); axis && values_of(*axis).size() > 1)
      return id;
  for (const Param& axis : variant.axes)
    if (!axis.aside && values_of(axis).size() > 1) return axis.id;
  return {};
}

Graph sweep_graph(const std::vector<VariantResult>& results, const SweepOver& over) {
  Graph graph;
  if (results.empty()) return graph;
  const SelectedVariant& variant = results.front().variant;
  graph.x_label = label_of_x(variant, over);
  graph.title =
      "Time against " + lower_case(over.size() && swept_sides(*variant.workload).size() > 1
                                       ? "size"
                                       : graph.x_label.substr(0, graph.x_label.find(',')));
  graph.setting = common_setting(results, over);
  const Places places = places_of(results, over);
  graph.places = places.names;
  add_measured(graph, results, over, places);
  add_bounds(graph, results, over, places);
  sort_points(graph);
  return graph;
}

std::optional<double> place_in(const Graph& graph, const Workload& workload, const Choice& choice,
                               const SweepOver& over) {
  if (!graph.places.empty()) {
    const auto at = std::ranges::find(graph.places, text_of(workload, choice, over));
    if (at == graph.places.end()) return {};
    return double(at - graph.places.begin());
  }
  if (over.size()) return double(swept_size(workload, choice));
  const Param* axis = swept_param(workload, workload.find(choice.variant), over);
  const Value* const value = swept_value(workload, choice, over);
  if (!axis || !value) return {};
  return number_of(*axis, *value);
}

std::string origin_text(const Machine& machine, const std::vector<VariantResult>& results,
                        int device) {
  std::string text;
  const auto uses = [&](Backend backend) {
    return std::ranges::any_of(results, [&](const VariantResult& result) {
      return timed(result) && result.variant.info->backend == backend;
    });
  };
  const GpuInfo* gpu = machine.gpu(device);
  if (uses(Backend::cuda) && gpu) text = gpu->name;
  if (uses(Backend::cpu))
    text += (text.empty() ? "" : ", ") + machine.cpu.name + ", " +
            std::to_string(machine.cpu.cores) + (machine.cpu.cores == 1 ? " core" : " cores");
  if (!results.empty())
    text = results.front().variant.workload->info().title + " \u00b7 " + text +
           " \u00b7 Livewarp " + version_text();
  return text;
}

}  // namespace livewarp
