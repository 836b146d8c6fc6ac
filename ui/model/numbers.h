#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "ui/model/model.h"

namespace livewarp::ui {

/// The figures of a model that panels write down, taken together so that they fit each other.
struct Numbers {
  Summary step;  ///< count 0 unless verified: no time without a verified result
  double kernel_ms = 0, copies_ms = 0;
  CostModel cost;
  std::vector<IntervalRow> intervals;
  std::vector<FramePart> frame_parts;
  double frame_ms = 0, steps_per_second = 0, frames_per_second = 0;
  std::vector<Readout> readouts;
  std::int64_t steps = 0;
  double time = 0;
  std::optional<GpuReading> gpu_state;
  std::optional<Pinned> pinned;  ///< A, and how the step compares with it
};

/// Holds what is written still for a quarter of a second, so that it can be read, and lets go of it
/// in the very frame in which it stops being true: after any change of the choice, of the verdict,
/// when samples appear or vanish, or another A is pinned.
class HeldNumbers {
 public:
  static constexpr double hold_seconds = 0.25;
  /// `now` in seconds, never decreasing.
  const Numbers& update(const Model& model, double now);

 private:
  bool outdated(const Model& model, double now) const;
  Numbers numbers_;
  Choice choice_;
  Verdict verdict_ = Verdict::unchecked;
  bool had_samples_ = false, taken_ = false;
  double taken_at_ = 0;
};

}  // namespace livewarp::ui
