#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace livewarp {

/// A thread that draws one picture at a time for another, which looks in on it.
class DrawWorker {
 public:
  DrawWorker();
  ~DrawWorker();
  DrawWorker(const DrawWorker&) = delete;
  DrawWorker& operator=(const DrawWorker&) = delete;

  /// What is drawn must stay as it is until it has been taken. The last picture must have been.
  void start(std::function<void()> draw);
  /// True from `start` until `take`.
  bool started() const { return started_; }
  /// Waits that long at most; true if the picture is there, once. Throws what drawing threw.
  bool take(double most_ms);

 private:
  void work(std::stop_token quit);

  std::mutex mutex_;
  std::condition_variable_any wake_, done_;
  std::function<void()> draw_;  ///< what is to be drawn, empty while nothing is
  std::exception_ptr failure_;
  bool started_ = false;  ///< of the other thread
  std::jthread thread_;   ///< last: it uses the rest
};

}  // namespace livewarp
