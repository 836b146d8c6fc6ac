// Bodies as they are placed at the start of a run, in fp64.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "kernels/nbody/nbody.h"
#include "kernels/nbody/nbody_reference.h"

namespace livewarp {

/// Random numbers that depend on seed and body alone: the same on every machine and thread, and the
/// first bodies are the same for every n. SplitMix64 (Steele, Lea, Flood 2014, OOPSLA).
class BodyRandom {
 public:
  BodyRandom(std::uint64_t seed, std::uint64_t body) : state_(mix(mix(seed) + body)) {}
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

inline Double3 operator+(const Double3& a, const Double3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Double3 operator*(double s, const Double3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(const Double3& a, const Double3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// A plane's inclination and the direction of its line of nodes, radians, as of planets' orbits.
inline Double3 tilted(const Double3& a, double inclination, double node) {
  const double c = std::cos(inclination), s = std::sin(inclination);
  const Double3 b{a.x, c * a.y - s * a.z, s * a.y + c * a.z};
  const double cn = std::cos(node), sn = std::sin(node);
  return {cn * b.x - sn * b.y, sn * b.x + cn * b.y, b.z};
}

/// A sphere of radius 1 and even density, almost at rest: the random motion holds a twentieth of
/// what equilibrium would need, so that it falls together within pi / (2 sqrt(2)) and does not meet
/// in a point.
struct ColdSphere {
  static constexpr double radius = 1, virial_ratio = 0.05;
  static Body body(BodyRandom& random, std::int64_t n);
};

/// A cube of side 2 and even density, at rest.
struct RestingCube {
  static constexpr double side = 2;
  static Body body(BodyRandom& random, std::int64_t n);
};

/// A heavy body, the first, and a ring of light ones on circular orbits around it.
struct Ring {
  static constexpr double centre_mass = 0.98, inner = 0.6, outer = 1.1, thickness = 0.004;
  /// The ring's plane, so that it is seen from where a picture is usually taken.
  static constexpr double inclination = 0.5, node = 2.17;
  static Body body(BodyRandom& random, std::int64_t i, const Nbody::Problem& problem);
};

}  // namespace livewarp
