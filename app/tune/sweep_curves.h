#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/measure/sweep_sizes.h"
#include "app/tune/cross_sweep.h"

/// Variants over the values of one thing that is varied.
namespace livewarp {

struct SweepRequest {
  VariantSelection selection;
  SweepOver over;
  BenchOptions bench;  ///< of each point; no step that is longer than its seconds is measured
};

/// One variant on its way through the values; it ends early where a step would take too long.
struct SweepCurve {
  SelectedVariant variant;
  std::vector<SweepStep> steps;
  std::string ended;  ///< why it is measured no further
  std::optional<Measurement> last;
  /// By launch and method: the check sizes are compared once.
  std::map<std::string, CheckResult> sizes;
};

/// Throws `Error` where no selected variant has values of what is varied.
std::vector<SweepCurve> plan_curves(const Context& context, const SweepRequest& request);

/// All variants at one value before the next: they start from one common state, and what is there
/// when one stops it can be compared.
void run_curves(Workbench& bench, const SweepRequest& request, std::vector<SweepCurve>& curves,
                std::vector<VariantResult>& results);

/// Points of variants that cannot run here, for want of a GPU: what is predicted and counted of
/// them stands without a time.
void add_untimed(const std::vector<SweepCurve>& curves, std::vector<VariantResult>& results);

std::vector<SelectedVariant> variants_of(const std::vector<SweepCurve>& curves);

/// The problem without what is varied.
Values same_for_all(const SweepRequest& request, const std::vector<SweepCurve>& curves);

}  // namespace livewarp
