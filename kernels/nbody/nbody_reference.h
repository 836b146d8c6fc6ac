#pragma once

#include <cmath>

#include "kernels/nbody/nbody.h"

namespace livewarp {

struct Double3 {
  double x = 0, y = 0, z = 0;
};

/// Acceleration of a body at `at` by bodies [sources.first, sources.last), all in fp64: the formula
/// of Nbody as it stands there, and nothing clever. Everything else is compared with it.
template <class Vec4>
Double3 reference_acceleration(const Vec4* bodies, Range sources, const Vec4& at,
                               double softening2) {
  const double x = at.x, y = at.y, z = at.z;
  Double3 sum;
  for (std::int64_t j = sources.first; j < sources.last; ++j) {
    const double dx = bodies[j].x - x, dy = bodies[j].y - y, dz = bodies[j].z - z;
    const double r2 = dx * dx + dy * dy + dz * dz + softening2;
    const double strength = bodies[j].w / (r2 * std::sqrt(r2));
    sum.x += strength * dx;
    sum.y += strength * dy;
    sum.z += strength * dz;
  }
  return sum;
}

/// Interactions per second that the loop above reaches on one slow core.
inline constexpr double reference_rate = 2e8;

/// A variant of fp32 rounds the softening before it squares it; so does the reference that it is
/// compared with.
inline double reference_softening2(const Nbody::Problem& problem, Precision precision) {
  const double softening =
      precision == Precision::fp64 ? problem.softening : double(float(problem.softening));
  return softening * softening;
}

}  // namespace livewarp
