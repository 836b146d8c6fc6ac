// What the CUDA variants of the heat workload share, and those with one thread per cell.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kernels/core/device/stored.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/grids/launch.h"
#include "kernels/heat/cuda/heat.cuh"
#include "kernels/heat/heat.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

static_assert(heat_fixed == int(HeatBoundary::fixed) && heat_widest == heat_most_radius);
static_assert(heat_insulated == int(HeatBoundary::insulated));
static_assert(heat_periodic == int(HeatBoundary::periodic));
static_assert(heat_insulator == int(CellMark::insulator) && heat_held == int(CellMark::held));

using grids::all_precisions;
using grids::input;
using grids::output;

/// The plate as kernels see it, with the weights of `heat_variant_weight`.
template <class Real>
HeatPlate<Real> plate_of(const Heat::Step& step) {
  const auto c = heat_weights(step.radius);
  HeatPlate<Real> plate{};
  double others = 0;
  for (int k = 1; k <= step.radius; ++k) {
    const double weight = heat_variant_weight(step.number * c[std::size_t(k)], step.radius,
                                              std::numeric_limits<Real>::digits);
    plate.weight[k - 1] = Real(weight);
    others += 4 * weight;
  }
  plate.centre = Real(1 - others);
  plate.nx = step.nx;
  plate.ny = step.ny;
  plate.radius = step.radius;
  plate.boundary = int(step.boundary);
  return plate;
}

/// Work of a launch of one time step whose threads ask for `requested(problem, launch)` values a
/// cell.
template <class Requested>
auto work_of(const Requested& requested) {
  return [requested](const Heat::Problem& problem, const Launch& launch) {
    return Heat::cost(problem, precision_of(launch.values()), 1, requested(problem, launch));
  };
}

inline BlockRule plane_of_cells() { return BlockRule::plane("a plate has no depth"); }

inline Param block_shapes(const char* at_first = "64x4") {
  return block_axis(
      {"256x1", "128x2", "64x4", "32x8", "16x16", "8x32", "32x4", "64x2", "128x1", "32x16"},
      at_first, plane_of_cells());
}

/// Launches `of(Stored{})`, a thread a cell; columns and rows of the grid are exchanged where
/// `transposed`.
template <class Of>
void launch_cells(const Of& of, bool transposed, const Heat::Step& step, const Launch& launch,
                  KernelExec& exec) {
  const Dim3 block = launch.block();
  const Dim3 grid =
      transposed ? grid_over(step.ny, step.nx, block) : grid_over(step.nx, step.ny, block);
  with_stored(step.precision, [&]<class Stored>(Stored stored) {
    exec.launch(of(stored), grid, block, 0, input<Stored>(step), output<Stored>(step), step.marks,
                plate_of<Computed<Stored>>(step));
  });
}

inline Variant<Heat> naive() {
  const auto run = [](const Heat::Step& step, const Launch& launch, KernelExec& exec) {
    launch_cells([]<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_naive<Stored>); }, false,
                 step, launch, exec);
  };
  auto variant = cuda_variant<Heat>("naive", "Naive", run);
  variant.topic = "L3.1";
  variant.source = "Giles: CUDA course, practical 3 (the guard before the first access is ours)";
  variant.axes = {block_shapes(), all_precisions()};
  return variant;
}

inline Variant<Heat> transposed() {
  const auto run = [](const Heat::Step& step, const Launch& launch, KernelExec& exec) {
    launch_cells([]<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_transposed<Stored>); },
                 true, step, launch, exec);
  };
  auto variant = cuda_variant<Heat>("transposed", "Uncoalesced", run);
  variant.topic = "L3.4";
  variant.source = "Han, Sharma: Learn CUDA Programming, ch. 9 (there by accident)";
  variant.axes = {block_shapes(), all_precisions()};
  return variant;
}

inline Variant<Heat> readonly() {
  const auto run = [](const Heat::Step& step, const Launch& launch, KernelExec& exec) {
    launch_cells([]<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_readonly<Stored>); }, false,
                 step, launch, exec);
  };
  auto variant = cuda_variant<Heat>("readonly", "Read-only cache", run);
  variant.topic = "L3.4";
  variant.source = "CUDA C++ Programming Guide, Read-Only Data Cache Load Function";
  variant.axes = {block_shapes(), all_precisions()};
  return variant;
}

}  // namespace heat

LIVEWARP_KERNELS_END
