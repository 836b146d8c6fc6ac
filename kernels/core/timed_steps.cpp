#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>

#include "kernels/core/buffer.h"
#include "kernels/core/detect.h"
#include "kernels/core/error.h"
#include "kernels/core/executors.h"
#include "kernels/core/measurement.h"
#include "kernels/core/workload.h"

namespace livewarp {

namespace {

/// Simulations that take a step in turn.
class Turns {
 public:
  explicit Turns(const Simulations& simulations) : simulations_(&simulations) {}

  /// Primes them, and where there are several, each takes a step, so that none starts cold.
  void make_ready(Exec& exec) {
    if (ready_) return;
    for (const std::unique_ptr<Simulation>& simulation : *simulations_)
      if (!simulation->primed()) {
        simulation->prime(exec);
        simulation->commit();
      }
    if (simulations_->size() > 1) advance(exec, int(simulations_->size()));
    ready_ = true;
  }
  void advance(Exec& exec, int count) {
    for (int i = 0; i < count; ++i) {
      Simulation& simulation = *(*simulations_)[next_];
      simulation.step(exec);
      simulation.commit();
      next_ = (next_ + 1) % simulations_->size();
    }
  }

 private:
  const Simulations* simulations_;
  std::size_t next_ = 0;
  bool ready_ = false;
};

/// Overwrites a buffer of twice the last-level cache, so that nothing else is left in it.
class CacheFlush {
 public:
  CacheFlush(std::size_t cache_bytes, MemoryMode mode)
      : buffer_(2 * std::max<std::size_t>(cache_bytes, least), mode) {}
  void operator()(Exec& exec) { exec.fill_bytes(buffer_.data(), ++byte_, buffer_.bytes()); }

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

  StepTime operator()(int count, bool cold) {
    turns_.make_ready(*exec_);
    // An idle GPU would start the clock before the host has handed over the first kernel; a step that
    // is not timed covers that gap.
    if (last_ms_ < longest_lead_in_ms) turns_.advance(*exec_, 1);
    if (cold) {
      if (!flush_) flush_ = std::make_shared<CacheFlush>(gpu_cache_bytes(), MemoryMode::device);
      (*flush_)(*exec_);
    }
    exec_->begin_step();
    turns_.advance(*exec_, count);
    exec_->end_step();
    exec_->synchronize();
    StepTime time = exec_->collect().back();
    time.upload /= count;
    time.kernel /= count;
    time.download /= count;
    last_ms_ = time.total();
    return time;
  }

 private:
  static constexpr double longest_lead_in_ms = 2;
  Turns turns_;
  CudaExec* exec_;
  std::shared_ptr<CacheFlush> flush_;  // shared, because std::function copies
  double last_ms_ = longest_lead_in_ms;
};

/// Steps of the host, timed by the steady clock.
class CpuTimer {
 public:
  CpuTimer(const Simulations& simulations, Exec& exec) : turns_(simulations), exec_(&exec) {}

  StepTime operator()(int count, bool cold) {
    turns_.make_ready(*exec_);
    if (cold) {
      if (!flush_) flush_ = std::make_shared<CacheFlush>(host_cache_bytes(), MemoryMode::host);
      (*flush_)(*exec_);
    }
    const auto start = std::chrono::steady_clock::now();
    turns_.advance(*exec_, count);
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    StepTime time;
    time.kernel = elapsed.count() / count;
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
  const Work work = workload.work(choice);
  const std::size_t cache = executor == Executor::cuda ? gpu_cache_bytes() : host_cache_bytes();
  const int count = work.streams ? pieces_beyond(cache, work.compulsory_bytes) : 1;
  Simulations simulations;
  for (int i = 0; i < count; ++i) simulations.push_back(workload.simulate(choice, executor, state));
  return simulations;
}

TimedSteps timed_steps(const Simulations& simulations, Exec& exec) {
  TimedSteps timed;
  timed.states = int(simulations.size());
  switch (exec.executor()) {
  case Executor::simt:
    throw Error("executor simt: it executes kernels on the host to check them, and has no time");
  case Executor::cuda:
    timed.run = CudaTimer(simulations, dynamic_cast<CudaExec&>(exec));
    timed.clock = Clock::events;
    timed.sm_clock_mhz = cuda_sm_clock_mhz;
    break;
  case Executor::cpu: timed.run = CpuTimer(simulations, exec); break;
  }
  return timed;
}

}  // namespace livewarp
