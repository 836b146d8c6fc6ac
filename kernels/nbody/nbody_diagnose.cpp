#include <algorithm>
#include <cmath>

#include "kernels/nbody/nbody_potential.h"
#include "kernels/nbody/nbody_reference.h"

namespace livewarp {

namespace {

/// Sums over all bodies that cost nothing.
struct Motion {
  double mass = 0, kinetic = 0, momentum = 0, angular_momentum = 0;
};

template <class Four>
Motion motion(const Four* x, const Four* v, std::int64_t n) {
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

/// Of all pairs.
template <class Four>
double exact_potential(const Nbody::Problem& problem, const Four* x, const Job& job) {
  PointMasses masses(problem.n);
  for (std::int64_t i = 0; i < problem.n; ++i) {
    const auto at = std::size_t(i);
    masses.x[at] = x[i].x;
    masses.y[at] = x[i].y;
    masses.z[at] = x[i].z;
    masses.mass[at] = x[i].w;
  }
  constexpr std::int64_t some = 64;
  double pairs = 0;
  for (std::int64_t i = 0; i < problem.n; i += some) {
    job.at(double(i) / double(problem.n));
    pairs += sum_over_pairs(masses, {i, std::min(i + some, problem.n)},
                            problem.softening * problem.softening);
  }
  return -pairs;
}

/// An estimate from every `stride`-th body as one partner and every `source_stride`-th as the other. The
/// same bodies each time, so that what changes between two calls is the energy and not the sample.
template <class Four>
double sampled_potential(const Nbody::Problem& problem, const Four* x, const Job& job) {
  constexpr std::int64_t sampled_bodies = 1'024, sampled_sources = 65'536;
  const std::int64_t stride = problem.n / sampled_bodies;
  const std::int64_t source_stride = ceil_div(problem.n, sampled_sources);
  const double softening2 = problem.softening * problem.softening;
  double pairs = 0, mass_i = 0, mass_j = 0, mass = 0;
  for (std::int64_t i = 0; i < problem.n; ++i) mass += x[i].w;
  for (std::int64_t j = 0; j < problem.n; j += source_stride) mass_j += x[j].w;
  for (std::int64_t i = 0; i < problem.n; i += stride) {
    if (i / stride % 16 == 0) job.at(double(i) / double(problem.n));
    double sum = 0;
    for (std::int64_t j = 0; j < problem.n; j += source_stride) {
      const double dx = double(x[j].x) - x[i].x, dy = double(x[j].y) - x[i].y,
                   dz = double(x[j].z) - x[i].z;
      if (j != i) sum += x[j].w / std::sqrt(dx * dx + dy * dy + dz * dz + softening2);
    }
    pairs += x[i].w * sum;
    mass_i += x[i].w;
  }
  return pairs == 0 ? 0 : -0.5 * pairs * (mass / mass_i) * (mass / mass_j);
}

}  // namespace

std::vector<Readout> Nbody::diagnose(const Problem& problem, const HostState& state,
                                     const Job& job) {
  constexpr std::int64_t most_exact = 20'480;
  const bool exact = problem.n <= most_exact;
  Motion sum;
  double pull = 0;
  with_four(state.precision, [&]<class Four>(Four) {
    const auto bodies = bodies_of<Four>(state);
    sum = motion(bodies.position, bodies.velocity, problem.n);
    pull = exact ? exact_potential(problem, bodies.position, job)
                 : sampled_potential(problem, bodies.position, job);
  });
  const Origin origin = exact ? Origin::measured : Origin::sampled;
  const std::string how = exact ? "Kinetic and potential, over all pairs."
                                : "Potential energy from 1,024 of the bodies.";
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
  readouts.push_back({.id = "momentum",
                      .label = "Momentum",
                      .value = sum.momentum,
                      .digits = 2,
                      .help = "It stays as it is, up to rounding, because every pull has its "
                              "counterpull."});
  readouts.push_back({.id = "angular-momentum",
                      .label = "Angular momentum",
                      .value = sum.angular_momentum,
                      .digits = 6,
                      .help = "About the origin. Forces along the line between two bodies do not "
                              "change it."});
  return readouts;
}

}  // namespace livewarp
