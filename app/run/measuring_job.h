#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/run/span_log.h"
#include "app/turns/turn_keeper.h"
#include "kernels/core/model/choice.h"

namespace livewarp {

/// Measures on a thread of its own while the live run rests. Inside a sample nothing may be drawn:
/// the frame asks for its turn, which comes between samples at most ten times a second.
class MeasuringJob {
 public:
  /// By which processes measure one after another, and where an executor does; null: none. And who
  /// notes what is measured when, which outlives the job; null: nobody.
  struct Places {
    const Turns* turns = nullptr;
    std::function<std::vector<TurnPlace>(Executor)> of = {};
    SpanLog* log = nullptr;
  };

  virtual ~MeasuringJob() = default;

  void cancel();
  /// Waits until the frame may draw, at most `patience`. If it returns true, nothing is measured
  /// before `end_turn`, however long the frame takes.
  bool wait_for_turn(std::chrono::milliseconds patience);
  void end_turn();

  struct Progress {
    std::string what;  ///< is being measured: "Register tile", "A and B in turn"
    int done = 0, total = 0;
    double fraction = 0, seconds_left = 0;
    bool finished = false;
    std::string waiting;  ///< for whom, while others measure in the same place; else empty
    std::string note;     ///< why no turns can be taken with other processes
  };
  Progress progress() const;

 protected:
  /// Whoever derives calls `start` when all else stands, and `end` first thing in its destructor.
  void start(std::function<void(std::stop_token)> work);
  void end();
  /// Waits until no other process measures where these will; frames are drawn meanwhile. The turn
  /// lasts until the work ends, or the next one. Throws `Cancelled`.
  void take_turn(const Places& places, const std::vector<Executor>& executors,
                 const std::stop_token& stop);
  /// Between samples: lets a frame be drawn if one is due. Not under the lock.
  void offer_turn(std::stop_token stop);

  mutable std::mutex mutex_;
  Progress progress_;  ///< guarded by it

 private:
  std::optional<TurnKeeper> turns_;  ///< of the thread that works
  std::condition_variable changed_;
  enum class Turn { none, offered, taken } turn_ = Turn::none;
  std::chrono::steady_clock::time_point last_turn_{};
  std::jthread worker_;
};

}  // namespace livewarp
