#include "app/run/bench_job.h"

#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/counters/step_counters.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/exec/tool_range.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

CeilingKey roof_key_of(const Machine& machine, Executor executor) {
  return roof_key(executor == Executor::cuda ? Backend::cuda : Backend::cpu, machine.cpu.cores);
}

BenchJob::BenchJob(const Workload& workload, std::vector<BenchEntry> variants, HostState state,
                   double seconds_per_variant, Tools tools)
    : workload_(workload), variants_(std::move(variants)), state_(std::move(state)),
      seconds_per_variant_(seconds_per_variant), tools_(std::move(tools)) {
  progress_.total = static_cast<int>(variants_.size());
  start([this](std::stop_token stop) { work(stop); });
}

BenchJob::~BenchJob() { end(); }

std::vector<BenchEntry> BenchJob::take() {
  std::lock_guard lock(mutex_);
  return std::exchange(finished_, {});
}

void BenchJob::work(std::stop_token stop) {
  for (BenchEntry& variant : variants_) {
    if (stop.stop_requested()) break;
    {
      std::lock_guard lock(mutex_);
      progress_.what = variant.wants_roofs ? "the roofs of this machine"
                                           : workload_.find(variant.choice.variant)->title;
      progress_.fraction = 0;
    }
    const Noting noting(tools_.places.log, Track::job, variant.choice.variant);
    try {
      measure(variant, stop);
    } catch (const Cancelled&) {
      if (!variant.measurement) break;  // what was measured before counts
    } catch (const std::exception& problem) {
      variant.failure = problem.what();
    }
    std::lock_guard lock(mutex_);
    finished_.push_back(variant);
    ++progress_.done;
  }
}

void BenchJob::measure(BenchEntry& variant, std::stop_token stop) {
  take_turn(tools_.places, {variant.executor}, stop);
  if (variant.wants_roofs) return measure_roofs(variant, stop);
  if (variant.longest_ms > 0) {
    const double ms = tools_.predict(variant.choice, variant.executor, stop);
    if (ms > variant.longest_ms) {
      variant.left_out_ms = ms;
      return;
    }
  }
  const auto make = [&](Executor executor) { return tools_.make_exec(executor, stop); };
  const Job job{stop, [&](double fraction) { let_draw(0.1 * fraction, stop); }};
  if (!variant.check.ok()) {
    const Noting noting(tools_.places.log, Track::job, "check sizes");
    variant.check = check_sizes(workload_, variant.choice, variant.executor, make, job);
  }
  if (!variant.check.ok()) return;  // no time without a verified result
  const auto exec = make(variant.executor);
  const std::string name = workload_.info().name + " " + variant.choice.variant;
  call_steps(*exec, name);
  if (variant.wants_clocks) {
    StepClockOptions clocks;
    clocks.progress = [&](double fraction) { let_draw(0.1 + 0.9 * fraction, stop); };
    variant.clocks = step_clocks(workload_, variant.choice, *exec, &state_, clocks, stop);
    return;
  }
  if (variant.wants_counters) {
    let_draw(0.1, stop);  // then not until all passes are made
    variant.counters = step_counters(Cupti(), workload_, variant.choice, *exec, &state_, stop);
    return;
  }
  const Simulations simulations = bench_simulations(workload_, variant.choice, variant.executor,
                                                    variant.own_state ? nullptr : &state_);
  const Noting noting(tools_.places.log, Track::job, "measure");
  const ToolRange range("measure: " + name);
  BenchOptions options;
  options.seconds = seconds_per_variant_;
  options.keep_interrupted = true;
  options.progress = [&](double fraction) { let_draw(0.1 + 0.9 * fraction, stop); };
  variant.measurement =
      bench(timed_steps(simulations, *exec), workload_.cost(variant.choice), options, stop);
  if (variant.measurement && !variant.measurement->interrupted) measure_ceilings_of(variant, stop);
}

void BenchJob::measure_roofs(const BenchEntry& variant, std::stop_token stop) {
  if (!tools_.ceilings || !tools_.machine) return;
  let_draw(0, stop);
  const CeilingKey key = roof_key_of(*tools_.machine, variant.executor);
  tools_.ceilings->measured(key, [&] { return measure_ceilings(key, roof_seconds, stop); });
}

void BenchJob::measure_ceilings_of(const BenchEntry& variant, std::stop_token stop) {
  if (!tools_.ceilings) return;
  const Backend backend = variant.executor == Executor::cuda ? Backend::cuda : Backend::cpu;
  const CeilingKey key =
      ceiling_key(backend, variant.choice.launch, workload_.cost(variant.choice));
  if (tools_.ceilings->knows(key)) return;
  let_draw(1, stop);
  try {
    tools_.ceilings->measured(key, [&] { return measure_ceilings(key, ceiling_seconds, stop); });
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception&) {
    // The time stays, without a share of anything.
  }
}

void BenchJob::let_draw(double fraction, std::stop_token stop) {
  {
    std::lock_guard lock(mutex_);
    progress_.fraction = fraction;
    progress_.seconds_left = seconds_per_variant_ * (progress_.total - progress_.done - fraction);
  }
  offer_turn(std::move(stop));
}

}  // namespace livewarp
