#pragma once

#include <stop_token>
#include <string>

#include "app/blocks/block_study.h"
#include "app/measure/launch_recorder.h"

namespace livewarp {

/// One of the launches of a step.
struct LaunchOfStep {
  int index = 0;  ///< from 0
  LaunchRecorder::Record launch;
};

struct TracedRun {
  BlockTrace trace;
  std::string result;  ///< beside the plain kernel's: "equal bit by bit"
};

/// The step of a choice, from its first state, on this machine's GPU, with a kernel around the one
/// of a launch. Throws `Error` where that cannot be, or where the result is another.
TracedRun traced_run(const Workload& workload, const Choice& choice, const LaunchOfStep& launch,
                     const BlockTools& tools, const std::stop_token& stop);

}  // namespace livewarp
