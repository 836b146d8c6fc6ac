#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/nbody/nbody.h"
#include "kernels/nbody/nbody_cosmos.h"
#include "kernels/nbody/nbody_file.h"
#include "kernels/nbody/nbody_galaxies.h"
#include "kernels/nbody/nbody_starts.h"

namespace livewarp {

namespace {

/// Place and velocity in a Plummer sphere of that mass and scale radius in equilibrium, without the
/// outermost `cut` of its mass (Aarseth, Henon, Wielen 1974, A&A 37, 183, appendix).
Body plummer_body(BodyRandom& random, double mass, double scale, double cut) {
  const double enclosed = random.uniform(0, 1 - cut);
  const double r = 1 / std::sqrt(std::pow(enclosed, -2.0 / 3.0) - 1);
  // Speed as a share q of the escape speed has density q^2 (1 - q^2)^(7/2) < 0.1: by rejection.
  double q = 0, limit = 1;
  while (limit > q * q * std::pow(1 - q * q, 3.5)) {
    q = random.uniform();
    limit = random.uniform(0, 0.1);
  }
  const double speed = q * std::sqrt(2 * mass / scale) * std::pow(1 + r * r, -0.25);
  return {random.direction(r * scale), random.direction(speed), 0};
}

Body plummer(BodyRandom& random, std::int64_t n) {
  Body body = plummer_body(random, 1, 1, 0.001);
  body.mass = random.uniform(0.5, 1.5) / double(n);
  return body;
}

/// A galaxy: an exponential disc around a Plummer sphere, the bulge.
struct Galaxy {
  double mass = 0.5, bulge_share = 0.4;
  double bulge_scale = 0.06, disc_scale = 0.15, disc_edge = 5 * 0.15;
  Double3 centre, velocity;
  double inclination = 0, node = 0;  ///< of the disc's plane against that of the encounter

  /// Mass within radius r; that of the disc as if it were round, which is right within 15 %.
  double enclosed(double r) const {
    const double s = r / disc_scale, b = bulge_scale;
    const double disc = 1 - (1 + s) * std::exp(-s);
    const double bulge = std::pow(r * r / (r * r + b * b), 1.5);
    return mass * ((1 - bulge_share) * disc + bulge_share * bulge);
  }
};

/// On a circular orbit in the disc, with the random motion that keeps it from falling to clumps.
Body disc_body(BodyRandom& random, const Galaxy& galaxy) {
  // R exp(-R/h) is the density of a sum of two exponential variables.
  double r = galaxy.disc_edge;
  while (r >= galaxy.disc_edge)
    r = -galaxy.disc_scale * std::log(random.uniform() * random.uniform());
  const double angle = random.uniform(0, 2 * std::numbers::pi);
  const double c = std::cos(angle), s = std::sin(angle);
  const double speed = std::sqrt(galaxy.enclosed(r) / r), heat = 0.15 * speed;
  const double radial = heat * random.normal(), around = speed + 0.7 * heat * random.normal();
  const Double3 x{r * c, r * s, 0.05 * galaxy.disc_scale * random.normal()};
  const Double3 v{radial * c - around * s, radial * s + around * c, 0.5 * heat * random.normal()};
  return {tilted(x, galaxy.inclination, galaxy.node), tilted(v, galaxy.inclination, galaxy.node),
          0};
}

/// The two galaxies on a parabola around each other, as of two points of mass 1/2.
std::array<Galaxy, 2> encounter() {
  constexpr double distance = 2, closest = 0.4;
  const double speed2 = 2 / distance, across = std::sqrt(2 * closest) / distance;
  const double towards = std::sqrt(speed2 - across * across);
  Galaxy a, b;
  a.centre = {-distance / 2, 0, 0};
  b.centre = {distance / 2, 0, 0};
  a.velocity = {towards / 2, -across / 2, 0};
  b.velocity = {-towards / 2, across / 2, 0};
  a.inclination = 0.4;
  b.inclination = -1.0;
  b.node = 0.7;
  return {a, b};
}

Body galaxies(BodyRandom& random, std::int64_t i, std::int64_t n) {
  static const std::array<Galaxy, 2> both = encounter();
  const Galaxy& galaxy = both[std::size_t(i % 2)];
  const bool bulge = random.uniform() < galaxy.bulge_share;
  Body body = bulge
                  ? plummer_body(random, galaxy.mass * galaxy.bulge_share, galaxy.bulge_scale, 0.02)
                  : disc_body(random, galaxy);
  // The plane of the encounter leans towards where a picture is usually taken from.
  constexpr double lean = 0.85, node = 2.17;
  body.x = tilted(body.x + galaxy.centre, lean, node);
  body.v = tilted(body.v + galaxy.velocity, lean, node);
  body.mass = 1 / double(n);
  return body;
}

/// Moves the centre of mass to the origin, at rest.
void centre(std::vector<Body>& bodies) {
  Body sum;
  for (const Body& body : bodies) {
    sum.x = sum.x + body.mass * body.x;
    sum.v = sum.v + body.mass * body.v;
    sum.mass += body.mass;
  }
  for (Body& body : bodies) {
    body.x = body.x + (-1 / sum.mass) * sum.x;
    body.v = body.v + (-1 / sum.mass) * sum.v;
  }
}

Body body_of(const Nbody::Problem& problem, const CosmicCube* cosmos, std::int64_t i) {
  BodyRandom random(problem.seed, std::uint64_t(i));
  if (cosmos) return cosmos->body(random, i);
  switch (problem.start) {
  case Nbody::Start::galaxies: return galaxies(random, i, problem.n);
  case Nbody::Start::halos: return HaloGalaxies::body(random, i, problem.n);
  case Nbody::Start::cold: return ColdSphere::body(random, problem.n);
  case Nbody::Start::cube: return RestingCube::body(random, problem.n);
  case Nbody::Start::ring: return Ring::body(random, i, problem);
  case Nbody::Start::plummer:
  case Nbody::Start::cosmos:
  case Nbody::Start::file: break;  // of the latter without a file
  }
  return plummer(random, problem.n);
}

std::vector<Body> placed(const Nbody::Problem& problem) {
  std::vector<Body> bodies{std::size_t(problem.n)};
  std::optional<CosmicCube> cosmos;
  if (problem.start == Nbody::Start::cosmos) cosmos.emplace(problem.seed, problem.n);
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, problem.n, 4096), [&](const auto& range) {
    for (std::int64_t i = range.begin(); i < range.end(); ++i)
      bodies[std::size_t(i)] = body_of(problem, cosmos ? &*cosmos : nullptr, i);
  });
  centre(bodies);
  return bodies;
}

