#pragma once

#include <functional>
#include <stop_token>

#include "app/tune/search.h"
#include "kernels/core/measure/measurement.h"

namespace livewarp {

struct TrialOptions {
  double seconds = 0.2;       ///< stop after this long ...
  double half_width = 0.005;  ///< ... or when the median's 95 % interval is this narrow (relative)
  int min_samples = 6;
  bool cold = false;  ///< flush the last-level cache before each sample
  /// What a pass counts of what settings are compared by: for `cut_off`.
  double scale = 1;
  std::function<void(double)> progress;  ///< fraction of `seconds`, between samples only
};

/// A short bench, that ends early where `cut_off` says so: the measurement is then not converged. A
/// step longer than `seconds` is its own only sample. Throws `Cancelled` on stop.
Measurement trial(const TimedSteps& timed, const CostModel& cost, const TrialOptions& options,
                  const CutOff& cut_off, std::stop_token stop);

}  // namespace livewarp
