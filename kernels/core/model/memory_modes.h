#pragma once

#include <string>
#include <vector>

#include "kernels/core/base/machine.h"
#include "kernels/core/model/choice.h"

namespace livewarp {

/// Every mode that the state of a CUDA variant can have, in teaching order, the default first. A
/// variant that cannot have one says so by `refuse_memory`.
std::vector<MemoryMode> cuda_memory_modes();

/// Whether a step copies its inputs in from host memory of their own, and its outputs out.
bool is_round_trip(MemoryMode mode);
/// Whether host and device share one allocation, whose pages move to whoever touches them.
bool is_managed(MemoryMode mode);
/// Whether the driver is told how such pages will be used.
bool is_advised(MemoryMode mode);
/// Whether a step has something to bring back when its kernels are done.
bool ends_on_host(MemoryMode mode);

/// Why this GPU cannot do it, with the device attribute that says so; empty if it can.
std::string memory_refusal(MemoryMode mode, const GpuInfo& gpu);

}  // namespace livewarp
