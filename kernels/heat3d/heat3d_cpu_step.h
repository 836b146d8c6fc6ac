// What host code shares: the rows that a star reads, and its weights.
#pragma once

#include <limits>

#include "kernels/grids/temperatures.h"
#include "kernels/heat3d/heat3d.h"

namespace livewarp {

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
                           const Heat3dWeights<TemperatureReal<Stored>>& weights);

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
