#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/measure/ceiling_store.h"
#include "app/turns/turn_keeper.h"
#include "kernels/core/measure/measurement.h"
#include "kernels/core/measure/step_clocks.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// One variant to measure, and what came of it.
struct BenchEntry {
  Choice choice;
  Executor executor = Executor::cpu;
  CheckResult check;       ///< taken as it is when ok, else made first
  bool own_state = false;  ///< of another problem than the job's state: begins with its initial one
  double longest_ms = 0;   ///< left out if a step is predicted to take longer; 0: never
  bool wants_clocks = false;  ///< a step by several clocks instead of a bench
  std::optional<StepClocks> clocks;
  std::optional<Measurement> measurement;
  double left_out_ms = 0;  ///< what a step would take, if that is why there is no measurement
  std::string failure;
};

/// Measures variants one after another on a thread of its own while the live run rests. Inside a
/// sample nothing may be drawn: the frame asks for its turn, which comes between samples at most
/// ten times a second.
class BenchJob {
 public:
  /// What it works with.
  struct Tools {
    std::function<std::unique_ptr<Exec>(Executor, std::stop_token)> executors;
    /// Milliseconds that a step should take; 0 unknown.
    std::function<double(const Choice&, Executor, std::stop_token)> predict;
    /// Outlives the job. Ceilings that the variants' times are to be compared with go there; null:
    /// none are measured.
    CeilingStore* ceilings = nullptr;
    /// By which processes measure one after another, and where an executor does; null: none.
    const Turns* turns = nullptr;
    std::function<std::vector<TurnPlace>(Executor)> places;
  };

  /// `state`: primed or not, of the variants' common problem.
  BenchJob(const Workload& workload, std::vector<BenchEntry> variants, HostState state,
           double seconds_per_variant, Tools tools);
  ~BenchJob();

  void cancel();
  /// Waits until the frame may draw, at most `patience`. If it returns true, nothing is measured
  /// before `end_turn`, however long the frame takes.
  bool wait_for_turn(std::chrono::milliseconds patience);
  void end_turn();

  struct Progress {
    std::string variant;
    std::string waiting;  ///< for whom; empty while it measures
    std::string note;     ///< why no turns can be taken with other processes
    int done = 0, total = 0;
    double fraction = 0, seconds_left = 0;
    bool finished = false;
  };
  Progress progress() const;
  /// Variants finished since the last call.
  std::vector<BenchEntry> take();

 private:
  void work(std::stop_token stop);
  void measure(BenchEntry& variant, TurnKeeper& turns, std::stop_token stop);
  void take_turn(const BenchEntry& variant, TurnKeeper& turns);
  void measure_ceilings_of(const BenchEntry& variant, std::stop_token stop);
  void let_draw(double fraction, std::stop_token stop);

  const Workload& workload_;
  std::vector<BenchEntry> variants_;
  HostState state_;
  double seconds_per_variant_;
  Tools tools_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  enum class Turn { none, offered, taken } turn_ = Turn::none;
  std::chrono::steady_clock::time_point last_turn_{};
  Progress progress_;
  std::vector<BenchEntry> finished_;
  std::jthread worker_;  ///< last: it starts when all else stands
};

}  // namespace livewarp
