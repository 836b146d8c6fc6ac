#pragma once

#include <cstdint>
#include <string>

#include "kernels/rates/rates.h"

namespace livewarp {

/// Chains of x = x x + c in fp32 from start to end, n of them. `chains` is how many vector
/// registers of them are under way at a time: 1, 2, 4 or 8; 0 means one chain alone. The result is
/// what was computed: fused where the instruction set can do that.
using RatesPiece = RatesKind (*)(const RatesStart* start, std::uint64_t* end, std::int64_t n,
                                 std::int64_t steps, int chains);

/// That with the vector instructions of that name (see vector_isa.h). Throws `Error` if the
/// processor lacks them.
RatesPiece rates_vector_piece(const std::string& isa);

/// How many numbers one of these registers holds.
int rates_vector_lanes(const std::string& isa);

}  // namespace livewarp
