#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/edit/check_protocol.h"
#include "kernels/core/model/host_state.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// A subject whose state and kernels are on the GPU already, since its step was made once.
struct GpuPrepared {
  GpuSubject subject;
  HostState start;  ///< see `primed_state`
};
/// Nothing where that cannot be: the task that follows says why.
std::optional<GpuPrepared> prepare_gpu(const std::vector<const Workload*>& workloads,
                                       const GpuSubject& subject, const std::stop_token& stop);

/// What the process does that runs an edited kernel on a GPU: the variant's step with it, at the
/// check sizes and at the present problem, against the reference; then, where it is right, in turn
/// with the original. Writes the verdict as `run_check` does.
void run_gpu_check(const std::vector<const Workload*>& workloads, const GpuTask& task,
                   std::optional<GpuPrepared> prepared, const std::stop_token& stop);

}  // namespace livewarp
