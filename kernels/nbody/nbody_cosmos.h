// A cube of an expanding universe, with the first ripples of its density.
#pragma once

#include <array>
#include <complex>
#include <vector>

#include "kernels/nbody/nbody_starts.h"

namespace livewarp {

/// Displacements of matter from an even cube, by linear theory (Zel'dovich 1970, A&A 5, 84): a
/// random field whose waves have the power of cold dark matter (Bardeen et al. 1986, ApJ 304, 15,
/// eq. G3), periodic in a cube of side 1. It depends on the seed: a finer grid adds shorter
/// waves, and hardly changes long ones.
class RippleField {
 public:
  RippleField(std::uint64_t seed, int cells);

  /// Root of the mean square of the displacement of the finest grid's field, all axes together.
  static constexpr double rms = 0.035;
  static constexpr double box = 100;  ///< side of the cube in Mpc/h, which sets the waves' power

  int cells() const { return cells_; }
  /// The displacement at a place in units of the side, linear between cells.
  Double3 at(const Double3& place) const;
  /// The contrast of the density that goes with it, cell by cell, x fastest.
  const std::vector<float>& contrast() const { return contrast_; }
  /// Expected mean square of the contrast's amplitude at a wave number (waves a side).
  double power(double waves) const;

 private:
  using Complex = std::complex<float>;
  /// The waves of two real fields as one complex one.
  std::vector<Complex> waves_of(std::uint64_t seed, int first, int second) const;
  std::size_t index(int x, int y, int z) const;

  int cells_;
  double scale_ = 1;          ///< of all powers
  std::vector<double> root_;  ///< of half the power, by the square of the wave number
  std::array<std::vector<float>, 3> displacement_;
  std::vector<float> contrast_;
};

/// Bodies in even cells of a cube of side 2, displaced, and flying apart at a share of the speed at
/// which they would never return: the cube grows by half, while its ripples become filaments and
/// clusters, and falls together.
class CosmicCube {
 public:
  static constexpr double side = 2;
  /// Square of the speed of expansion over that of escape; its inverse is the density in units of
  /// the critical one.
  static constexpr double expansion2 = 1.0 / 3;

  CosmicCube(std::uint64_t seed, std::int64_t n);
  Body body(BodyRandom& random, std::int64_t i) const;
  /// Speed a distance.
  static double expansion();
  /// Speed of a displacement in units of the expansion (Peebles 1980, sec. 14).
  static double growth() { return std::pow(1 / expansion2, 0.6); }

 private:
  std::int64_t n_, row_;  ///< bodies; cells for them along a side
  RippleField field_;
};

}  // namespace livewarp
