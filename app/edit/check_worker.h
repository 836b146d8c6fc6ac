#pragma once

#include <string>
#include <vector>

#include "kernels/core/workload/workload.h"

namespace livewarp {

/// What the process does that runs an edited kernel: reads a task (see check_protocol.h) from its
/// standard input, and writes the verdict to what was its standard output, where the kernel's own
/// prints do not go. Nothing may have been launched before.
void run_check(const std::vector<const Workload*>& workloads, const std::string& task_text,
               std::stop_token stop);

}  // namespace livewarp
