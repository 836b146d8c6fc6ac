#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "kernels/core/base/job.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// What an item of a step costs by trials.
struct ItemCost {
  double ms = 0;          ///< 0 if it cannot be found
  double most_items = 0;  ///< for which it holds: small problems fill a GPU badly
  double step_ms(double items) const { return ms * items; }
};

/// One step of the largest check problem is timed (well under 0.1 s). Where a step of `choice`
/// would then take long on a GPU, larger problems are tried too, until one fills it.
ItemCost tried_cost(const Workload& workload, const Choice& choice, Executor executor,
                    const Job& job);

/// Milliseconds that a step of `choice` should take, by such trials; 0 if it cannot be found.
double predict_step_ms(const Workload& workload, const Choice& choice, Executor executor,
                       const Job& job);

/// Milliseconds that steps should take, by trials that were made in this run of the program for a
/// variant, launch and memory mode: the same question is answered again without another one, at any
/// size that it holds for. All threads may ask.
class Predictions {
 public:
  /// By a trial where none was made yet that holds. 0 if it cannot be found.
  double step_ms(const Workload& workload, const Choice& choice, Executor executor, const Job& job);
  /// What earlier trials say; nothing if none holds for the choice.
  std::optional<double> known(const Workload& workload, const Choice& choice,
                              Executor executor) const;
  /// No trial succeeds: none is made again.
  void set_unknown(const Workload& workload, const Choice& choice, Executor executor);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, ItemCost> costs_;
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
