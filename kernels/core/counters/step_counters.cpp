#include "kernels/core/counters/step_counters.h"

#include "kernels/core/base/error.h"
#include "kernels/core/counters/counter_refusal.h"
#include "kernels/core/counters/range_counters.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/measurement.h"

namespace livewarp {

namespace {

CounterResult absent(std::string why, std::string advice = {}) {
  return {{}, std::move(why), std::move(advice)};
}

/// Steps of several simulations in turn, each until the GPU is done.
class WarmSteps {
 public:
  WarmSteps(const Simulations& simulations, Exec& exec, std::stop_token stop)
      : simulations_(simulations), exec_(exec), stop_(std::move(stop)) {}

  /// All have stepped once: kernels are loaded, graphs are made, memory was touched.
  void make_ready() {
    for (const auto& simulation : simulations_) {
      if (!simulation->primed()) {
        simulation->prime(exec_);
        simulation->commit();
      }
      make_one();
    }
  }
  void make_one() {
    if (stop_.stop_requested()) throw Cancelled();
    Simulation& simulation = *simulations_[next_];
    next_ = (next_ + 1) % simulations_.size();
    simulation.step(exec_);
    simulation.commit();
    exec_.synchronize();
  }

 private:
  const Simulations& simulations_;
  Exec& exec_;
  std::stop_token stop_;
  std::size_t next_ = 0;
};

void divide(CounterReading& reading, int by) {
  for (std::optional<double>* each : {&reading.dram_bytes, &reading.l2_bytes, &reading.global_bytes,
                                      &reading.shared_wavefronts, &reading.instructions})
    if (*each) **each /= by;
}

}  // namespace

CounterResult counters_refused_here(const Cupti& cupti) {
  if (!cupti.reason().empty()) return absent(cupti.reason(), cupti.advice());
  CounterRefusal refusal = refusal_of_driver();
  return absent(std::move(refusal.why), std::move(refusal.advice));
}

CounterResult step_counters(const Cupti& cupti, const Workload& workload, const Choice& choice,
                            Exec& exec, const HostState* state, const std::stop_token& stop) {
  if (exec.executor() != Executor::cuda)
    return absent("only steps on a GPU are counted by its hardware");
  if (CounterResult refused = counters_refused_here(cupti); !refused.why_absent.empty())
    return refused;
  auto& cuda = dynamic_cast<CudaExec&>(exec);
  cuda.set_queued(false);
  cuda.set_slice_count(1);
  const Simulations simulations = bench_simulations(workload, choice, Executor::cuda, state);
  WarmSteps steps(simulations, exec, stop);
  steps.make_ready();
  try {
    const DriverContext here = cuda_driver_context();
    CounterReading reading =
        count_range(cupti, {here.context, here.device}, [&] { steps.make_one(); });
    divide(reading, workload.time_steps(choice));
    return {reading, {}, {}};
  } catch (const CountersRefused& refusal) {
    return absent(refusal.what(), refusal.advice());
  }
}

}  // namespace livewarp
