#pragma once

#include <chrono>
#include <deque>

#include "kernels/core/measurement.h"

namespace livewarp {

/// Live samples of the running setting, in ms: the last 240, or those of the last 2 s where more fit.
class Meters {
 public:
  /// A setting has changed: nothing measured before counts, nor do the first samples after.
  void restart() { *this = Meters(); }
  void add_step(const StepTime& time) {
    count_step();
    if (dropped_ < warm_up) {
      ++dropped_;
      return;
    }
    step.add(time.total());
    kernel.add(time.kernel);
    copies.add(time.upload + time.download);
  }
  void count_step() {
    const auto now = std::chrono::steady_clock::now();
    ends_.push_back(now);
    while (ends_.size() > 512 || (!ends_.empty() && now - ends_.front() > std::chrono::seconds(2)))
      ends_.pop_front();
  }
  /// Steps that ended in the last 2 s, per second.
  double steps_per_second() const {
    if (ends_.size() < 2) return 0;
    const std::chrono::duration<double> span = ends_.back() - ends_.front();
    return span.count() > 0 ? static_cast<double>(ends_.size() - 1) / span.count() : 0;
  }

  SampleRing step, kernel, copies, publish;

 private:
  static constexpr int warm_up = 3;
  int dropped_ = 0;
  std::deque<std::chrono::steady_clock::time_point> ends_;
};

}  // namespace livewarp
