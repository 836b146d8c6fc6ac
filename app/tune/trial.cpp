#include "app/tune/trial.h"

#include <algorithm>

#include "kernels/core/measure/sample_log.h"
#include "kernels/core/measure/sampler.h"

namespace livewarp {

Measurement trial(const TimedSteps& timed, const CostModel& cost, const TrialOptions& options,
                  const CutOff& cut_off, std::stop_token stop) {
  TimeSpent spent;
  Sampler sampler(timed, options.cold, std::move(stop), spent);
  SampleLog log(timed);
  bool done = sampler.warm_up(options.seconds), cut = false;
  if (done) log.add(sampler.last());
  std::vector<double> compared;
  while (!done) {
    log.add(sampler.sample());
    log.look_at_gpu(spent.seconds());
    compared.push_back(log.passes().back() * options.scale);
    cut = cut_off(compared);
    done = cut || spent.seconds() >= options.seconds ||
           log.is_narrow(options.half_width, options.min_samples);
    if (options.progress) options.progress(std::min(1.0, spent.seconds() / options.seconds));
  }
  log.look_at_gpu(spent.seconds(), true);
  Measurement measurement = log.measurement(cost);
  measurement.converged = !cut && log.is_narrow(options.half_width, options.min_samples);
  return measurement;
}

}  // namespace livewarp
