#include "kernels/core/measure/measurement.h"

#include <algorithm>
#include <optional>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/sample_log.h"
#include "kernels/core/measure/sampler.h"

namespace livewarp {

namespace {

/// Where an energy counter does not move, it is not waited for.
constexpr double longest_energy_seconds = 2;

/// One bench: warms up, takes samples until the rule says stop.
class Bench {
 public:
  Bench(const TimedSteps& timed, const BenchOptions& options, const std::stop_token& stop)
      : timed_(timed), options_(options), sampler_(timed, options.cold, stop, spent_), log_(timed) {
  }

  void run() {
    const bool long_step = sampler_.warm_up(options_.seconds);
    if (long_step) {
      // Another step of this length would only double the wait.
      log_.add(sampler_.last());
      log_.look_at_gpu(spent_.seconds(), true);
      no_energy_ = "a single step was measured";
      return;
    }
    while (!finished()) {
      if (!take_sample()) return;
      log_.look_at_gpu(spent_.seconds());
      if (options_.progress) options_.progress(std::min(1.0, spent_.seconds() / options_.seconds));
    }
    log_.look_at_gpu(spent_.seconds(), true);
    measure_energy();
  }

  Measurement result(const CostModel& cost) const {
    Measurement measurement = log_.measurement(cost);
    if (energy_j_) measurement.gpu.energy_j = *energy_j_ / cost.time_steps;
    if (measurement.gpu.unknown.empty()) measurement.gpu.no_energy = no_energy_;
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
      no_energy_ = "interrupted";
      log_.look_at_gpu(spent_.seconds(), true);
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

  /// Why a step's energy cannot be told here; empty if it can be tried.
  std::string energy_hindrance() const {
    if (!timed_.gpu.energy_j || !timed_.gpu.energy_j()) return "the GPU counts no energy";
    if (options_.cold) return "flushing the cache takes energy too";
    if (options_.seconds < 2 * options_.energy_seconds)
      return "a bench of " + rounded(options_.seconds, 2) + " s is too short for it";
    if (sampler_.step_ms() / 1000 > longest_energy_seconds / 4) return "a step takes too long";
    return {};
  }

  /// Steps go on, in batches that hardly notice the look at the counter.
  void measure_energy() {
    no_energy_ = energy_hindrance();
    if (!no_energy_.empty()) return;
    constexpr double batch_ms = 20, most_steps = 1e6;
    const int batch =
        int(std::clamp(batch_ms / std::max(sampler_.step_ms(), 1e-6), 1.0, most_steps));
    sampler_.set_repeats(batch);
    EnergyMeter meter(options_.energy_seconds);
    try {
      spent_.restart();
      meter.add(timed_.gpu.energy_j().value_or(0), 0, 0);
      while (!meter.done() && meter.seconds() < longest_energy_seconds) {
        const double before = spent_.seconds();
        const StepTime made = sampler_.sample();
        const auto joules = timed_.gpu.energy_j();
        if (!joules) {
          no_energy_ = "the GPU stopped telling its energy";
          return;
        }
        meter.add(*joules, spent_.seconds() - before, batch + made.lead_in);
      }
    } catch (const Cancelled&) {
      if (!options_.keep_interrupted) throw;
      no_energy_ = "interrupted";
      return;
    }
    energy_j_ = meter.joules_a_step();
    if (!energy_j_)
      no_energy_ = meter.reset() ? "the energy counter was reset meanwhile"
                                 : "the energy counter did not move for long enough";
  }

  const TimedSteps& timed_;
  const BenchOptions& options_;
  TimeSpent spent_;
  Sampler sampler_;
  SampleLog log_;
  std::size_t next_look_ = 1;
  bool interrupted_ = false;
  std::optional<double> energy_j_;  ///< of a pass
  std::string no_energy_;           ///< why there is none
};

}  // namespace

std::optional<double> Measurement::items_per_joule() const {
  if (!gpu.energy_j || *gpu.energy_j <= 0 || cost.items <= 0) return {};
  return cost.items / *gpu.energy_j;
}

double Measurement::rate() const { return step.median > 0 ? cost.items / (step.median / 1000) : 0; }

Measurement bench(const TimedSteps& timed, const CostModel& cost, const BenchOptions& options,
                  std::stop_token stop) {
  Bench bench(timed, options, stop);
  bench.run();
  return bench.result(cost);
}

}  // namespace livewarp
