#include "kernels/core/measure/sample_log.h"

#include <algorithm>
#include <cmath>

namespace livewarp {

void SampleLog::add(const StepTime& pass) {
  passes_.push_back(pass.total());
  kernel_.push_back(pass.kernel);
  copies_.push_back(pass.upload + pass.download);
}

bool SampleLog::is_narrow(double half_width, int min_samples) const {
  constexpr std::size_t least_for_interval = 6;
  const auto least =
      std::max<std::size_t>(std::size_t(std::max(min_samples, 0)), least_for_interval);
  if (passes_.size() < least) return false;
  const Summary summary = summarize(passes_);
  return summary.half_width <= half_width * summary.median;
}

Measurement SampleLog::measurement(const CostModel& cost) const {
  Measurement measurement;
  measurement.conditions = Conditions::bench;
  measurement.clock = timed_->clock;
  const auto of_one_time_step = [&](std::vector<double> passes) {
    for (double& ms : passes) ms /= cost.time_steps;
    return passes;
  };
  measurement.samples = of_one_time_step(passes_);
  measurement.step = summarize(measurement.samples);
  measurement.kernel = summarize(of_one_time_step(kernel_));
  measurement.copies = summarize(of_one_time_step(copies_));
  measurement.cost = cost.of_one_time_step();
  measurement.time_steps = cost.time_steps;
  measurement.gpu = gpu_.conditions();
  measurement.gpu.no_energy =
      measurement.gpu.unknown.empty() ? "not measured" : measurement.gpu.unknown;
  measurement.sm_clock_mhz = int(std::lround(measurement.gpu.sm_mhz.median));
  measurement.states = timed_->states ? timed_->states() : 1;
  if (timed_->first_ms) measurement.first_ms = timed_->first_ms();
  if (measurement.first_ms) *measurement.first_ms /= cost.time_steps;
  return measurement;
}

}  // namespace livewarp
