#include "kernels/nbody/nbody_starts.h"

namespace livewarp {

Body ColdSphere::body(BodyRandom& random, std::int64_t n) {
  // An even sphere of mass 1 has the potential energy -3/5 / radius; twice the kinetic energy is
  // three times the square of the dispersion along each axis.
  static const double dispersion = std::sqrt(virial_ratio * 0.6 / radius / 3);
  const Double3 x = random.direction(radius * std::cbrt(random.uniform()));
  const double vx = random.normal(), vy = random.normal(), vz = random.normal();
  return {x, dispersion * Double3{vx, vy, vz}, 1 / double(n)};
}

Body RestingCube::body(BodyRandom& random, std::int64_t n) {
  const auto place = [&] { return random.uniform(-side / 2, side / 2); };
  const double x = place(), y = place(), z = place();
  return {{x, y, z}, {}, 1 / double(n)};
}

Body Ring::body(BodyRandom& random, std::int64_t i, const Nbody::Problem& problem) {
  if (i == 0) return {{}, {}, centre_mass};
  const double r = std::sqrt(random.uniform(inner * inner, outer * outer));
  const double angle = random.uniform(0, 2 * std::numbers::pi);
  const double c = std::cos(angle), s = std::sin(angle);
  const double softened = r * r + problem.softening * problem.softening;
  const double speed = r * std::sqrt(centre_mass / (softened * std::sqrt(softened)));
  const Double3 x{r * c, r * s, thickness * random.normal()}, v{-speed * s, speed * c, 0};
  return {tilted(x, inclination, node), tilted(v, inclination, node),
          (1 - centre_mass) / double(problem.n - 1)};
}

}  // namespace livewarp
