#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "app/serve/viewer_input.h"

namespace livewarp {

/// From the server's thread to the live loop's.
class InputQueue {
 public:
  /// What is more than that has come from nobody's hand: it is left out.
  static constexpr std::size_t most = 10'000;

  void add(ViewerInput input) {
    {
      const std::scoped_lock lock(mutex_);
      if (inputs_.size() >= most) return;
      inputs_.push_back(std::move(input));
    }
    comes_.notify_one();
  }
  /// All that has come, oldest first; waits for the first as long as it may.
  std::deque<ViewerInput> take(std::chrono::duration<double> wait) {
    std::unique_lock lock(mutex_);
    comes_.wait_for(lock, wait, [&] { return !inputs_.empty(); });
    return std::exchange(inputs_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable comes_;
  std::deque<ViewerInput> inputs_;
};

}  // namespace livewarp
