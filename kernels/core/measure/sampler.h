#pragma once

#include <chrono>
#include <stop_token>

#include "kernels/core/measure/measurement.h"

namespace livewarp {

/// The larger of what the wall clock and the samples say: a step is never shorter than its parts.
class TimeSpent {
 public:
  void restart() { *this = {}; }
  void add(double seconds) { measured_ += seconds; }
  double seconds() const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double measured_ = 0;
};

/// Takes samples of steps and adds the time that they take to what is spent. Whatever makes steps
/// throws `Cancelled` on stop.
class Sampler {
 public:
  /// `timed` and `spent` must outlive it.
  Sampler(const TimedSteps& timed, bool cold, std::stop_token stop, TimeSpent& spent)
      : timed_(&timed), cold_(cold), stop_(std::move(stop)), spent_(&spent) {}

  /// Makes steps until they are warm (for `least` seconds, or a third of `seconds` if that is
  /// less), counts the time anew from then on, and chooses how many steps make a sample. Returns
  /// true if a single step, `last`, took `seconds` already: the sampler then has made only that
  /// one.
  bool warm_up(double seconds, double least = 0.2);

  /// Steps under 300 us are repeated inside one sample of about 1 ms (one step where each sample is
  /// to be cold).
  StepTime sample() { return make(repeats_); }
  int repeats() const { return repeats_; }
  void set_repeats(int repeats) { repeats_ = repeats; }

  /// What a step takes undisturbed, from the warm-up.
  double step_ms() const { return step_ms_; }

  /// A step that is no sample.
  void lead_in() { make(1); }

  /// The mean step of what was made last.
  const StepTime& last() const { return last_; }

 private:
  StepTime make(int count);
  int choose_repeats() const;

  const TimedSteps* timed_;
  bool cold_;
  std::stop_token stop_;
  TimeSpent* spent_;
  int repeats_ = 1;
  double step_ms_ = 0;
  StepTime last_;
};

}  // namespace livewarp
