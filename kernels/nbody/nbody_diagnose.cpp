#include <cmath>

#include "kernels/nbody/nbody_energy.h"
#include "kernels/nbody/nbody_reference.h"

namespace livewarp {

namespace {

/// Sums over all bodies that cost nothing.
struct Motion {
  double mass = 0, kinetic = 0, momentum = 0, angular_momentum = 0;
};

template <class Vec4>
Motion motion(const Vec4* x, const Vec4* v, std::int64_t n) {
  Motion sum;
  Double3 momentum, spin;
  for (std::int64_t i = 0; i < n; ++i) {
    const double m = x[i].w, vx = v[i].x, vy = v[i].y, vz = v[i].z;
    sum.mass += m;
    sum.kinetic += 0.5 * m * (vx * vx + vy * vy + vz * vz);
    momentum.x += m * vx;
    momentum.y += m * vy;
    momentum.z += m * vz;
    spin.x += m * (x[i].y * vz - x[i].z * vy);
    spin.y += m * (x[i].z * vx - x[i].x * vz);
    spin.z += m * (x[i].x * vy - x[i].y * vx);
  }
  sum.momentum = std::hypot(momentum.x, momentum.y, momentum.z);
  sum.angular_momentum = std::hypot(spin.x, spin.y, spin.z);
  return sum;
}

}  // namespace

std::vector<Readout> Nbody::diagnose(const Problem& problem, const HostState& state,
                                     const Job& job) const {
  // More than a window starts with; all pairs of so many take a second or so of a few cores.
  constexpr std::int64_t most_exact = 65'536;
  const bool exact = problem.n <= most_exact;
  const Motion sum = with_vec4(state.precision, [&]<class Vec4>(Vec4) {
    const auto bodies = bodies_of<Vec4>(state);
    return motion(bodies.position, bodies.velocity, problem.n);
  });
  const double pull =
      exact ? exact_potential(problem, state, job) : sampled_potential(problem, state, job);
  const Origin origin = exact ? Origin::measured : Origin::sampled;
  const std::string how =
      exact
          ? "Kinetic and potential, over all pairs."
          : "The potential energy is that of 4,096 random bodies in the pull of 16,384 others, and "
            "of all bodies in that of the heaviest: within some 2 %. Drift is told up to 65,536 "
            "bodies, and of any number by a variant that finds the energy.";
  std::vector<Readout> readouts;
  readouts.push_back({.id = "energy",
                      .label = "Energy",
                      .value = sum.kinetic + pull,
                      .digits = 6,
                      .origin = origin,
                      .conserved = true,
                      .plotted = true,
                      .help = "Nothing comes in and nothing leaves: it should stay. " + how});
  if (pull < 0)
    readouts.push_back({.id = "virial",
                        .label = "Virial ratio",
                        .value = -2 * sum.kinetic / pull,
                        .origin = origin,
                        .plotted = true,
                        .help = "Twice the kinetic over the potential energy: 1 in equilibrium, "
                                "below it the bodies fall together."});
  if (const auto found = Nbody::found(state))
    readouts.push_back({.id = "found-energy",
                        .label = "Energy, by step",
                        .value = found->kinetic + found->potential,
                        .digits = 6,
                        .conserved = !exact,
                        .plotted = !exact,
                        .help = "Of any number of bodies, as the step has found it in fp32 beside "
                                "its forces: over all pairs, or by its tree."});
  readouts.push_back(
      {.id = "momentum",
       .label = "Momentum",
       .value = sum.momentum,
       .digits = 2,
       .plotted = true,
       .help = "It stays as it is, up to rounding, where every force has its reaction. A tree's "
               "have none: with them it drifts a little."});
  readouts.push_back({.id = "angular-momentum",
                      .label = "Angular momentum",
                      .value = sum.angular_momentum,
                      .digits = 6,
                      .help = "About the origin. Forces along the line between two bodies do not "
                              "change it."});
  return readouts;
}

}  // namespace livewarp