/// Throws `Error` where the file is no longer what it was.
std::vector<Body> read(const Nbody::Problem& problem) {
  std::vector<Body> bodies = read_bodies(problem.bodies);
  const auto count = std::int64_t(bodies.size());
  if (count != problem.n)
    throw Error(problem.bodies + " has " + grouped(count) + (count == 1 ? " body" : " bodies") +
                    " now, and had " + grouped(problem.n),
                "open it again");
  return bodies;
}

/// What nine tenths of the bodies keep to: the region, from the origin, and the speed.
Framing framing_of(const std::vector<Body>& bodies) {
  std::vector<double> radii, speeds;
  for (const Body& body : bodies) {
    radii.push_back(std::sqrt(dot(body.x, body.x)));
    speeds.push_back(std::sqrt(dot(body.v, body.v)));
  }
  const auto most = [](std::vector<double>& numbers) {
    const auto at = numbers.begin() + std::ptrdiff_t(double(numbers.size() - 1) * 0.9);
    std::nth_element(numbers.begin(), at, numbers.end());
    return *at > 0 ? *at : 1;
  };
  return {1.1 * most(radii), 1.25 * most(speeds)};
}

}  // namespace

// Bodies that are placed by seed are rounded to fp32 for every variant, so that variants of either
// precision start from the same ones. Those of a file are what the file says.
HostState Nbody::initial(const Problem& problem) {
  const bool from_file = !problem.bodies.empty();
  const std::vector<Body> bodies = from_file ? read(problem) : placed(problem);
  HostState state;
  if (from_file) {
    state.precision = Precision::fp64;
    state.framing = framing_of(bodies);
  }
  for (const FieldSpec& spec : fields(problem))
    state.fields.emplace_back(spec.stored(state.precision));
  with_vec4(state.precision, [&]<class Vec4>(Vec4) {
    using Real = decltype(Vec4::x);
    const auto rounded = [](const Double3& a, double w) {
      return Vec4{Real(a.x), Real(a.y), Real(a.z), Real(w)};
    };
    const auto all = bodies_of<Vec4>(state);
    tbb::parallel_for(std::size_t{0}, bodies.size(), [&](std::size_t i) {
      const Body& body = bodies[i];
      all.position[i] = rounded(body.x, body.mass);
      all.velocity[i] = rounded(body.v, 0);
      // A first guess, the pull of a smooth Plummer sphere, until priming computes the real one. A
      // check that steps from this state sees whether a variant uses the old acceleration.
      all.acceleration[i] = rounded(-std::pow(1 + dot(body.x, body.x), -1.5) * body.x, 0);
    });
  });
  return state;
}

}  // namespace livewarp
