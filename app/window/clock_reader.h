#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace livewarp {

/// Reads a GPU's clock now and then. One reading asks the driver for 0.1 to 1 ms, the first one for
/// many, which a frame does not have: so a thread of its own reads, and only while frames ask.
class ClockReader {
 public:
  /// MHz; 0 where no driver tells it.
  using Read = std::function<int()>;

  /// Without `read` nothing is ever known.
  explicit ClockReader(Read read, std::chrono::nanoseconds pause = std::chrono::seconds(5));

  /// What was read last; empty before the first reading. Asks for another one once the last is
  /// `pause` old; waits for nothing.
  std::optional<int> latest();
  /// The same without asking: nothing is read while something is measured.
  std::optional<int> last() const;

 private:
  void work(const std::stop_token& quit);

  Read read_;
  std::chrono::nanoseconds pause_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  bool asked_ = false;
  std::optional<int> mhz_;
  std::chrono::steady_clock::time_point next_{};
  std::jthread reader_;  ///< last: it starts when all else stands
};

}  // namespace livewarp
