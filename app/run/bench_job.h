#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/measure/ceiling_store.h"
#include "app/run/measuring_job.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/measurement.h"
#include "kernels/core/measure/step_clocks.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/telemetry/counter_reading.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// One variant to measure, and what came of it.
struct BenchEntry {
  Choice choice;
  Executor executor = Executor::cpu;
  CheckResult check;       ///< taken as it is when ok, else made first
  bool own_state = false;  ///< of another problem than the job's state: begins with its initial one
  double longest_ms = 0;   ///< left out if a step is predicted to take longer; 0: never
  bool wants_roofs = false;   ///< all ceilings of its executor instead of a bench
  bool wants_clocks = false;  ///< a step by several clocks instead of a bench
  std::optional<StepClocks> clocks;
  bool wants_counters = false;  ///< a step by hardware counters instead of a bench
  std::optional<CounterResult> counters;
  std::optional<Measurement> measurement;
  double left_out_ms = 0;  ///< what a step would take, if that is why there is no measurement
  std::string failure;
};

/// The key of all ceilings of an executor, of the host's with all of its cores.
CeilingKey roof_key_of(const Machine& machine, Executor executor);

/// Measures variants one after another; `done` counts them.
class BenchJob final : public MeasuringJob {
 public:
  /// What it works with.
  struct Tools {
    ExecMaker make_exec;
    /// Milliseconds that a step should take; 0 unknown.
    std::function<double(const Choice&, Executor, std::stop_token)> predict;
    /// Outlives the job. Ceilings that the variants' times are to be compared with go there; null:
    /// none are measured.
    CeilingStore* ceilings = nullptr;
    Places places = {};
    const Machine* machine = nullptr;  ///< for roofs alone
  };

  /// `state`: primed or not, of the variants' common problem.
  BenchJob(const Workload& workload, std::vector<BenchEntry> variants, HostState state,
           double seconds_per_variant, Tools tools);
  ~BenchJob() override;

  /// Variants finished since the last call.
  std::vector<BenchEntry> take();

 private:
  void work(std::stop_token stop);
  void measure(BenchEntry& variant, std::stop_token stop);
  void measure_roofs(const BenchEntry& variant, std::stop_token stop);
  void measure_ceilings_of(const BenchEntry& variant, std::stop_token stop);
  void let_draw(double fraction, std::stop_token stop);

  const Workload& workload_;
  std::vector<BenchEntry> variants_;
  HostState state_;
  double seconds_per_variant_;
  Tools tools_;
  std::vector<BenchEntry> finished_;  ///< guarded by the mutex
};

}  // namespace livewarp
