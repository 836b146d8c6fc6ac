#pragma once

#include <cstddef>
#include <vector>

#include "kernels/core/measure/measurement.h"

namespace livewarp {

/// The samples of one variant as they come, and the measurement that they make.
class SampleLog {
 public:
  /// `timed` must outlive it.
  explicit SampleLog(const TimedSteps& timed) : timed_(&timed) {}

  void add(const StepTime& pass);
  /// Asks in which state the GPU is, where that is known, at most every 0.05 s; `spent` in seconds.
  /// The samples since the last time share its marks, so that it is to be asked `at_end` too.
  void look_at_gpu(double spent, bool at_end = false);

  /// ms of whole passes.
  const std::vector<double>& passes() const { return passes_; }
  /// Whether the median's 95 % interval is as narrow as that, relative to it.
  bool is_narrow(double half_width, int min_samples) const;
  /// Of one time step, under bench conditions; `converged` and `interrupted` are left to others.
  Measurement measurement(const CostModel& cost) const;

 private:
  const TimedSteps* timed_;
  double next_look_ = 0;
  GpuLog gpu_;
  std::size_t marked_ = 0;  ///< samples that it knows
  std::vector<double> passes_, kernel_, copies_;
};

}  // namespace livewarp
