#pragma once

#include <string>

#include "kernels/convolution/convolution_cpu_lines.h"

namespace livewarp {

/// The loops with the vector instructions of that name (see vector_isa.h). Throws `Error` if the
/// processor lacks them.
ConvolutionLoops<float> convolution_vector_loops(const std::string& isa);
/// The same in fixed point.
ConvolutionLoops<std::uint16_t> convolution_fixed_loops(const std::string& isa);

}  // namespace livewarp
