#pragma once

#include <chrono>
#include <deque>

#include "app/run/draw_log.h"
#include "kernels/core/measure/measurement.h"

namespace livewarp {

/// Live samples of the running setting, in ms: the last 240.
class StepStats {
 public:
  /// A setting has changed: nothing measured before counts, nor do the first samples after.
  void restart() {
    const int before = restarts;
    *this = StepStats();
    restarts = before + 1;
  }
  /// Steps that were timed, as one sample. Whether they shared the GPU with drawing is known some
  /// frames later; until then they wait.
  void add_step(const StepTime& time, const DrawLog& drawn) {
    count_steps(time.steps);
    if (dropped_ < warm_up && dropped_ms_ < warm_up_ms && time.total() < long_ms) {
      ++dropped_;
      dropped_ms_ += time.steps * time.total();
      return;
    }
    waiting_.push_back(time);
    sort_out(drawn);
  }
  /// Takes the samples of steps that had the GPU to themselves, and counts the others. Steps about
  /// as long as a frame may all share it: after some in turn they are taken as they are.
  void sort_out(const DrawLog& drawn) {
    for (; !waiting_.empty(); waiting_.pop_front()) {
      const StepTime& time = waiting_.front();
      const bool known = time.span.empty() || drawn.knows(time.span.end);
      if (!known && time.span.end > steady_ms() - patience_ms) return;
      // A step that lasts longer than frames shares with all of them, and each with as many.
      const bool shared = time.span.ms() < frames_ms &&
                          drawn.share(time.span, time.clock_uncertainty) > most_shared;
      if (known && shared && ++shared_in_turn_ <= most_in_turn) {
        beside_drawing += time.steps;
        continue;
      }
      if (known && shared) ++kept_beside;
      if (!shared) shared_in_turn_ = 0;
      unsorted += !known;
      together = time.steps;
      slices = time.slices;
      step.add(time.total());
      kernel.add(time.kernel);
      copies.add(time.upload + time.download);
    }
  }
  void count_steps(int steps) {
    const auto now = std::chrono::steady_clock::now();
    ends_.push_back({now, steps});
    while (now - ends_.front().when > std::chrono::seconds(2)) ends_.pop_front();
  }
  /// Steps that ended in the last 2 s, per second; 0 as long as all that is known is a few frames
  /// old. Steps are counted once a frame, so those of one frame end together and say nothing.
  double steps_per_second() const {
    constexpr double known_after = 0.2;
    if (ends_.size() < 2) return 0;
    const std::chrono::duration<double> span = ends_.back().when - ends_.front().when;
    double steps = 0;
    for (std::size_t i = 1; i < ends_.size(); ++i) steps += ends_[i].steps;
    return span.count() >= known_after ? steps / span.count() : 0;
  }

  /// Samples of which it is not yet known whether they shared the GPU with drawing.
  std::size_t undecided() const { return waiting_.size(); }

  SampleRing step, kernel, copies, publish;
  int together = 1;        ///< steps whose mean the last sample is
  int slices = 1;          ///< into which its step was cut
  int restarts = 0;        ///< so far
  int beside_drawing = 0;  ///< steps that shared the GPU with drawing: no samples
  int kept_beside = 0;     ///< samples that did nevertheless: no others came
  int unsorted = 0;        ///< samples of which it is not known: no time stamps came

 private:
  static constexpr int warm_up = 3;
  static constexpr double warm_up_ms = 50;     ///< of long steps fewer are dropped,
  static constexpr double long_ms = 200;       ///< and none of which are as long as this
  static constexpr double patience_ms = 1000;  ///< for time stamps
  static constexpr double frames_ms = 33;
  static constexpr double most_shared = 0.01;  ///< of a step's time
  static constexpr int most_in_turn = 20;      ///< samples that are left out one after another
  int shared_in_turn_ = 0;
  std::deque<StepTime> waiting_;
  int dropped_ = 0;
  double dropped_ms_ = 0;
  struct End {
    std::chrono::steady_clock::time_point when;
    int steps;
  };
  std::deque<End> ends_;
};

}  // namespace livewarp
