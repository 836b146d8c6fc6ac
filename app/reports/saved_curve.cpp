#include "app/reports/saved_curve.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/measure/sweep_sizes.h"
#include "app/reports/report_comparison.h"
#include "app/reports/saved_time.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// The choice with the result's size and its value of what is swept; nothing where that is no
/// setting of the sweep.
std::optional<Choice> in_sweep(const Workload& workload, const Choice& choice,
                               const SweepOver& over, const SavedResult& result) {
  for (const Difference& each : differences(result.launch, choice.launch))
    if (each.id != over.id) return {};
  Choice there = choice;
  if (!over.size()) {
    const auto value = result.launch.find(over.id);
    if (value == result.launch.end()) return {};
    there.launch[over.id] = value->second;
  }
  const auto sides = swept_sides(workload);
  for (const Param* side : sides) {
    const auto value = result.problem.find(side->id);
    if (value == result.problem.end() || !std::holds_alternative<std::int64_t>(value->second))
      return {};
    there.problem[side->id] = value->second;
  }
  if (!over.size()) return there.problem == choice.problem ? std::optional(there) : std::nullopt;
  if (sides.empty()) return {};
  // Fields are squares and cubes in a sweep, pictures keep their shape.
  const double main = double(swept_size(workload, there)),
               own = double(swept_size(workload, choice));
  for (const Param* side : sides) {
    const double as_swept = sides_are_equal(workload)
                                ? main
                                : double(get_integer(choice.problem, side->id)) * main / own;
    if (std::abs(double(get_integer(there.problem, side->id)) - as_swept) > 1) return {};
  }
  return there;
}

/// What else is not as it was swept, though it changes nothing of the work.
std::string remark(const SavedResult& result, const Choice& there) {
  std::vector<std::string> parts;
  for (const Difference& each : differences(result.problem, there.problem))
    parts.push_back(each.id + " " + each.a + " (here " + each.b + ")");
  return joined(parts);
}

}  // namespace

Curve saved_curve(const SavedReport& report, const Workload& workload, const VariantInfo& variant,
                  const Choice& choice, const SweepOver& over, const Graph& graph) {
  Curve curve{report.short_name() + " \u00b7 loaded, bench", CurveKind::other, 0, {}};
  for (const SavedResult& result : report.results) {
    if (!is_of(result, workload, variant) || !result.is_timed() ||
        result.memory != name_of(choice.memory))
      continue;
    const auto there = in_sweep(workload, choice, over, result);
    if (!there || !times_compare(workload, variant, *there, result)) continue;
    const auto x = place_in(graph, workload, *there, over);
    if (!x) continue;
    const std::string text =
        over.size() ? grouped(swept_size(workload, *there)) : to_text(there->launch.at(over.id));
    curve.points.push_back({.x = *x,
                            .median = result.median_ms,
                            .low = result.median_ms,
                            .high = result.median_ms,
                            .setting = text,
                            .note = remark(result, *there)});
  }
  std::ranges::stable_sort(curve.points, {}, &GraphPoint::x);
  return curve;
}

}  // namespace livewarp
