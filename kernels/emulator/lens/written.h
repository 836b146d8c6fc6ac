#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "kernels/core/blocks/block_regions.h"
#include "kernels/core/workload/workload.h"

namespace livewarp::emulator {

struct Written {
  std::string refusal;  ///< why nobody can tell; empty: `regions` does
  BlockRegions regions;
};

/// Which blocks and warps of a step of the choice write which elements of the array that its
/// picture shows: stores of the kernel, counted as it is executed on the host. Of a large grid a
/// few blocks are executed, and the others follow their rule; where they follow none, all are, as
/// long as that takes no longer than `limit`. The launch is the step's main one, or else the last
/// that writes the array. Throws `Cancelled` once `stop` is requested.
Written written_elements(const Workload& workload, const Choice& choice, std::stop_token stop = {},
                         std::chrono::milliseconds limit = std::chrono::seconds(10));

}  // namespace livewarp::emulator
