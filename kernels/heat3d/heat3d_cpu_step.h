// What host code shares: temperatures as they are stored, and the rows that a star reads.
#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "kernels/core/grid.h"
#include "kernels/heat3d/heat3d.h"

namespace livewarp {

/// What temperatures are computed in: half in fp32.
template <class Stored>
using Heat3dReal = std::conditional_t<std::is_same_v<Stored, double>, double, float>;

inline float heat3d_loaded(float value) { return value; }
inline double heat3d_loaded(double value) { return value; }
inline float heat3d_loaded(Half value) { return to_float(value); }
inline void heat3d_put(float& to, float value) { to = value; }
inline void heat3d_put(float& to, double value) { to = float(value); }
inline void heat3d_put(double& to, double value) { to = value; }
inline void heat3d_put(Half& to, float value) { to = to_half(value); }
inline void heat3d_put(Half& to, double value) { to = to_half(float(value)); }

/// Calls use(const Stored* in, Stored* out) with a step's temperatures.
template <class F>
void heat3d_with_temperatures(const Heat3d::Step& step, const F& use) {
  const auto as = [&](auto zero) {
    using Stored = decltype(zero);
    use(static_cast<const Stored*>(step.in), static_cast<Stored*>(step.out));
  };
  switch (step.precision) {
  case Precision::fp32: return as(0.0f);
  case Precision::fp64: return as(0.0);
  case Precision::half: break;
  }
  as(Half{});
}

/// A row of cells and the four beside it: north and south in its plane, below and above in the next
/// ones. `kept`: it lies in the border of a fixed block and does not change.
template <class Stored>
struct Heat3dLines {
  const Stored *row, *north, *south, *below, *above;
  bool kept;
};

/// The weights of a cell and of each neighbour.
template <class Real>
struct Heat3dWeights {
  explicit Heat3dWeights(double number)
      : other(Real(heat3d_weight(number, std::numeric_limits<Real>::digits))),
        centre(Real(1 - 6 * double(other))) {}
  Real other, centre;

  Real next(Real own, Real west, Real east, Real north, Real south, Real below, Real above) const {
    return centre * own + other * (((west + east) + (north + south)) + (below + above));
  }
};

/// Computes the cells of a row that have neighbours left and right: all but the first and the last.
template <class Stored>
using Heat3dRow = void (*)(const Heat3dLines<Stored>& lines, Stored* out, std::int64_t nx,
                           const Heat3dWeights<Heat3dReal<Stored>>& weights);

/// `Size` has nx, ny, nz and boundary: a Problem or a Step.
template <class Stored, class Size>
Heat3dLines<Stored> heat3d_lines(const Size& size, const Stored* in, std::int64_t row) {
  const std::int64_t ny = size.ny, nz = size.nz, y = row % ny, z = row / ny;
  const bool periodic = size.boundary == Heat3d::Boundary::periodic;
  const auto at = [&](std::int64_t line, std::int64_t plane) {
    return in + (grid_neighbour(plane, nz, periodic) * ny + grid_neighbour(line, ny, periodic)) *
                    size.nx;
  };
  const bool edge = y == 0 || y == ny - 1 || z == 0 || z == nz - 1;
  return {at(y, z),     at(y - 1, z), at(y + 1, z),
          at(y, z - 1), at(y, z + 1), edge && size.boundary == Heat3d::Boundary::fixed};
}

}  // namespace livewarp
