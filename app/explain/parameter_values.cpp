#include "app/explain/parameter_values.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

bool is_number(const Param& param) {
  return param.kind == ParamKind::integer || param.kind == ParamKind::real;
}

const VariantInfo& variant_of(const Workload& workload, const Choice& choice) {
  const VariantInfo* const info = workload.find(choice.variant);
  if (!info) throw Error(workload.info().name + " has no variant " + choice.variant);
  return *info;
}

bool is_axis(const Workload& workload, const Choice& choice, const Param& param) {
  return find_param(variant_of(workload, choice).axes, param.id) != nullptr;
}

/// Axes first. Sizes are what a sweep varies.
std::vector<const Param*> number_params(const Workload& workload, const Choice& choice) {
  std::vector<const Param*> all;
  for (const Param& axis : variant_of(workload, choice).axes)
    if (is_number(axis) && !axis.aside) all.push_back(&axis);
  const std::vector<std::string>& sizes = workload.info().size_params;
  for (const Param& param : workload.info().params)
    if (is_number(param) && param.group == ParamGroup::problem &&
        std::ranges::find(sizes, param.id) == sizes.end() &&
        !find_param(variant_of(workload, choice).axes, param.id))
      all.push_back(&param);
  return all;
}

Value value_at(const Param& param, double x) {
  if (param.kind == ParamKind::integer) return std::int64_t(std::llround(x));
  constexpr double fine = 1e4;  // so that labels stay short
  const double digits = std::pow(10, std::floor(std::log10(std::max(std::abs(x), 1e-12))));
  return std::round(x / digits * fine) / fine * digits;
}

double number_of(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return double(*whole);
  return std::get<double>(value);
}

/// So many from one end to the other, evenly by difference or by ratio.
std::vector<Value> spread(const Param& param, double from, double to, int count) {
  std::vector<Value> values;
  const bool log = param.log_scale && from > 0;
  for (int i = 0; i < count; ++i) {
    const double share = count == 1 ? 1 : double(i) / (count - 1);
    values.push_back(
        value_at(param, log ? from * std::pow(to / from, share) : from + share * (to - from)));
  }
  return values;
}

std::vector<Value> powers_of_two(double from, double to) {
  std::vector<Value> values;
  for (std::int64_t n = 1; double(n) <= to; n *= 2)
    if (double(n) >= from) values.emplace_back(n);
  return values;
}

std::vector<Value> usual_values(const Param& param, double from, double to, int points) {
  std::vector<Value> values;
  for (const Option& option : param.options) {
    if (!option.reason.empty()) continue;
    const Value value = parse_value(param, option.id);
    if (number_of(value) >= from && number_of(value) <= to) values.push_back(value);
  }
  if (!param.options.empty()) return values;
  const bool whole = param.kind == ParamKind::integer;
  if (whole && param.log_scale && points == 0) return powers_of_two(from, to);
  const int count = points > 0 ? points : usual_points;
  return spread(param, from, to, whole ? std::min(count, int(to - from) + 1) : count);
}

std::vector<Value> values_of_range(const Param& param, const ValueRange& range) {
  std::vector<Value> values;
  for (const std::string& text : range.listed) values.push_back(parse_value(param, text));
  if (values.empty()) {
    const bool offers = !param.options.empty();
    const double from = range.from.value_or(offers ? -HUGE_VAL : param.min),
                 to = range.to.value_or(offers ? HUGE_VAL : param.max);
    if (from > to) throw Error("from " + rounded(from, 6) + " is larger than to " + rounded(to, 6));
    if (!offers && (from < param.min || to > param.max))
      throw Error(param.id + " goes from " + rounded(param.min, 6) + " to " + rounded(param.max, 6),
                  "--from and --to lie within");
    values = usual_values(param, from, to, range.points);
    if (values.empty())
      throw Error(param.id + " has no value" +
                  (range.from ? " from " + rounded(from, 6) + (range.to ? "" : " on") : "") +
                  (range.to ? " up to " + rounded(to, 6) : ""));
  }
  const auto before = [](const Value& a, const Value& b) { return number_of(a) < number_of(b); };
  std::ranges::sort(values, before);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const auto most = std::size_t(range.points > 0 ? range.points : most_points);
  if (values.size() <= most) return values;
  std::vector<Value> kept;
  for (std::size_t i = 0; i < most; ++i)
    kept.push_back(values[most == 1 ? 0 : i * (values.size() - 1) / (most - 1)]);
  return kept;
}

