#pragma once

#include <vector>

#include "kernels/core/exec.h"
#include "kernels/core/param.h"

namespace livewarp {

/// Vector instruction sets by name: "auto" (the best one here), "sse4", "avx2", "avx512" and so on; those
/// that this processor lacks carry the reason.
std::vector<Option> vector_isas();

/// Bodies that one read of a source serves with that instruction set.
std::int64_t vector_group(const std::string& isa);

/// Adds to acceleration[i] of `bodies` what `sources` do to them, in fp32, with the instruction set of
/// that name. Throws `Error` if the processor lacks it. Fastest where bodies come in multiples of
/// `vector_granule`.
void vector_pull(const std::string& isa, const Float4* position, Float4* acceleration, Range bodies,
                 Range sources, float softening2);
inline constexpr std::int64_t vector_granule = 64;

}  // namespace livewarp
