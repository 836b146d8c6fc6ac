#pragma once

#include <cstdint>
#include <string>

#include "kernels/core/exec/exec.h"

namespace livewarp {

/// Some rows of C, from all of A and B, row by row without padding.
using MatmulRows = void (*)(const float* a, const float* b, float* c, Range rows, std::int64_t n,
                            std::int64_t k);

/// By the vector instructions of that name (see vector_isa.h). Throws `Error` if the processor
/// lacks them.
MatmulRows matmul_vector_rows(const std::string& isa);

}  // namespace livewarp
