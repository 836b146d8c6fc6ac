#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "kernels/core/telemetry/gpu_reading.h"

namespace livewarp {

/// Reads a GPU's clocks, power and throttle reasons now and then. One reading asks the driver for
/// 0.1 to 1 ms, the first one for many, which a frame does not have: so a thread of its own reads,
/// and only while frames ask.
class GpuWatch {
 public:
  using Read = std::function<GpuReading()>;

  /// Without `read` nothing is ever known.
  explicit GpuWatch(Read read, std::chrono::nanoseconds pause = std::chrono::seconds(2));

  /// What was read last, and how many readings that makes: said together, so that nobody takes a
  /// reading for known that came between two questions.
  struct Latest {
    std::optional<GpuReading> reading;  ///< empty before the first one
    int count = 0;
  };
  /// Asks for another reading once the last is `pause` old; waits for nothing.
  Latest latest();
  /// The same without asking: nothing is read while something is measured.
  Latest last() const;

 private:
  void work(const std::stop_token& quit);

  Read read_;
  std::chrono::nanoseconds pause_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  bool asked_ = false;
  Latest latest_;
  std::chrono::steady_clock::time_point next_{};
  std::jthread reader_;  ///< last: it starts when all else stands
};

}  // namespace livewarp
