#pragma once

#include <string>

#include "kernels/core/workload/variant.h"

namespace livewarp {

/// Nsight Compute, which looks into a kernel, and Nsight Systems, which shows what runs when.
enum class Profiler { ncu, nsys };

/// Why there is nothing of a variant to profile, a sentence; empty if there is.
std::string profiler_reason(const VariantInfo& variant, Profiler profiler);

}  // namespace livewarp
