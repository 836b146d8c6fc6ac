#include "kernels/core/measure/measurement.h"

#include <algorithm>

#include "kernels/core/base/error.h"
#include "kernels/core/measure/sample_log.h"
#include "kernels/core/measure/sampler.h"

namespace livewarp {

namespace {

/// One bench: warms up, takes samples until the rule says stop.
class Bench {
 public:
  Bench(const TimedSteps& timed, const BenchOptions& options, const std::stop_token& stop)
      : options_(options), sampler_(timed, options.cold, stop, spent_), log_(timed) {}

  void run() {
    const bool long_step = sampler_.warm_up(options_.seconds);
    if (long_step) {
      // Another step of this length would only double the wait.
      log_.add(sampler_.last());
      return;
    }
    while (!finished()) {
      if (!take_sample()) return;
      log_.read_clock(spent_.seconds());
      if (options_.progress) options_.progress(std::min(1.0, spent_.seconds() / options_.seconds));
    }
  }

  Measurement result(const CostModel& cost) const {
    Measurement measurement = log_.measurement(cost);
    measurement.converged = narrow();
    measurement.interrupted = interrupted_;
    return measurement;
  }

 private:
  /// Returns false if a stop ends the sampling and enough was sampled to be kept.
  bool take_sample() {
    try {
      log_.add(sampler_.sample());
      return true;
    } catch (const Cancelled&) {
      const auto enough = std::size_t(std::max(options_.min_samples, 1));
      if (!options_.keep_interrupted || log_.passes().size() < enough) throw;
      interrupted_ = true;
      return false;
    }
  }

  bool finished() {
    if (log_.passes().empty()) return false;
    if (spent_.seconds() >= options_.seconds) return true;
    // Looking at all samples after each of them would cost more than taking them.
    if (log_.passes().size() < next_look_) return false;
    next_look_ = log_.passes().size() + 1 + log_.passes().size() / 10;
    return narrow();
  }

  bool narrow() const { return log_.is_narrow(options_.half_width, options_.min_samples); }

  const BenchOptions& options_;
  TimeSpent spent_;
  Sampler sampler_;
  SampleLog log_;
  std::size_t next_look_ = 1;
  bool interrupted_ = false;
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
