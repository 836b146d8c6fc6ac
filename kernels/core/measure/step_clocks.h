#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "kernels/core/measure/statistics.h"
#include "kernels/core/workload/workload.h"

/// What different clocks say of one step: what a stopwatch around a launch measures, and when.
namespace livewarp {

class Exec;

/// Of one clock, ms a time step.
struct ClockValues {
  std::optional<double> first;  ///< of a fresh simulation's first step
  Summary warm;                 ///< of steps one by one, once they are warm; count 0: none
  std::string reason;           ///< why there is nothing; empty if there is
};

struct StepClocks {
  ClockValues device;    ///< between two events that the GPU passes
  ClockValues returned;  ///< of the host, until the call has returned
  ClockValues finished;  ///< of the host, until the step is done too
  int time_steps = 1;    ///< that a pass makes; times are a part of it
};

/// A step as a stopwatch sees it.
struct ClockedStep {
  std::function<void(bool timed)> begin;  ///< hands it over; `timed`: between events
  std::function<void()> wait;             ///< until all is done
  std::function<double()> device_ms;      ///< of the timed step that was waited for
  std::string no_device, no_return;       ///< why a clock has no meaning here; empty if it has
};

struct StepClockOptions {
  double seconds = 0.5;  ///< for the warm ones of the host, and again for those of the device
  std::function<void(double)> progress = {};  ///< 0 to 1, between steps only
};

/// The first step, then warm ones: for the host each alone on an idle device, for the device after
/// another step, so that it does not wait for the host. A step longer than the time given is made
/// once for each, without another before it. Throws `Cancelled` on stop.
StepClocks read_clocks(const ClockedStep& step, const StepClockOptions& options,
                       const std::stop_token& stop);

/// The same of a new simulation of `choice`, from `state` or its initial one. Where nothing has run
/// this variant in this process before, its first step loads its kernels. `exec` should be new too.
/// Throws `Error` for the emulator, which has no time.
StepClocks step_clocks(const Workload& workload, const Choice& choice, Exec& exec,
                       const HostState* state, const StepClockOptions& options,
                       const std::stop_token& stop);

}  // namespace livewarp
