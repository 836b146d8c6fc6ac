#pragma once

#include <map>
#include <optional>
#include <string>

#include "kernels/core/measure/measurement.h"
#include "kernels/core/measure/step_clocks.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/telemetry/counter_reading.h"

namespace livewarp {

/// What is known of variants in this run of the program: checks by variant, launch and memory mode,
/// bench times by problem too. A second visit shows its badge at once.
class ResultCache {
 public:
  void set_check(const Choice& choice, Executor executor, const CheckResult& result);
  /// The finding for this very problem, else that for the check sizes, else nothing.
  std::optional<CheckResult> check(const Choice& choice, Executor executor) const;
  bool sizes_known(const Choice& choice, Executor executor) const;

  void set_bench(const Choice& choice, const Measurement& measurement);
  /// The last bench of this very variant, launch, memory mode and problem.
  std::optional<Measurement> bench(const Choice& choice) const;

  /// The last reading of a step's clocks, of the same.
  void set_clocks(const Choice& choice, const StepClocks& clocks);
  std::optional<StepClocks> clocks(const Choice& choice) const;

  /// What hardware counters said last of a time step of the same, or why they said nothing; empty
  /// where nobody has asked.
  void set_counters(const Choice& choice, const CounterResult& counters);
  std::optional<CounterResult> counters(const Choice& choice) const;

  /// Live median (ms a step) of a verified setting, the last one counts.
  void set_live(const Choice& choice, Executor executor, double median_ms);
  /// Live medians by the values of an axis of the variant of `choice`, its block or what its launch
  /// reserves, all else as in `choice`.
  std::map<std::string, double> live_by(const std::string& axis, const Choice& choice,
                                        Executor executor) const;

 private:
  std::map<std::string, CheckResult> at_sizes_, here_;
  std::map<std::string, Measurement> benches_;
  std::map<std::string, StepClocks> clocks_;
  std::map<std::string, CounterResult> counters_;
  std::map<std::string, std::map<std::string, double>>
      live_;  ///< by axis and setting without it, by its value
};

}  // namespace livewarp
