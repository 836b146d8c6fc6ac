#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/core/base/cell_random.h"

namespace livewarp {

/// Value noise: random levels on a lattice, with a cubic between them (Perlin: An Image
/// Synthesizer, SIGGRAPH 1985). Layers have levels of their own. What is added up is of type Real.
template <class Real>
class ValueNoise {
 public:
  explicit ValueNoise(std::uint64_t seed) : random_(seed) {}

  /// The level at a corner of the lattice, 0 ... 1.
  Real lattice(std::int64_t i, std::int64_t j, std::int64_t layer) const {
    return Real(random_.at((layer * 65'536 + j) * 65'536 + i));
  }

  Real at(Real x, Real y, std::int64_t layer) const {
    const Real left = std::floor(x), top = std::floor(y);
    const auto i = std::int64_t(left), j = std::int64_t(top);
    const Real u = smooth(x - left), v = smooth(y - top);
    const Real above = (1 - u) * lattice(i, j, layer) + u * lattice(i + 1, j, layer);
    const Real below = (1 - u) * lattice(i, j + 1, layer) + u * lattice(i + 1, j + 1, layer);
    return (1 - v) * above + v * below;
  }

  /// So many layers from `layer` on, each half as wide and half as strong as the one before.
  Real fractal(Real x, Real y, std::int64_t layer, int octaves) const {
    Real sum = 0, weight = Real(0.5);
    for (int octave = 0; octave < octaves; ++octave, x *= 2, y *= 2, weight /= 2)
      sum += weight * at(x, y, layer + octave);
    return sum;
  }

 private:
  static Real smooth(Real t) { return t * t * (3 - 2 * t); }
  CellRandom random_;
};

}  // namespace livewarp
