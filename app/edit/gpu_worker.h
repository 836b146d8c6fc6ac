#pragma once

#include <string>
#include <vector>

#include "app/edit/check_protocol.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// What the process does that runs an edited kernel on a GPU: the variant's step with it, at the
/// check sizes and at the present problem, against the reference; then, where it is right, in turn
/// with the original. Writes the verdict as `run_check` does.
void run_gpu_check(const std::vector<const Workload*>& workloads, const GpuTask& task,
                   const std::stop_token& stop);

}  // namespace livewarp
