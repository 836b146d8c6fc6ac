#include <algorithm>
#include <cmath>

#include "kernels/nbody/nbody.h"
#include "kernels/nbody/nbody_reference.h"

namespace livewarp {

namespace {

/// Sums over all bodies that cost nothing.
struct Motion {
  double mass = 0, kinetic = 0, momentum = 0;
};

template <class Four>
Motion motion(const Four* x, const Four* v, std::int64_t n) {
  Motion sum;
  Double3 momentum;
  for (std::int64_t i = 0; i < n; ++i) {
    const double m = x[i].w, vx = v[i].x, vy = v[i].y, vz = v[i].z;
    sum.mass += m;
    sum.kinetic += 0.5 * m * (vx * vx + vy * vy + vz * vz);
    momentum.x += m * vx;
    momentum.y += m * vy;
    momentum.z += m * vz;
  }
  sum.momentum = std::hypot(momentum.x, momentum.y, momentum.z);
  return sum;
}

/// Potential energy: exact with both strides 1, else an estimate from every `stride`-th body as one
/// partner and every `source_stride`-th as the other. The same bodies each time, so that what changes
/// between two calls is the energy and not the sample.
template <class Four>
double potential(const Nbody::Problem& problem, const Four* x, std::int64_t stride,
                 std::int64_t source_stride, const Job& job) {
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
  constexpr std::int64_t most_exact = 8'192, sampled_bodies = 1'024, sampled_sources = 65'536;
  const bool exact = problem.n <= most_exact;
  const std::int64_t stride = exact ? 1 : problem.n / sampled_bodies;
  const std::int64_t source_stride = exact ? 1 : ceil_div(problem.n, sampled_sources);
  Motion sum;
  double pull = 0;
  with_four(state.precision, [&]<class Four>(Four) {
    const auto bodies = bodies_of<Four>(state);
    sum = motion(bodies.position, bodies.velocity, problem.n);
    pull = potential(problem, bodies.position, stride, source_stride, job);
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
                      .help = "Nothing comes in and nothing leaves: it should stay. " + how});
  readouts.push_back({.id = "momentum",
                      .label = "Momentum",
                      .value = sum.momentum,
                      .digits = 2,
                      .help = "Starts at 0 and stays there, up to rounding, because every pull has "
                              "its counterpull."});
  if (pull < 0)
    readouts.push_back({.id = "virial",
                        .label = "Virial ratio",
                        .value = -2 * sum.kinetic / pull,
                        .origin = origin,
                        .help = "Twice the kinetic over the potential energy: 1 in equilibrium."});
  return readouts;
}

}  // namespace livewarp
