#pragma once

#include <span>
#include <vector>

#include "kernels/core/telemetry/gpu_reading.h"
#include "kernels/core/telemetry/nvml_abi.h"

namespace livewarp {

/// Those that are not this process, with what the system tells of them. The driver counts processes
/// of the whole machine: in a container it knows this one by a number that nobody here can tell,
/// and then one of those that do not exist here is taken to be it.
std::vector<GpuProcess> processes_beside_us(std::span<const nvml::Process> all);

/// Of the system's table: name of its program and of its user; empty where that is not known.
GpuProcess known_process(int pid);

}  // namespace livewarp
