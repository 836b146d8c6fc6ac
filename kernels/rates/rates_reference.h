#pragma once

#include <cstdint>

#include "kernels/rates/rates.h"

namespace livewarp {

/// What element i is to end at, by the host's own arithmetic: the bits of a result that must agree
/// to the last of them.
std::uint64_t rates_bits(RatesKind kind, const RatesProblem& problem, const RatesStart* start,
                         std::int64_t i);

/// The same in fp64, of a kind whose results are approximate.
double rates_real(RatesKind kind, const RatesProblem& problem, const RatesStart& start);

/// x = x x + c in fp64.
double rates_squares(double x, double c, std::int64_t steps);

}  // namespace livewarp
