#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/measure/ceiling_store.h"
#include "app/measure/launch_recorder.h"
#include "app/measure/progress.h"
#include "app/measure/selected_variants.h"
#include "app/turns/turn_keeper.h"
#include "kernels/core/counters/step_counters.h"
#include "kernels/core/measure/ceilings.h"
#include "kernels/core/measure/measurement.h"
#include "kernels/core/measure/step_clocks.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

/// What came of a variant.
struct VariantResult {
  SelectedVariant variant;
  CheckResult sizes,
      here;  ///< at the check sizes and at the present problem; unchecked if not made
  std::optional<Measurement> measurement;
  std::optional<StepClocks> clocks;       ///< where they were asked for
  std::optional<CounterResult> counters;  ///< likewise
  std::optional<OfCeiling> of_ceiling;
  std::optional<KernelFigures> kernel;
  std::string broken;        ///< what stopped it, if something did
  bool interrupted = false;  ///< asked to stop before it was done

  bool failed() const {
    return sizes.verdict == Verdict::failed || here.verdict == Verdict::failed || !broken.empty();
  }
  /// Something was compared, and all that was compared holds.
  bool verified() const { return !failed() && (sizes.ok() || here.ok()); }
  /// The finding that counts: a failure, else that of the present problem, else that of the sizes.
  const CheckResult& check() const;
  /// "skipped: ...", "failure: ..." or "interrupted"; empty if nothing kept it from being done.
  std::string why_not_done() const;
};

/// Where others should not measure while a variant does; nowhere for the emulator, which has no
/// time.
std::vector<TurnPlace> turn_places(const Machine& machine, int device, Executor executor);

/// Verifies and times variants, one after another. Variants of one problem start from one common
/// state, which is primed once, by the machine's fastest kind of variant.
class Workbench {
 public:
  Workbench(const Context& context, Progress& progress, CheckDepth depth = CheckDepth::all)
      : context_(&context), progress_(&progress), depth_(depth),
        turns_(context.turns, context.stop, [this](const std::string& text) { say(text); }) {}
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;
  /// Nobody is waited for: throws `Error`, before anything is measured, where somebody else
  /// measures on the GPU or the cores that these need.
  void refuse_to_wait(const std::set<Executor>& executors);
  /// Waits until nobody else measures where these variants will. What measures does so by itself;
  /// all that stays until another variant is measured elsewhere.
  void take_turn(const std::vector<const SelectedVariant*>& variants);

  // Each of these throws `Cancelled` when the context's stop is asked for; what goes wrong in the
  // variant itself ends up in `broken`.
  void check_sizes(VariantResult& result);
  void check_here(VariantResult& result);
  /// From now on profilers that wait for it collect while a CUDA variant is measured, and no
  /// longer: see `ProfilerCapture`.
  void capture_measuring() { capture_ = true; }
  /// Both checks, then the time; none without verification. `options.progress` is not used.
  void measure(VariantResult& result, BenchOptions options);
  /// A step by the clocks of GPU and host. Before anything else, so that its first run is one.
  void read_clocks(VariantResult& result);
  /// A step by hardware counters; none without verification.
  void read_counters(VariantResult& result, const Cupti& cupti);
  /// Shares of the ceilings measured on as many threads as the variant uses, copying as many bytes
  /// as its step; measured when first asked for. Where they cannot be, that is said: the time
  /// stays.
  void compare_with_ceilings(VariantResult& result);
  /// The ceilings that have been measured so far.
  Ceilings ceilings() const { return ceilings_.all(); }
  /// Seconds that a step should take, scaled from one at the largest check size; 0 if unknown.
  double predicted_seconds(const SelectedVariant& variant);
  /// A present state of the variant's problem with its derived fields in place.
  const HostState& start(const SelectedVariant& variant);

 private:
  void need(const std::set<Executor>& executors);
  void say(const std::string& text);

  const Context* context_;
  Progress* progress_;
  CheckDepth depth_;                   ///< of the checks at the check sizes
  const Workload* started_ = nullptr;  ///< what `state_` belongs to
  Values problem_;
  HostState state_;
  CeilingStore ceilings_;
  TurnKeeper turns_;
  std::string said_;  ///< of whom is waited for
  bool capture_ = false;
};

/// The value of a ceiling in its own unit.
double in_unit(const Ceiling& ceiling);

}  // namespace livewarp
