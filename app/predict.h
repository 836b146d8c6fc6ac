#pragma once

#include <memory>
#include <mutex>
#include <stop_token>

#include "kernels/core/workload.h"

namespace livewarp {

/// Milliseconds that a step of `choice` should take: one step of the largest check problem is timed
/// (well under 0.1 s) and scaled by the work. A small problem fills a GPU badly, so there it is an
/// upper bound. 0 if it cannot be found.
double predict_step_ms(const Workload& workload, const Choice& choice, Executor executor,
                       std::stop_token stop);

/// The setting that a runner's thread predicts for, set by the frame.
class PredictionTarget {
 public:
  void aim(const Workload& workload, const Choice& choice);
  double step_ms(Executor executor, std::stop_token stop) const;

 private:
  mutable std::mutex mutex_;
  const Workload* workload_ = nullptr;
  Choice choice_;
};

}  // namespace livewarp
