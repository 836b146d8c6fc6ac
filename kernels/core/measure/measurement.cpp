#include "kernels/core/measure/measurement.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

using Steady = std::chrono::steady_clock;

double seconds_since(Steady::time_point start) {
  return std::chrono::duration<double>(Steady::now() - start).count();
}

/// One bench: warms up, chooses the repeats, takes samples until the rule says stop.
class Bench {
 public:
  Bench(const TimedSteps& timed, const BenchOptions& options, const std::stop_token& stop)
      : timed_(timed), options_(options), stop_(stop) {}

  void run() {
    const bool long_step = warm_up();
    if (long_step) {
      // Another step of this length would only double the wait.
      keep(warm_);
      return;
    }
    start_ = Steady::now();
    measured_seconds_ = 0;
    repeats_ = choose_repeats();
    while (!finished()) {
      if (!take_sample()) return;
      read_clock();
      if (options_.progress) options_.progress(std::min(1.0, spent() / options_.seconds));
    }
  }

  Measurement result(const CostModel& cost) const {
    Measurement measurement;
    measurement.conditions = Conditions::bench;
    measurement.clock = timed_.clock;
    const auto of_one_time_step = [&](std::vector<double> passes) {
      for (double& ms : passes) ms /= cost.time_steps;
      return passes;
    };
    measurement.samples = of_one_time_step(samples_);
    measurement.step = summarize(measurement.samples);
    measurement.kernel = summarize(of_one_time_step(kernel_));
    measurement.copies = summarize(of_one_time_step(copies_));
    measurement.cost = cost.of_one_time_step();
    measurement.time_steps = cost.time_steps;
    measurement.sm_clock_mhz = int(std::lround(summarize(clocks_).median));
    measurement.converged = narrow();
    measurement.interrupted = interrupted_;
    measurement.states = timed_.states ? timed_.states() : 1;
    return measurement;
  }

 private:
  /// Returns true if a single step already took the whole time.
  bool warm_up() {
    constexpr int least_steps = 3;
    constexpr double least_seconds = 0.2, most_seconds = 1;
    int steps = 0, batch = 1;
    do {
      if (stop_.stop_requested()) throw Cancelled();
      warm_ = timed(batch);
      steps += batch;
      if (steps == 1 && warm_.total() / 1000 >= options_.seconds) return true;
      // Short steps are warmed up in growing batches, since each batch waits for the device.
      if (warm_.total() < 1) batch = std::min(batch * 2, 1024);
    } while (spent() < most_seconds && (steps < least_steps || spent() < least_seconds));
    return false;
  }

  int choose_repeats() const {
    constexpr double repeated_below_ms = 0.1, sample_ms = 1;
    const double step_ms = warm_.total();
    if (options_.cold || step_ms >= repeated_below_ms) return 1;
    return int(std::ceil(sample_ms / std::max(step_ms, 1e-4)));
  }

  /// Returns false if a stop ends the sampling and enough was sampled to be kept.
  bool take_sample() {
    try {
      if (stop_.stop_requested()) throw Cancelled();
      keep(timed(repeats_));
      return true;
    } catch (const Cancelled&) {
      const auto enough = std::size_t(std::max(options_.min_samples, 1));
      if (!options_.keep_interrupted || samples_.size() < enough) throw;
      interrupted_ = true;
      return false;
    }
  }

  StepTime timed(int count) {
    const StepTime time = timed_(count, options_.cold);
    measured_seconds_ += time.total() / 1000 * count;
    return time;
  }

  void keep(const StepTime& time) {
    samples_.push_back(time.total());
    kernel_.push_back(time.kernel);
    copies_.push_back(time.upload + time.download);
  }

  /// The larger of what the wall clock and the samples say: a step is never shorter than its parts.
  double spent() const { return std::max(seconds_since(start_), measured_seconds_); }

  bool finished() {
    if (samples_.empty()) return false;
    if (spent() >= options_.seconds) return true;
    // Looking at all samples after each of them would cost more than taking them.
    if (samples_.size() < next_look_) return false;
    next_look_ = samples_.size() + 1 + samples_.size() / 10;
    return narrow();
  }

  bool narrow() const {
    constexpr std::size_t least_for_interval = 6;
    const auto least =
        std::max<std::size_t>(std::size_t(std::max(options_.min_samples, 0)), least_for_interval);
    if (samples_.size() < least) return false;
    const Summary summary = summarize(samples_);
    return summary.half_width <= options_.half_width * summary.median;
  }

  void read_clock() {
    constexpr double every_seconds = 0.05;
    if (!timed_.sm_clock_mhz || spent() < next_clock_) return;
    next_clock_ = spent() + every_seconds;
    if (const int mhz = timed_.sm_clock_mhz(); mhz > 0) clocks_.push_back(mhz);
  }

  const TimedSteps& timed_;
  const BenchOptions& options_;
  const std::stop_token& stop_;
  Steady::time_point start_ = Steady::now();
  double measured_seconds_ = 0, next_clock_ = 0;
  std::size_t next_look_ = 1;
  int repeats_ = 1;
  bool interrupted_ = false;
  StepTime warm_;
  std::vector<double> samples_, kernel_, copies_, clocks_;
};

}  // namespace

double Measurement::rate() const { return step.median > 0 ? cost.items / (step.median / 1000) : 0; }

Measurement bench(const TimedSteps& timed, const CostModel& cost, const BenchOptions& options,
                  std::stop_token stop) {
  Bench bench(timed, options, stop);
  bench.run();
  return bench.result(cost);
}

}  // namespace livewarp
