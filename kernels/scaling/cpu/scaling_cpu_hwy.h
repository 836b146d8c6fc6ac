#pragma once

#include <string>

#include "kernels/scaling/cpu/scaling_cpu_lines.h"

namespace livewarp {

/// The loops with the vector instructions of that name (see vector_isa.h). Throws `Error` if the
/// processor lacks them.
ScalingLoops scaling_vector_loops(const std::string& isa);

/// Makes streamed stores visible to other threads; at the end of a piece.
void scaling_finish_streaming();

}  // namespace livewarp
