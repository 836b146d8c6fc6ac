// What the launch code of all CUDA variants of the heat workload in three dimensions shares.
#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "kernels/core/base/dispatch.h"
#include "kernels/core/device/stored.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/grids/launch.h"
#include "kernels/heat3d/heat3d.cuh"
#include "kernels/heat3d/heat3d.h"

LIVEWARP_KERNELS_BEGIN

namespace heat3d {

static_assert(heat3d_fixed == int(Heat3d::Boundary::fixed));
static_assert(heat3d_insulated == int(Heat3d::Boundary::insulated));
static_assert(heat3d_periodic == int(Heat3d::Boundary::periodic));

using grids::all_precisions;
using grids::input;
using grids::output;

/// Blocks that cover all cells, each block so many of them.
inline Dim3 grid_over(const Heat3d::Step& step, std::int64_t x, std::int64_t y, std::int64_t z) {
  return {unsigned(ceil_div(step.nx, x)), unsigned(ceil_div(step.ny, y)),
          unsigned(ceil_div(step.nz, z))};
}

/// The block of cells as kernels see it.
template <class Real>
Heat3dSolid<Real> solid_of(const Heat3d::Step& step) {
  const double weight = heat3d_weight(step.number, std::numeric_limits<Real>::digits);
  return {Real(1 - 6 * weight), Real(weight), step.nx, step.ny, step.nz, int(step.boundary)};
}

/// Work of a launch of one time step whose threads ask for `requested(launch)` values a cell.
template <class Requested>
auto work_of(const Requested& requested) {
  return [requested](const Heat3d::Problem& problem, const Launch& launch) {
    return Heat3d::cost(problem, precision_of(launch.values()), requested(launch));
  };
}

/// Of kernels whose threads stand in a plane and go up through the others.
inline BlockRule plane_of_cells() {
  return BlockRule::plane("a thread walks through the planes by itself");
}

inline Param planes_axis(std::vector<std::int64_t> offered, std::int64_t planes, std::string help) {
  return integer_axis("planes", "Planes per thread", "", std::move(offered), planes,
                      std::move(help));
}

}  // namespace heat3d

LIVEWARP_KERNELS_END
