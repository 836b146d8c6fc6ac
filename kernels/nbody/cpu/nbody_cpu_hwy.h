#pragma once

#include <cstdint>
#include <string>

#include "kernels/core/exec/exec.h"
#include "kernels/nbody/nbody.h"

namespace livewarp {

/// Bodies that one read of a source serves with that instruction set in that precision.
std::int64_t vector_group(const std::string& isa, Precision precision);

/// Adds to acceleration[i] of `bodies` what `sources` do to them, in the precision of the arrays,
/// with the instruction set of that name. Throws `Error` if the processor lacks it. Fastest where
/// bodies come in multiples of `vector_granule`.
void vector_pull(const std::string& isa, const Float4* position, Float4* acceleration, Range bodies,
                 Range sources, float softening2);
void vector_pull(const std::string& isa, const Double4* position, Double4* acceleration,
                 Range bodies, Range sources, double softening2);
inline constexpr std::int64_t vector_granule = 64;

}  // namespace livewarp
