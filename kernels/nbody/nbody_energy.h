// The potential energy of a state, exact or from a sample of its bodies.
#pragma once

#include "kernels/nbody/nbody.h"

namespace livewarp {

/// How many bodies stand for all others in an estimate, as one partner of a pair and as the other.
struct PotentialSample {
  std::int64_t bodies = 4'096, sources = 16'384;
};

/// -sum of m_i m_j / sqrt(|x_j - x_i|^2 + softening^2) over all pairs, in fp64 on half of the
/// cores. The order of the sum does not depend on how many there are. Throws `Cancelled` where the
/// job is stopped.
double exact_potential(const Nbody::Problem& problem, const HostState& state, const Job& job);

/// The same from random bodies, and exactly for bodies of more than 1/64 of the whole mass. Its
/// standard error is below 1 % of it for the starts that a seed makes. The same bodies each time
/// while masses stay, so that what changes between two calls is the energy and not the sample.
double sampled_potential(const Nbody::Problem& problem, const HostState& state, const Job& job,
                         const PotentialSample& sample = {});

}  // namespace livewarp
