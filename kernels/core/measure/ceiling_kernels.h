#pragma once

#include <vector>

#include "kernels/core/exec/exec.h"

namespace livewarp {

/// The kernels that measure the GPU's ceilings, for whoever wants to look at them: copy first.
std::vector<KernelRef> ceiling_kernels();

}  // namespace livewarp
