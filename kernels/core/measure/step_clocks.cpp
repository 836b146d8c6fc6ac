#include "kernels/core/measure/step_clocks.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/base/milliseconds.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t least_samples = 20, most_samples = 500;
constexpr double narrow = 0.005;  // half the 95 % interval, relative

class ClockReading {
 public:
  ClockReading(const ClockedStep& step, const StepClockOptions& options, std::stop_token stop)
      : step_(step), options_(options), stop_(std::move(stop)) {}

  StepClocks read() {
    StepClocks clocks;
    clocks.device.reason = step_.no_device;
    clocks.returned.reason = step_.no_return;
    read_first(clocks);
    warm_up();
    take(
        0,
        [&] {
          const Stopped one = make(false);
          returned_.push_back(one.returned);
          finished_.push_back(one.finished);
          return one.finished;
        },
        finished_);
    if (step_.no_device.empty())
      take(
          0.5, [&] { return device_step(); }, device_);
    if (step_.no_return.empty()) clocks.returned.warm = summarize(returned_);
    clocks.finished.warm = summarize(finished_);
    clocks.device.warm = summarize(device_);
    return clocks;
  }

 private:
  struct Stopped {
    double returned = 0, finished = 0;
  };

  Stopped make(bool timed) {
    if (stop_.stop_requested()) throw Cancelled();
    const auto start = SteadyClock::now();
    step_.begin(timed);
    Stopped at;
    at.returned = ms_since(start);
    step_.wait();
    at.finished = ms_since(start);
    return at;
  }

  void read_first(StepClocks& clocks) {
    const bool timed = step_.no_device.empty();
    const Stopped first = make(timed);
    clocks.finished.first = first.finished;
    if (step_.no_return.empty()) clocks.returned.first = first.returned;
    if (timed) clocks.device.first = step_.device_ms();
    long_step_ = first.finished >= 1000 * options_.seconds;
  }

  void warm_up() {
    const auto start = SteadyClock::now();
    const double enough_ms = std::min(200.0, 1000 * options_.seconds / 3);
    for (int steps = 0; !long_step_ && (steps < 3 || ms_since(start) < enough_ms); ++steps) {
      make(false);
      if (ms_since(start) > 1000 * options_.seconds) break;
    }
  }

  double device_step() {
    if (stop_.stop_requested()) throw Cancelled();
    if (!long_step_) step_.begin(false);
    step_.begin(true);
    step_.wait();
    device_.push_back(step_.device_ms());
    return device_.back();
  }

  /// Until the median of `samples` is known, or the time is over; at least one.
  template <class F>
  void take(double progress_from, F&& sample, const std::vector<double>& samples) {
    const auto start = SteadyClock::now();
    std::size_t next_look = least_samples;
    double spent = 0;
    while (true) {
      spent = std::max(spent + sample(), ms_since(start));
      const double part = std::min(1.0, spent / 1000 / options_.seconds);
      if (options_.progress) options_.progress(progress_from + 0.5 * part);
      if (part >= 1 || samples.size() >= most_samples) return;
      if (samples.size() < next_look) continue;
      next_look = samples.size() + 1 + samples.size() / 10;
      const Summary summary = summarize(samples);
      if (summary.half_width <= narrow * summary.median) return;
    }
  }

  const ClockedStep& step_;
  const StepClockOptions& options_;
  std::stop_token stop_;
  bool long_step_ = false;
  std::vector<double> returned_, finished_, device_;
};

/// Of the executor that runs it.
ClockedStep clocked_step(Simulation& simulation, Exec& exec) {
  ClockedStep step;
  const auto advance = [&simulation, &exec] {
    simulation.step(exec);
    simulation.commit();
  };
  step.wait = [&exec] { exec.synchronize(); };
  if (exec.executor() == Executor::cpu) {
    step.begin = [advance](bool) { advance(); };
    step.no_device = "a CPU has no events: its clock is the host's";
    step.no_return = "the call computes: it returns when the step is done";
    return step;
  }
  auto& cuda = dynamic_cast<CudaExec&>(exec);
  cuda.set_queued(false);
  cuda.set_slice_count(1);
  step.begin = [advance, &cuda](bool timed) {
    if (timed) cuda.begin_step();
    advance();
    if (timed) cuda.end_step();
  };
  step.device_ms = [&cuda] { return cuda.collect().back().total(); };
  return step;
}

void divide(ClockValues& values, int by) {
  if (values.first) *values.first /= by;
  Summary& warm = values.warm;
  for (double* each : {&warm.median, &warm.min, &warm.max, &warm.p05, &warm.p25, &warm.p75,
                       &warm.p95, &warm.p99, &warm.half_width})
    *each /= by;
}

}  // namespace

StepClocks read_clocks(const ClockedStep& step, const StepClockOptions& options,
                       const std::stop_token& stop) {
  return ClockReading(step, options, stop).read();
}

StepClocks step_clocks(const Workload& workload, const Choice& choice, Exec& exec,
                       const HostState* state, const StepClockOptions& options,
                       const std::stop_token& stop) {
  if (exec.executor() == Executor::emulator)
    throw Error(
        "executor emulator: it executes kernels on the host to check them, and has no time");
  const std::unique_ptr<Simulation> simulation = workload.simulate(choice, exec.executor(), state);
  if (!simulation->primed()) {
    simulation->prime(exec);
    simulation->commit();
  }
  exec.synchronize();
  StepClocks clocks = read_clocks(clocked_step(*simulation, exec), options, stop);
  clocks.time_steps = workload.time_steps(choice);
  for (ClockValues* each : {&clocks.device, &clocks.returned, &clocks.finished})
    divide(*each, clocks.time_steps);
  return clocks;
}

}  // namespace livewarp
