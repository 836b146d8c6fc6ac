// Two galaxies of disc, bulge and halo about to meet.
#pragma once

#include <array>

#include "kernels/nbody/nbody_starts.h"

namespace livewarp {

/// A galaxy in equilibrium, with G = 1: an exponential disc, and a bulge and a dark halo of
/// Hernquist's profile (1990, ApJ 356, 359). Each part moves as moments of the Boltzmann equation
/// say for the pull of all three (Hernquist 1993, ApJS 86, 389).
class GalaxyModel {
 public:
  enum class Part { disc, bulge, halo };
  static constexpr int parts = 3;

  static constexpr double mass = 0.5;
  static constexpr std::array<double, parts> mass_share = {0.19, 0.06, 0.75};
  static constexpr double disc_scale = 0.12, disc_height = 0.015, disc_edge = 9 * disc_scale;
  static constexpr double bulge_scale = 0.025, bulge_edge = 12 * bulge_scale;
  static constexpr double halo_scale = 0.3, halo_edge = 6 * halo_scale;
  static constexpr double stability = 1.3;  ///< Toomre's Q of the disc

  GalaxyModel();

  /// Around the origin, the disc in the plane z = 0; without a mass.
  Body body(BodyRandom& random, Part part) const;
  /// Speed of a circular orbit in the disc's plane.
  double circular_speed(double r) const;

 private:
  /// Of a function of the radius: values at radii that grow evenly in their logarithm.
  struct Table {
    static constexpr int size = 400;
    static constexpr double least = 1e-4, most = 4;
    static double radius(int k);
    static double place(double r);  ///< 0 ... size - 1
    double at(double place) const;
    std::array<double, size> values{};
  };
  Body sphere_body(BodyRandom& random, Part part) const;
  Body disc_body(BodyRandom& random) const;
  void find_dispersion(Part part);

  std::array<Table, parts> dispersion2_;    ///< of one component of the velocity; not the disc's
  Table escape2_, circular2_, epicyclic2_;  ///< squares of speeds, and of a frequency
};

/// The two galaxies on a parabola around each other, as of two points. Of 20 bodies of each 9 are
/// of its disc, which is what one looks at, one is of its bulge and 10 are of its halo. None is
/// heavier than one and a half times the mean, as in a Plummer sphere.
struct HaloGalaxies {
  static constexpr double distance = 2, closest = 0.3;
  static GalaxyModel::Part part_of(std::int64_t i);
  static Body body(BodyRandom& random, std::int64_t i, std::int64_t n);
};

}  // namespace livewarp
