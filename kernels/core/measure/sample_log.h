#pragma once

#include <cstddef>
#include <vector>

#include "kernels/core/measure/measurement.h"

namespace livewarp {

/// The samples of one variant as they come, and the measurement that they make.
class SampleLog {
 public:
  /// `timed` must outlive it.
  explicit SampleLog(const TimedSteps& timed) : timed_(&timed), gpu_(timed.gpu.read) {}

  void add(const StepTime& pass);
  /// In which state it is, as in `GpuLooks::look`.
  void look_at_gpu(double spent, bool at_end = false) { gpu_.look(spent, passes_.size(), at_end); }

  /// ms of whole passes.
  const std::vector<double>& passes() const { return passes_; }
  /// Whether the median's 95 % interval is as narrow as that, relative to it.
  bool is_narrow(double half_width, int min_samples) const;
  /// Of one time step, under bench conditions; `converged` and `interrupted` are left to others.
  Measurement measurement(const CostModel& cost) const;

 private:
  const TimedSteps* timed_;
  GpuLooks gpu_;
  std::vector<double> passes_, kernel_, copies_;
};

}  // namespace livewarp
