#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/scaling/scaling.h"

namespace livewarp {

/// The source of a problem: width x height x channels bytes, from its chart or its picture. Throws
/// `Error` where the picture cannot be read, or is no longer of the problem's size.
std::vector<std::byte> scaling_source(const Scaling::Problem& problem);

}  // namespace livewarp
