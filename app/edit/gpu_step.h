#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/exec/replacing_exec.h"
#include "kernels/core/exec/returned_calls.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// A first state of the choice with its derived fields in place, found on the GPU by the project's
/// own kernels.
HostState primed_state(const Workload& workload, const Choice& choice, const std::stop_token& stop);

/// What one step with other kernels in it has come to.
struct GpuStep {
  std::vector<ReturnedCall> calls;  ///< its launches, and what the runtime said afterwards
  std::string error;                ///< that it ended with; empty: none
  bool ok() const { return error.empty(); }
};

/// Makes one step on this process's GPU, plainly, whatever its kernels do there. Throws `Error`
/// where it cannot be begun, or none of its launches is of the code.
GpuStep step_once(const Workload& workload, const Choice& choice, const ReplacingCode& code,
                  const std::stop_token& stop);

}  // namespace livewarp
