// What the steps of the host's variants have around their forces.
#pragma once

#include <cstdint>

#include "kernels/nbody/nbody.h"

namespace livewarp {

/// Kick and drift, then `forces()`, which adds to step.out.acceleration what acts where the bodies
/// are now, then the other kick. Vec4 is what the state holds, Real the precision of the
/// increments.
template <class Vec4, class Real, class Forces>
void integrated_step(const Nbody::Step& step, Exec& exec, int threads, const Forces& forces) {
  constexpr std::int64_t streaming = 65'536;
  using Stored = decltype(Vec4::x);
  const std::int64_t n = step.n;
  const auto in = step.in.as<const Vec4>();
  const auto out = step.out.as<Vec4>();
  const Real dt = Real(step.dt), before = Real(step.kick_before), after = Real(step.kick_after);
  const auto stored = [](Real x, Real y, Real z, Stored w) {
    return Vec4{Stored(x), Stored(y), Stored(z), w};
  };
  exec.for_range(n, streaming, threads, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i) {
      const Vec4 &x = in.position[i], &v = in.velocity[i], &a = in.acceleration[i];
      const Real vx = v.x + before * a.x, vy = v.y + before * a.y, vz = v.z + before * a.z;
      out.position[i] = stored(x.x + dt * vx, x.y + dt * vy, x.z + dt * vz, x.w);
      out.acceleration[i] = {};
    }
  });
  forces();
  exec.for_range(n, streaming, threads, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i) {
      const Vec4 &v = in.velocity[i], &old = in.acceleration[i], &a = out.acceleration[i];
      out.velocity[i] =
          stored(v.x + (before * old.x + after * a.x), v.y + (before * old.y + after * a.y),
                 v.z + (before * old.z + after * a.z), 0);
    }
  });
}

}  // namespace livewarp
