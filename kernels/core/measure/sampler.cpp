#include "kernels/core/measure/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/core/base/error.h"

namespace livewarp {

double TimeSpent::seconds() const {
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start_;
  return std::max(wall.count(), measured_);
}

bool Sampler::warm_up(double seconds, double least) {
  constexpr int least_steps = 3;
  constexpr double most_seconds = 1;
  const double least_seconds = std::min(least, seconds / 3);
  spent_->restart();
  int steps = 0, batch = 1;
  step_ms_ = std::numeric_limits<double>::infinity();
  do {
    // The least of the means, since an interruption would make a step look long.
    step_ms_ = std::min(step_ms_, make(batch).total());
    steps += batch;
    if (steps == 1 && last_.total() / 1000 >= seconds) return true;
    // Short steps are warmed up in growing batches, since each batch waits for the device.
    if (last_.total() < 1) batch = std::min(batch * 2, 1024);
  } while (spent_->seconds() < most_seconds &&
           (steps < least_steps || spent_->seconds() < least_seconds));
  spent_->restart();
  repeats_ = choose_repeats();
  return false;
}

StepTime Sampler::make(int count) {
  if (stop_.stop_requested()) throw Cancelled();
  last_ = (*timed_)(count, cold_);
  spent_->add(last_.total() / 1000 * count);
  return last_;
}

int Sampler::choose_repeats() const {
  // Two events cost a microsecond, which a sample of one step has for itself.
  constexpr double repeated_below_ms = 0.3, sample_ms = 1;
  if (cold_ || step_ms_ >= repeated_below_ms) return 1;
  return int(std::ceil(sample_ms / std::max(step_ms_, 1e-4)));
}

}  // namespace livewarp
