#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace livewarp {

/// How much a viewer may say: 600 messages a second in the long run, 1,200 at once. A long one
/// counts as one for each KiB.
class MessageBudget {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr double per_second = 600, most = 1200;

  explicit MessageBudget(Time now) : since_(now) {}

  /// False: that was too much.
  bool spend(std::size_t bytes, Time now) {
    const std::chrono::duration<double> passed = now - since_;
    left_ = std::min(most, left_ + per_second * passed.count());
    since_ = now;
    left_ -= double(1 + bytes / 1024);
    return left_ >= 0;
  }

 private:
  double left_ = most;
  Time since_;
};

}  // namespace livewarp
