#include "kernels/core/measure/measurement.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/base/error.h"
#include "kernels/core/measure/sampler.h"

namespace livewarp {

namespace {

/// One bench: warms up, takes samples until the rule says stop.
class Bench {
 public:
  Bench(const TimedSteps& timed, const BenchOptions& options, const std::stop_token& stop)
      : timed_(timed), options_(options), sampler_(timed, options.cold, stop, spent_) {}

  void run() {
    const bool long_step = sampler_.warm_up(options_.seconds);
    if (long_step) {
      // Another step of this length would only double the wait.
      keep(sampler_.last());
      return;
    }
    while (!finished()) {
      if (!take_sample()) return;
      read_clock();
      if (options_.progress) options_.progress(std::min(1.0, spent_.seconds() / options_.seconds));
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
  /// Returns false if a stop ends the sampling and enough was sampled to be kept.
  bool take_sample() {
    try {
      keep(sampler_.sample());
      return true;
    } catch (const Cancelled&) {
      const auto enough = std::size_t(std::max(options_.min_samples, 1));
      if (!options_.keep_interrupted || samples_.size() < enough) throw;
      interrupted_ = true;
      return false;
    }
  }

  void keep(const StepTime& time) {
    samples_.push_back(time.total());
    kernel_.push_back(time.kernel);
    copies_.push_back(time.upload + time.download);
  }

  bool finished() {
    if (samples_.empty()) return false;
    if (spent_.seconds() >= options_.seconds) return true;
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
    if (!timed_.sm_clock_mhz || spent_.seconds() < next_clock_) return;
    next_clock_ = spent_.seconds() + every_seconds;
    if (const int mhz = timed_.sm_clock_mhz(); mhz > 0) clocks_.push_back(mhz);
  }

  const TimedSteps& timed_;
  const BenchOptions& options_;
  TimeSpent spent_;
  Sampler sampler_;
  double next_clock_ = 0;
  std::size_t next_look_ = 1;
  bool interrupted_ = false;
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
