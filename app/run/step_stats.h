#pragma once

#include <chrono>
#include <deque>

#include "kernels/core/measure/measurement.h"

namespace livewarp {

/// Live samples of the running setting, in ms: the last 240.
class StepStats {
 public:
  /// A setting has changed: nothing measured before counts, nor do the first samples after.
  void restart() {
    const int before = restarts;
    *this = StepStats();
    restarts = before + 1;
  }
  void add_step(const StepTime& time) {
    count_step();
    if (dropped_ < warm_up && dropped_ms_ < warm_up_ms) {
      ++dropped_;
      dropped_ms_ += time.total();
      return;
    }
    step.add(time.total());
    kernel.add(time.kernel);
    copies.add(time.upload + time.download);
  }
  void count_step() {
    const auto now = std::chrono::steady_clock::now();
    ends_.push_back(now);
    while (ends_.size() > 16'384 ||
           (!ends_.empty() && now - ends_.front() > std::chrono::seconds(2)))
      ends_.pop_front();
  }
  /// Steps that ended in the last 2 s, per second; 0 as long as all that is known is a few frames
  /// old. Steps are counted once a frame, so those of one frame end together and say nothing.
  double steps_per_second() const {
    constexpr double known_after = 0.2;
    if (ends_.size() < 2) return 0;
    const std::chrono::duration<double> span = ends_.back() - ends_.front();
    return span.count() >= known_after ? static_cast<double>(ends_.size() - 1) / span.count() : 0;
  }

  SampleRing step, kernel, copies, publish;
  int restarts = 0;  ///< so far

 private:
  static constexpr int warm_up = 3;
  static constexpr double warm_up_ms = 50;  ///< of long steps fewer are dropped, but one
  int dropped_ = 0;
  double dropped_ms_ = 0;
  std::deque<std::chrono::steady_clock::time_point> ends_;
};

}  // namespace livewarp
