#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/milliseconds.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/measurement.h"
#include "kernels/core/memory/buffer.h"
#include "kernels/core/telemetry/nvml.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

namespace {

/// Simulations that take a step in turn.
class Turns {
 public:
  explicit Turns(const Simulations& simulations)
      : simulations_(&simulations), states_(std::make_shared<int>(int(simulations.size()))) {}

  /// How many do: known once they are ready.
  std::shared_ptr<const int> states() const { return states_; }

  bool ready() const { return ready_; }

  /// Primes them, and where there are several, each takes a step, so that none starts cold; the
  /// very first is given to `first`. But what a long step finds in a cache does not count: then the
  /// first simulation is enough.
  template <class F>
  void make_ready(Exec& exec, F&& first) {
    if (ready_) return;
    ready_ = true;
    prime(*simulations_->front(), exec);
    if (*states_ == 1) return;
    first([&] { advance_one(*simulations_->front(), exec); });
    exec.synchronize();
    const auto start = std::chrono::steady_clock::now();
    advance_one(*simulations_->front(), exec);
    exec.synchronize();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (elapsed.count() >= longest_in_turn) {
      *states_ = 1;
      return;
    }
    for (std::size_t i = 1; i < simulations_->size(); ++i) {
      prime(*(*simulations_)[i], exec);
      advance_one(*(*simulations_)[i], exec);
    }
  }
  void advance(Exec& exec, int count) {
    for (int i = 0; i < count; ++i) {
      advance_one(*(*simulations_)[next_], exec);
      next_ = (next_ + 1) % std::size_t(*states_);
    }
  }

 private:
  static constexpr double longest_in_turn = 0.05;  // seconds
  static void prime(Simulation& simulation, Exec& exec) {
    if (simulation.primed()) return;
    simulation.prime(exec);
    simulation.commit();
  }
  static void advance_one(Simulation& simulation, Exec& exec) {
    simulation.step(exec);
    simulation.commit();
  }

  const Simulations* simulations_;
  std::shared_ptr<int> states_;  // shared, because std::function copies
  std::size_t next_ = 0;
  bool ready_ = false;
};

/// Writes to a buffer of twice the last-level cache, so that nothing else is left in it. On a CPU
/// every core writes a part, and each line by ordinary loads and stores: the cores have caches of
/// their own, and a large memset may go by them all.
class CacheFlush {
 public:
  CacheFlush(std::size_t cache_bytes, MemoryMode mode)
      : buffer_(2 * std::max<std::size_t>(cache_bytes, least), mode) {}
  void operator()(Exec& exec) {
    if (exec.executor() != Executor::cpu)
      return exec.kernels().fill_bytes(buffer_.data(), ++byte_, buffer_.bytes());
    constexpr std::int64_t line = 64, piece = std::int64_t{1} << 14;
    auto* const bytes = static_cast<unsigned char*>(buffer_.data());
    exec.for_range(std::int64_t(buffer_.bytes()) / line, piece,
                   int(std::thread::hardware_concurrency()), [=](Range lines) {
                     for (std::int64_t i = lines.first; i < lines.last; ++i) ++bytes[i * line];
                   });
  }

 private:
  static constexpr std::size_t least = std::size_t{32} << 20;
  Buffer buffer_;
  unsigned char byte_ = 0;
};

/// Steps of a GPU, timed by events around the whole batch.
class CudaTimer {
 public:
  CudaTimer(const Simulations& simulations, CudaExec& exec) : turns_(simulations), exec_(&exec) {
    exec.set_queued(false);
    exec.set_slice_count(1);
  }

  std::shared_ptr<const int> states() const { return turns_.states(); }
  std::shared_ptr<const std::optional<double>> first_ms() const { return first_ms_; }
  StepTime operator()(int count, bool cold) {
    const bool fresh = !turns_.ready();
    turns_.make_ready(*exec_, [&](const auto& step) { *first_ms_ = between_events(step).total(); });
    // An idle GPU would start the clock before the host has handed over the first kernel; steps
    // that are not timed cover that gap.
    const int lead_in =
        last_ms_ < longest_lead_in_ms ? int(std::clamp(gap_ms / last_ms_, 1.0, most_lead_ins)) : 0;
    turns_.advance(*exec_, lead_in);
    if (cold) {
      if (!flush_) flush_ = std::make_shared<CacheFlush>(gpu_cache_bytes(), MemoryMode::device);
      (*flush_)(*exec_);
    }
    const bool held = last_ms_ < longest_held_ms;
    StepTime time = between_events([&] { turns_.advance(*exec_, count); }, held);
    if (fresh && count == 1 && !*first_ms_) *first_ms_ = time.total();
    time.upload /= count;
    time.kernel /= count;
    time.download /= count;
    time.lead_in = lead_in;
    last_ms_ = time.total();
    return time;
  }

