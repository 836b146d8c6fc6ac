#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/core/exec/step_time.h"
#include "kernels/core/measure/statistics.h"
#include "kernels/core/telemetry/gpu_conditions.h"
#include "kernels/core/workload/variant.h"

namespace livewarp {

class Exec;
class Simulation;
class Workload;
struct Choice;
struct HostState;

enum class Conditions { live, bench };
enum class Clock { events, gl_query, steady };

/// A timed variant with what it was timed under. Times in ms, of one time step: those of a variant
/// that makes several in one pass are a part of it, so that variants can be compared.
struct Measurement {
  Conditions conditions = Conditions::bench;
  Clock clock = Clock::steady;
  std::vector<double> samples;  ///< whole step
  Summary step;                 ///< of `samples`
  Summary kernel, copies;       ///< its two parts
  CostModel cost;               ///< per step
  int time_steps = 1;           ///< that a pass makes
  GpuConditions gpu;            ///< in which state it was during the run
  int sm_clock_mhz = 0;         ///< median of these; 0 unknown
  bool converged = false;       ///< the median's interval became as narrow as asked for
  bool interrupted = false;     ///< a stop came first: what was sampled until then
  int states = 1;               ///< stepped in turn
  /// Of a GPU's first step, after the host has written the state: pages that move do so in it.
  std::optional<double> first_ms;
  double rate() const;  ///< items per second from the median; 0 without samples
  std::optional<double> items_per_joule() const;
};

/// The GPU on which something is timed, as its driver sees it. Both are empty for a CPU.
struct GpuProbe {
  std::function<GpuReading()> read;
  std::function<std::optional<double>()> energy_j;  ///< the counter alone
};

/// Runs and times steps: `count` of them back to back make one sample, the mean of them. `cold`
/// flushes the last-level cache before.
struct TimedSteps {
  TimedSteps() = default;
  /// From a plain function StepTime(int count), which knows of no cache.
  template <class F>
  requires std::is_invocable_r_v<StepTime, F, int> TimedSteps(F f)
      : run([f](int count, bool) { return f(count); }) {}

  StepTime operator()(int count, bool cold = false) const { return run(count, cold); }

  std::function<StepTime(int count, bool cold)> run;
  Clock clock = Clock::steady;
  GpuProbe gpu;
  std::function<int()> sm_clock_mhz;  ///< the clock alone, 0 unknown; may be empty
  std::function<int()> states;        ///< that are stepped in turn; may be empty: one
  /// Of the first pass, ms, once it is made and if it was timed alone; may be empty.
  std::function<std::optional<double>()> first_ms;
};

struct BenchOptions {
  double seconds = 3;         ///< stop after this long ...
  double half_width = 0.005;  ///< ... or when the median's 95 % interval is this narrow (relative)
  int min_samples = 20;
  bool cold = false;                     ///< flush the last-level cache before each sample
  bool keep_interrupted = false;         ///< a stop after `min_samples` leaves what was sampled
  std::function<void(double)> progress;  ///< fraction of `seconds`, between samples only
  /// Where the GPU counts its energy, steps go on this long after the samples, for that of one.
  /// Only where `seconds` is at least twice as long.
  double energy_seconds = 0.25;
};

/// The bench protocol, for a variant whose passes do `work`: warm-up, steps under 300 us repeated
/// inside one sample of about 1 ms (one step where each sample is to be cold), stop rule. A step
/// longer than `seconds` is its own only sample. Throws `Cancelled` on stop, unless what was
/// sampled is to be kept.
Measurement bench(const TimedSteps& timed, const CostModel& cost, const BenchOptions& options,
                  std::stop_token stop);

using Simulations = std::vector<std::unique_ptr<Simulation>>;

/// Simulations of one variant for a bench: one, from `state` (or the initial state where that is
/// null); for work that `streams` so many that their memory overflows the caches, as far as it has
/// room.
Simulations bench_simulations(const Workload& workload, const Choice& choice, Executor executor,
                              const HostState* state);

/// Makes `TimedSteps` of simulations on an executor (cuda: events, immediate mode; cpu: steady
/// clock), which takes a step of each in turn, or, where a step takes long, of the first alone.
/// Both must outlive it. Primes what is not primed, and advances all. Throws `Error` for the
/// emulator, which has no time.
TimedSteps timed_steps(const Simulations& simulations, Exec& exec);

}  // namespace livewarp
