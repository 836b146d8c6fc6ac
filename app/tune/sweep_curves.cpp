#include "app/tune/sweep_curves.h"

#include <algorithm>
#include <utility>

#include "app/measure/launch_recorder.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/shared_reserve.h"

namespace livewarp {

namespace {

std::string launch_key(const SweepRequest& request, const Choice& choice) {
  std::string key;
  for (const auto& [id, value] : choice.launch) key += id + "=" + to_text(value) + " ";
  if (varies_method(*request.selection.workload, request.over))
    key += to_text(choice.problem.at(request.over.id));
  return key;
}

[[noreturn]] void refuse(const SweepRequest& request) {
  const WorkloadInfo& info = request.selection.workload->info();
  if (request.over.size() && swept_sides(*request.selection.workload).empty())
    throw Error(info.name + " has no size to vary", "--over names an axis of its variants");
  throw Error("nothing to sweep: no selected variant has values of " + request.over.id +
                  " in this range",
              "livewarp list " + info.name + " shows all variants and their axes");
}

/// Leaves out what the kernel cannot reserve next to what it uses.
void keep_possible(const Context& context, const SweepRequest& request, SweepCurve& curve) {
  const SelectedVariant& variant = curve.variant;
  const GpuInfo* const gpu = context.machine->gpu(context.device);
  if (request.over.id != reserve_axis_id || !gpu || variant.executor != Executor::cuda ||
      !variant.skip.empty())
    return;
  Choice small = variant.choice;
  small.launch = undivided(small.launch);
  small.problem = variant.workload->check_problems(small).front();
  const auto launch = main_launch(*variant.workload->simulate(small, Executor::cuda));
  if (!launch) return;
  const auto most = double(most_reserve(*launch, small.launch, *gpu));
  std::erase_if(curve.steps, [&](const SweepStep& step) { return step.x > most; });
}

}  // namespace

std::vector<SweepCurve> plan_curves(const Context& context, const SweepRequest& request) {
  std::vector<SweepCurve> curves;
  bool any = false;
  for (SelectedVariant& variant : select_variants(context, request.selection, Purpose::time)) {
    SweepCurve curve;
    curve.variant = std::move(variant);
    curve.steps = sweep_steps(*curve.variant.workload, curve.variant.choice, request.over);
    keep_possible(context, request, curve);
    any = any || !curve.steps.empty();
    if (curve.variant.skip.empty() && curve.steps.empty()) {
      curve.variant.skip = "it has no values of " + request.over.id + " in this range";
      curve.variant.requested = false;
    }
    curves.push_back(std::move(curve));
  }
  if (!any) refuse(request);
  return curves;
}

namespace {

/// Seconds of the step: by what was measured before, which knows how small problems fill the
/// device.
double expected_seconds(Workbench& bench, const SweepCurve& curve, const SelectedVariant& variant) {
  const CostModel pass = variant.workload->cost(variant.choice);
  if (curve.last && curve.last->cost.items > 0)
    return curve.last->step.median / 1000 * pass.items / curve.last->cost.items;
  return bench.predicted_seconds(variant);
}

/// Why the variant's next point is not measured; empty if it is.
std::string hindrance(Workbench& bench, const SweepRequest& request, const SweepCurve& curve,
                      const SelectedVariant& variant, const std::string& at) {
  const std::string refusal = variant.workload->refusal(variant.choice, variant.executor);
  if (!refusal.empty()) return at + ": " + refusal;
  try {
    require_memory(variant);
  } catch (const Error& error) {
    return error.what();
  }
  const double seconds = expected_seconds(bench, curve, variant);
  if (seconds <= request.bench.seconds) return {};
  return at + ": a step would take about " + plain_number(seconds, 2) + " s; --time " +
         std::to_string(int(seconds) + 1) + " measures it";
}

void measure(Workbench& bench, const SweepRequest& request, SweepCurve& curve,
             const SweepStep& step, std::vector<VariantResult>& results) {
  SelectedVariant variant = curve.variant;
  variant.choice = step.choice;
  const std::string reason =
      hindrance(bench, request, curve, variant, request.over.id + " " + as_shown(step.text));
  if (!reason.empty()) {
    // Larger sizes take longer still; of other values each stands for itself.
    curve.ended += (curve.ended.empty() ? "" : "; ") + reason;
    return;
  }
  VariantResult& result = results.emplace_back();
  result.variant = variant;
  const std::string key = launch_key(request, variant.choice);
  if (curve.sizes.contains(key)) result.sizes = curve.sizes.at(key);
  bench.measure(result, request.bench);
  curve.sizes[key] = result.sizes;
  bench.compare_with_ceilings(result);
  if (result.measurement) curve.last = result.measurement;
}

}  // namespace

void run_curves(Workbench& bench, const SweepRequest& request, std::vector<SweepCurve>& curves,
                std::vector<VariantResult>& results) {
  std::map<double, std::vector<std::pair<SweepCurve*, const SweepStep*>>> by_value;
  for (SweepCurve& curve : curves)
    if (curve.variant.skip.empty())
      for (const SweepStep& step : curve.steps) by_value[step.x].emplace_back(&curve, &step);
  for (const auto& [x, all] : by_value)
    for (const auto& [curve, step] : all)
      if (!request.over.size() || curve->ended.empty())
        measure(bench, request, *curve, *step, results);
}

void add_untimed(const std::vector<SweepCurve>& curves, std::vector<VariantResult>& results) {
  for (const SweepCurve& curve : curves) {
    const SelectedVariant& variant = curve.variant;
    if (variant.skip.empty() || variant.executor != Executor::cuda) continue;
    for (const SweepStep& step : curve.steps) {
      if (!variant.workload->refusal(step.choice, Executor::emulator).empty()) continue;
      results.emplace_back().variant = variant;
      results.back().variant.choice = step.choice;
    }
  }
}

std::vector<SelectedVariant> variants_of(const std::vector<SweepCurve>& curves) {
  std::vector<SelectedVariant> variants;
  variants.reserve(curves.size());
  for (const SweepCurve& curve : curves) variants.push_back(curve.variant);
  return variants;
}

Values same_for_all(const SweepRequest& request, const std::vector<SweepCurve>& curves) {
  Values problem = curves.front().variant.choice.problem;
  for (const Param* side : swept_sides(*request.selection.workload))
    if (request.over.size()) problem.erase(side->id);
  for (const SweepCurve& curve : curves)
    for (const SweepStep& step : curve.steps)
      std::erase_if(problem, [&](const auto& one) {
        return step.choice.problem.at(one.first) != one.second;
      });
  return problem;
}

}  // namespace livewarp
