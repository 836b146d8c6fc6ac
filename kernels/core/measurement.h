#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/statistics.h"
#include "kernels/core/variant.h"

namespace livewarp {

class Simulation;

enum class Conditions { live, bench };
enum class Clock { events, gl_query, steady };

/// Milliseconds of one step by stage.
struct StepTime {
  double upload = 0, kernel = 0, download = 0;
  double total() const { return upload + kernel + download; }
};

/// A timed row with what it was timed under. Times in ms.
struct Measurement {
  Conditions conditions = Conditions::bench;
  Clock clock = Clock::steady;
  std::vector<double> samples;  ///< whole step
  Summary step;                 ///< of `samples`
  Summary kernel, copies;       ///< its two parts
  Work work;                    ///< per step
  int sm_clock_mhz = 0;         ///< during the run; 0 unknown
  bool partial = false;         ///< stopped before the interval was narrow enough
  double rate() const;          ///< items per second from the median; 0 without samples
};

/// Runs and times one step; `count` steps back to back count as one sample of their mean.
using TimedSteps = std::function<StepTime(int count)>;

struct BenchOptions {
  double seconds = 3;        ///< stop after this long ...
  double half_width = 0.005; ///< ... or when the median's 95 % interval is this narrow (relative)
  int min_samples = 20;
  bool cold = false;  ///< flush the last-level cache before each sample
  std::function<void(double)> progress;  ///< fraction of `seconds`, between samples only
};

/// The bench protocol: warm-up, kernels under 100 us repeated inside one sample, stop rule. Steps
/// longer than `seconds` yield one sample. Throws `Cancelled` on stop.
Measurement bench(const TimedSteps& timed, const Work& work, const BenchOptions& options,
                  std::stop_token stop);

/// Makes `TimedSteps` of a simulation on an executor (cuda: events; cpu: steady clock). Throws `Error`
/// for `simt`, which has no time.
class Exec;
TimedSteps timed_steps(Simulation& simulation, Exec& exec);

}  // namespace livewarp
