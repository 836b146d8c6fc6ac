#include <cmath>
#include <functional>
#include <numbers>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "kernels/nbody/nbody.h"
#include "kernels/nbody/nbody_reference.h"

namespace livewarp {

namespace {

/// Random numbers that depend on seed and body alone: the same on every machine and thread, and the
/// first bodies are the same for every n. SplitMix64 (Steele, Lea, Flood 2014, OOPSLA).
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t body) : state_(mix(mix(seed) + body)) {}
  /// Uniform in (0, 1), never an end.
  double uniform() { return (double(next() >> 12) + 0.5) * 0x1p-52; }
  double uniform(double from, double to) { return from + (to - from) * uniform(); }
  /// Standard normal (Box and Muller 1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  /// A vector of that length in a random direction.
  Double3 direction(double length) {
    const double z = uniform(-1, 1), angle = uniform(0, 2 * std::numbers::pi);
    const double flat = std::sqrt(1 - z * z);
    return {length * flat * std::cos(angle), length * flat * std::sin(angle), length * z};
  }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15u); }
  std::uint64_t state_;
};

struct Body {
  Double3 x, v;
  double mass = 0;
};

Double3 operator+(const Double3& a, const Double3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Double3 operator*(double s, const Double3& a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(const Double3& a, const Double3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Place and velocity in a Plummer sphere of that mass and scale radius in equilibrium, without the
/// outermost `cut` of its mass (Aarseth, Henon, Wielen 1974, A&A 37, 183, appendix).
Body plummer_body(Random& random, double mass, double scale, double cut) {
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

Body plummer(Random& random, std::int64_t n) {
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

/// A plane's inclination and the direction of its line of nodes, radians, as of planets' orbits.
Double3 tilted(const Double3& a, double inclination, double node) {
  const double c = std::cos(inclination), s = std::sin(inclination);
  const Double3 b{a.x, c * a.y - s * a.z, s * a.y + c * a.z};
  const double cn = std::cos(node), sn = std::sin(node);
  return {cn * b.x - sn * b.y, sn * b.x + cn * b.y, b.z};
}

/// On a circular orbit in the disc, with the random motion that keeps it from falling to clumps.
Body disc_body(Random& random, const Galaxy& galaxy) {
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

Body galaxies(Random& random, std::int64_t i, std::int64_t n) {
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

Float4 rounded4(const Double3& a, double w) {
  return {float(a.x), float(a.y), float(a.z), float(w)};
}

}  // namespace

HostState Nbody::initial(const Problem& problem) {
  const std::int64_t n = problem.n;
  std::vector<Body> bodies{std::size_t(n)};
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, n, 4096), [&](const auto& range) {
    for (std::int64_t i = range.begin(); i < range.end(); ++i) {
      Random random(problem.seed, std::uint64_t(i));
      bodies[std::size_t(i)] =
          problem.start == Start::plummer ? plummer(random, n) : galaxies(random, i, n);
    }
  });
  centre(bodies);
  HostState state;
  for (const FieldSpec& spec : fields(problem)) state.fields.emplace_back(spec.bytes);
  for (std::int64_t i = 0; i < n; ++i) {
    const Body& body = bodies[std::size_t(i)];
    field(state, 0)[i] = rounded4(body.x, body.mass);
    field(state, 1)[i] = rounded4(body.v, 0);
    // A first guess, the pull of a smooth Plummer sphere, until priming computes the real one. A check
    // that steps from this state sees whether a row uses the old acceleration.
    field(state, 2)[i] = rounded4(-std::pow(1 + dot(body.x, body.x), -1.5) * body.x, 0);
  }
  return state;
}

}  // namespace livewarp
