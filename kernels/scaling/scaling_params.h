#pragma once

#include "kernels/core/workload/workload.h"

namespace livewarp {

/// Name, parameters and defaults of the workload.
WorkloadInfo scaling_info();

inline constexpr double scaling_least = 0.05, scaling_most = 32;

}  // namespace livewarp
