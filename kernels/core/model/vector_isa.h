#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernels/core/model/param.h"

namespace livewarp {

/// Vector instruction sets by name: "auto" (the best one here), "sse4", "avx2", "avx512" and so on;
/// those that this processor lacks carry the reason.
std::vector<Option> vector_isas();

/// The axis by which a variant offers them; its id is "isa".
Param isa_axis(const std::string& help);

/// Place of that instruction set in a table of functions, HWY_DISPATCH_TABLE(...), so that each
/// variant takes its own; Highway's own choice is one for the whole process, and is left alone.
/// Throws `Error` if the processor lacks it.
std::size_t vector_target(const std::string& isa);

}  // namespace livewarp
