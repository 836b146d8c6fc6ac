#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <thread>

namespace livewarp {

/// A thread that is awake before anything is timed. It stays from one sample to the next: a new one
/// for each would meet the driver for the first time, every time.
class ReadyThread {
 public:
  ReadyThread() : thread_([this] { serve(); }) {}
  ~ReadyThread() { to(leave); }
  ReadyThread(const ReadyThread&) = delete;
  ReadyThread& operator=(const ReadyThread&) = delete;

  /// Wakes it; it waits for begin() without sleeping.
  void prepare(std::function<void()> work);
  void begin() { state_ = going; }
  /// What was prepared and not begun is forgotten.
  void cancel();
  /// Waits for its work, and passes on what that threw.
  void join();

 private:
  enum State : int { idle, ready, going, leave };

  void to(State state) {
    state_ = state;
    state_.notify_all();
  }
  void serve();
  void work();

  std::atomic<int> state_ = idle;
  std::atomic<bool> awake_ = false;
  std::function<void()> work_;
  std::exception_ptr failed_;
  std::jthread thread_;  // last: it ends before what it uses
};

}  // namespace livewarp
