#pragma once

#include <cstddef>
#include <string>

#include "kernels/core/base/machine.h"
#include "kernels/core/model/choice.h"

namespace livewarp {

class Workload;

/// Shared memory that every GPU since 7.5 gives a block that asks for it, and the most that any
/// gives (compute capability 9.0).
constexpr std::size_t usual_shared_bytes = 64 * 1024, most_shared_bytes = 227 * 1024;

/// Why a GPU cannot launch what a choice asks for: more threads or more shared memory in a block
/// than it allows, both numbers named. Empty if it can. Of a GPU whose limits are not known (0) it
/// is what no GPU can.
std::string launch_refusal(const Workload& workload, const Choice& choice, const GpuInfo& gpu);

/// The choice with the largest block, none larger than it has, that these limits allow and the
/// workload does not refuse; as it is where they allow it, or where no block helps.
Choice with_block_that_fits(const Workload& workload, const Choice& choice, const GpuInfo& gpu);

}  // namespace livewarp
