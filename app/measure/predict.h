#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "kernels/core/base/job.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// Milliseconds that a step of `choice` should take: one step of the largest check problem is timed
/// (well under 0.1 s) and scaled by the work. A small problem fills a GPU badly, so there it is an
/// upper bound; where that is long, a larger problem is tried too. 0 if it cannot be found.
double predict_step_ms(const Workload& workload, const Choice& choice, Executor executor,
                       const Job& job);

/// Predictions that were made in this run of the program, by variant, launch and memory mode: the
/// same question is answered again, at any size, without another trial. All threads may ask.
class Predictions {
 public:
  /// As above, by a trial where none was made yet.
  double step_ms(const Workload& workload, const Choice& choice, Executor executor, const Job& job);
  /// What an earlier trial says; nothing if there was none.
  std::optional<double> known(const Workload& workload, const Choice& choice,
                              Executor executor) const;
  /// No trial succeeds: none is made again.
  void set_unknown(const Workload& workload, const Choice& choice, Executor executor);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, double> ms_per_item_;
};

/// The setting that a runner's thread predicts for, set by the frame.
class PredictionTarget {
 public:
  void aim(const Workload& workload, const Choice& choice);
  double step_ms(Predictions& predictions, Executor executor, const Job& job) const;

 private:
  mutable std::mutex mutex_;
  const Workload* workload_ = nullptr;
  Choice choice_;
};

}  // namespace livewarp
