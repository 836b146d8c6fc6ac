#pragma once

#include <memory>
#include <string>

#include "app/run/measuring_job.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/ab_run.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// Two settings of one workload and problem, verified and then measured in turn.
class CompareJob final : public MeasuringJob {
 public:
  struct Side {
    Choice choice;
    Executor executor = Executor::cpu;
    CheckResult check;  ///< taken as it is when ok, else made first
  };
  struct Found {
    Side a, b;
    InTurn outcome;                     ///< of the pairs until now
    double seconds = 0;                 ///< that it took
    double median_a = 0, median_b = 0;  ///< ms a time step, once it has ended; 0: no pair
    std::string failure;                ///< what kept them from being measured
  };

  /// `state`: primed or not, of their common problem; both begin with it.
  CompareJob(const Workload& workload, Side a, Side b, HostState state,
             const InTurnOptions& options, ExecMaker make_exec, Places places = {});
  ~CompareJob() override;

  Found found() const;

 private:
  void work(const std::stop_token& stop);
  bool verify(Side Found::*side, const std::stop_token& stop);
  void measure(const std::stop_token& stop);

  const Workload& workload_;
  HostState state_;
  InTurnOptions options_;
  ExecMaker make_exec_;
  Places places_;
  Found found_;  ///< guarded by the mutex
};

}  // namespace livewarp
