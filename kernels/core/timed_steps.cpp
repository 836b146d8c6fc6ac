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

void advance(Simulation& simulation, Exec& exec, int count) {
  for (int i = 0; i < count; ++i) {
    simulation.step(exec);
    simulation.commit();
  }
}

void make_primed(Simulation& simulation, Exec& exec) {
  if (simulation.primed()) return;
  simulation.prime(exec);
  simulation.commit();
}

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
  CudaTimer(Simulation& simulation, CudaExec& exec) : simulation_(&simulation), exec_(&exec) {
    exec.set_queued(false);
    exec.set_slice_count(1);
  }

  StepTime operator()(int count, bool cold) {
    make_primed(*simulation_, *exec_);
    // An idle GPU would start the clock before the host has handed over the first kernel; a step that
    // is not timed covers that gap.
    if (last_ms_ < longest_lead_in_ms) advance(*simulation_, *exec_, 1);
    if (cold) {
      if (!flush_) flush_ = std::make_shared<CacheFlush>(gpu_cache_bytes(), MemoryMode::device);
      (*flush_)(*exec_);
    }
    exec_->begin_step();
    advance(*simulation_, *exec_, count);
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
  Simulation* simulation_;
  CudaExec* exec_;
  std::shared_ptr<CacheFlush> flush_;  // shared, because std::function copies
  double last_ms_ = longest_lead_in_ms;
};

/// Steps of the host, timed by the steady clock.
class CpuTimer {
 public:
  CpuTimer(Simulation& simulation, Exec& exec) : simulation_(&simulation), exec_(&exec) {}

  StepTime operator()(int count, bool cold) {
    make_primed(*simulation_, *exec_);
    if (cold) {
      if (!flush_) flush_ = std::make_shared<CacheFlush>(host_cache_bytes(), MemoryMode::host);
      (*flush_)(*exec_);
    }
    const auto start = std::chrono::steady_clock::now();
    advance(*simulation_, *exec_, count);
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    StepTime time;
    time.kernel = elapsed.count() / count;
    return time;
  }

 private:
  Simulation* simulation_;
  Exec* exec_;
  std::shared_ptr<CacheFlush> flush_;
};

}  // namespace

TimedSteps timed_steps(Simulation& simulation, Exec& exec) {
  TimedSteps timed;
  switch (exec.executor()) {
  case Executor::simt:
    throw Error("executor simt: it executes kernels on the host to check them, and has no time");
  case Executor::cuda:
    timed.run = CudaTimer(simulation, dynamic_cast<CudaExec&>(exec));
    timed.clock = Clock::events;
    timed.sm_clock_mhz = cuda_sm_clock_mhz;
    break;
  case Executor::cpu: timed.run = CpuTimer(simulation, exec); break;
  }
  return timed;
}

}  // namespace livewarp
