// The potential energy, pair by pair. Compiled once for each instruction set, see
// nbody_cpu_hwy.cpp.
#include "kernels/nbody/nbody_potential.h"

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/nbody/nbody_potential.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

double SumOverPairs(const PointMasses& masses, Range bodies, double softening2) {
  const hn::CappedTag<double, PointMasses::padding> d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  const double *x = masses.x.data(), *y = masses.y.data(), *z = masses.z.data();
  const double* const mass = masses.mass.data();
  const auto softening = hn::Set(d, softening2);
  double all = 0;
  for (std::int64_t i = bodies.first; i < bodies.last; ++i) {
    const auto xi = hn::Set(d, x[i]), yi = hn::Set(d, y[i]), zi = hn::Set(d, z[i]);
    auto sum = hn::Zero(d);
    for (std::int64_t j = i + 1; j < masses.n; j += lanes) {
      const auto dx = hn::Sub(hn::LoadU(d, x + j), xi), dy = hn::Sub(hn::LoadU(d, y + j), yi);
      const auto dz = hn::Sub(hn::LoadU(d, z + j), zi);
      const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::MulAdd(dz, dz, softening)));
      sum = hn::Add(sum, hn::Div(hn::LoadU(d, mass + j), hn::Sqrt(r2)));
    }
    all += mass[i] * hn::GetLane(hn::SumOfLanes(d, sum));
  }
  return all;
}

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(SumOverPairs);

}  // namespace

double sum_over_pairs(const PointMasses& masses, Range bodies, double softening2) {
  return HWY_DISPATCH_TABLE(SumOverPairs)[vector_target("auto")](masses, bodies, softening2);
}

}  // namespace livewarp
#endif
