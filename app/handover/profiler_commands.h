#pragma once

#include <string>

#include "kernels/core/workload/profiling.h"
#include "kernels/core/workload/workload.h"

/// Command lines by which other tools look at a choice.
namespace livewarp {

/// "nbody_tile" of "nbody_tile<4, Fast>": as profilers call the function of a kernel.
std::string kernel_function(const std::string& kernel);

/// The name of the main kernel that a step of a CUDA variant launches, found on the host, at a
/// small problem; empty where only a GPU can tell.
std::string main_kernel(const Workload& workload, const Choice& choice);

/// The command by which `livewarp bench` measures that choice alone, with the same problem and no
/// window.
std::string bench_command(const Workload& workload, const Choice& choice);

/// The command by which a profiler looks at that bench: at its samples, not at the checks before.
/// Clocks and caches stay as they are in a bench. Nsight Compute looks at one launch of `kernel`,
/// or of whatever is launched first where that is empty.
std::string profiler_command(Profiler profiler, const Workload& workload, const Choice& choice,
                             const std::string& kernel);

}  // namespace livewarp