/// What no executor could compute is refused; what only this machine cannot is not.
std::string refusal_of(const Workload& workload, const Choice& choice) {
  const bool cpu = variant_of(workload, choice).backend == Backend::cpu;
  return workload.refusal(choice, cpu ? Executor::cpu : Executor::emulator);
}

std::string one_line(const Error& error) { return error.what(); }

ui::CurvePoint point_at(const Workload& workload, const Choice& choice, const Param& param,
                        const Value& value) {
  ui::CurvePoint point;
  point.x = number_of(value);
  point.text = as_shown(to_text(value));
  point.choice = choice;
  (is_axis(workload, choice, param) ? point.choice.launch : point.choice.problem)[param.id] = value;
  try {
    point.refusal = refusal_of(workload, point.choice);
    if (point.refusal.empty()) point.predicted = workload.closed_form(point.choice);
  } catch (const Error& error) {
    point.refusal = one_line(error);
  }
  return point;
}

bool same_predictions(const ClosedForm& a, const ClosedForm& b) {
  return std::ranges::equal(a.predictions, b.predictions,
                            [](const Prediction& one, const Prediction& other) {
                              return one.quantity == other.quantity && one.value == other.value;
                            });
}

bool tells(const Workload& workload, const Choice& choice, const Param& param) {
  const ui::CurvePoint* first = nullptr;
  const std::vector<ui::CurvePoint> points = curve_points(workload, choice, param);
  for (const ui::CurvePoint& point : points) {
    if (!point.refusal.empty() || point.predicted.predictions.empty()) continue;
    if (first && !same_predictions(first->predicted, point.predicted)) return true;
    if (!first) first = &point;
  }
  return false;
}

std::string listed(const std::vector<const Param*>& params) {
  std::vector<std::string> ids;
  for (const Param* param : params) ids.push_back(param->id);
  return joined(ids);
}

}  // namespace

std::vector<const Param*> telling_params(const Workload& workload, const Choice& choice) {
  std::vector<const Param*> all;
  for (const Param* param : number_params(workload, choice))
    if (tells(workload, choice, *param)) all.push_back(param);
  return all;
}

const Param& telling_param(const Workload& workload, const Choice& choice, const std::string& id) {
  const std::string name = workload.info().name + " " + choice.variant;
  const std::vector<const Param*> all = telling_params(workload, choice);
  for (const Param* param : all)
    if (param->id == id) return *param;
  const std::string advice = all.empty() ? "livewarp sweep " + workload.info().name + " times it"
                                         : "--over takes " + listed(all);
  if (const std::string refusal = refusal_of(workload, choice); all.empty() && !refusal.empty())
    throw Error(name + ": " + refusal);
  if (all.empty()) {
    const ClosedForm form = workload.closed_form(choice);
    throw Error(name + ": " +
                    (form.absent.empty() ? "nothing that is predicted changes with a parameter"
                                         : form.absent),
                advice);
  }
  const Param* const axis = find_param(variant_of(workload, choice).axes, id);
  if (axis || find_param(workload.info().params, id))
    throw Error("--over " + id + ": nothing that is predicted of " + name + " changes with it",
                advice);
  throw Error("--over " + id + ": " + name + " has no parameter of this name", advice);
}

std::vector<ui::CurvePoint> curve_points(const Workload& workload, const Choice& choice,
                                         const Param& param, const ValueRange& range) {
  std::vector<ui::CurvePoint> points;
  for (const Value& value : values_of_range(param, range))
    points.push_back(point_at(workload, choice, param, value));
  return points;
}

std::vector<ui::CurvePoint> predicted_points(const Workload& workload, const Choice& choice,
                                             const Param& param,
                                             const std::vector<ui::CurvePoint>& points) {
  constexpr int closer = 2 * (usual_points - 1) + 1;
  if (param.kind != ParamKind::real || points.size() < 2) return points;
  const ValueRange range{{}, points.front().x, points.back().x, closer};
  std::vector<ui::CurvePoint> all = curve_points(workload, choice, param, range);
  for (const ui::CurvePoint& point : points)
    if (std::ranges::find(all, point.x, &ui::CurvePoint::x) == all.end()) all.push_back(point);
  std::ranges::sort(all, {}, &ui::CurvePoint::x);
  return all;
}

std::optional<double> curve_place(const Workload& workload, const Choice& choice,
                                  const Param& param) {
  const Values& values = is_axis(workload, choice, param) ? choice.launch : choice.problem;
  const auto found = values.find(param.id);
  if (found == values.end()) return {};
  return number_of(found->second);
}

std::string curve_label(const Param& param) {
  return param.unit.empty() || param.unit == lowered(param.label) ? param.label
                                                                  : param.label + ", " + param.unit;
}

}  // namespace livewarp
