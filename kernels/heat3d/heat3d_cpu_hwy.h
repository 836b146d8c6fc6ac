#pragma once

#include <string>

#include "kernels/heat3d/heat3d_cpu_step.h"

namespace livewarp {

/// The inner cells of a row, stored past the caches, with the vector instructions of that name (see
/// vector_isa.h). Real is float or double. Throws `Error` if the processor lacks them.
template <class Real>
Heat3dRow<Real> heat3d_streaming_row(const std::string& isa);

/// Makes streamed stores visible to other threads; at the end of a piece.
void heat3d_finish_streaming();

}  // namespace livewarp