 private:
  /// Longer steps leave the host time enough to issue the next.
  static constexpr double longest_held_ms = 0.1;
  static constexpr double longest_lead_in_ms = 2, gap_ms = 0.03, most_lead_ins = 8;

  template <class F>
  StepTime between_events(F&& steps, bool held = false) {
    if (held) exec_->hold();
    exec_->begin_step();
    steps();
    exec_->end_step();
    if (held) exec_->release();
    exec_->synchronize();
    return exec_->collect().back();
  }

  Turns turns_;
  CudaExec* exec_;
  std::shared_ptr<std::optional<double>> first_ms_ = std::make_shared<std::optional<double>>();
  std::shared_ptr<CacheFlush> flush_;  // shared, because std::function copies
  double last_ms_ = longest_lead_in_ms;
};

/// Steps of the host, timed by the steady clock.
class CpuTimer {
 public:
  CpuTimer(const Simulations& simulations, Exec& exec) : turns_(simulations), exec_(&exec) {}

  std::shared_ptr<const int> states() const { return turns_.states(); }
  StepTime operator()(int count, bool cold) {
    turns_.make_ready(*exec_, [](const auto& step) { step(); });
    if (cold) {
      if (!flush_) flush_ = std::make_shared<CacheFlush>(host_cache_bytes(), MemoryMode::host);
      (*flush_)(*exec_);
    }
    const auto start = std::chrono::steady_clock::now();
    turns_.advance(*exec_, count);
    StepTime time;
    time.kernel = ms_since(start) / count;
    return time;
  }

 private:
  Turns turns_;
  Exec* exec_;
  std::shared_ptr<CacheFlush> flush_;
};

}  // namespace

Simulations bench_simulations(const Workload& workload, const Choice& choice, Executor executor,
                              const HostState* state) {
  const CostModel cost = workload.cost(choice);
  const bool cuda = executor == Executor::cuda;
  // A small window shows little of a large source, and all of it lies in memory for each.
  const std::size_t room = cuda ? cuda_free_bytes() / 2 : host_memory_bytes() / 4;
  const std::size_t fit = room / std::max<std::size_t>(workload.state_bytes(choice), 1);
  const int wanted =
      pieces_beyond(cuda ? gpu_cache_bytes() : host_cache_bytes(), cost.compulsory_bytes);
  const int count = cost.streams ? int(std::clamp<std::size_t>(fit, 1, std::size_t(wanted))) : 1;
  Simulations simulations;
  for (int i = 0; i < count; ++i) simulations.push_back(workload.simulate(choice, executor, state));
  return simulations;
}

namespace {

template <class Timer>
void run_by(TimedSteps& timed, const Timer& timer) {
  timed.states = [states = timer.states()] { return *states; };
  timed.run = timer;
}

}  // namespace

TimedSteps timed_steps(const Simulations& simulations, Exec& exec) {
  TimedSteps timed;
  switch (exec.executor()) {
  case Executor::emulator:
    throw Error(
        "executor emulator: it executes kernels on the host to check them, and has no time");
  case Executor::cuda: {
    const std::string pci = cuda_pci_bus_id();
    const CudaTimer timer(simulations, dynamic_cast<CudaExec&>(exec));
    run_by(timed, timer);
    timed.first_ms = [first = timer.first_ms()] { return *first; };
    timed.clock = Clock::events;
    timed.gpu = {[pci] { return shared_nvml().read(pci); },
                 [pci] { return shared_nvml().energy_j(pci); }};
    timed.sm_clock_mhz = [pci] { return shared_nvml().sm_mhz(pci).value_or(0); };
    break;
  }
  case Executor::cpu: run_by(timed, CpuTimer(simulations, exec)); break;
  }
  return timed;
}

}  // namespace livewarp
