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
#include "kernels/heat/cuda/heat_plain.cuh"
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

/// Whether the kernels of heat_plain.cuh compute the step: they count cells by an int, those of
/// threads beyond the edge too.
inline bool is_plain(const Heat::Step& step) {
  constexpr std::int64_t tallest_block = 1024;
  return step.radius == 1 && step.boundary == HeatBoundary::fixed && !step.marks &&
         (step.ny + tallest_block) * step.nx <= std::numeric_limits<int>::max();
}

/// Launches the kernel `plain` or, of other plates, `general`: a thread a cell.
template <class Stored, class Plain, class General>
void launch_stored(const Plain& plain, const General& general, Dim3 grid, std::size_t shared_bytes,
                   const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 block = launch.block();
  const auto plate = plate_of<Computed<Stored>>(step);
  if (is_plain(step))
    exec.launch(plain, grid, block, shared_bytes, input<Stored>(step), output<Stored>(step),
                plate.centre, plate.weight[0], step.nx, step.ny);
  else
    exec.launch(general, grid, block, shared_bytes, input<Stored>(step), output<Stored>(step),
                step.marks, plate);
}

/// The same of `plain(Stored{})` and `general(Stored{})`, in the precision of the step.
template <class Plain, class General>
void launch_cells(const Plain& plain, const General& general, Dim3 grid, std::size_t shared_bytes,
                  const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  with_stored(step.precision, [&]<class Stored>(Stored stored) {
    launch_stored<Stored>(plain(stored), general(stored), grid, shared_bytes, step, launch, exec);
  });
}

/// Launches `beside` next to what `others` launches: neither writes what the other reads or writes.
template <class F, class G>
void launch_beside(KernelExec& exec, const F& beside, const G& others) {
  exec.begin_beside();
  try {
    beside();
  } catch (...) {
    exec.end_beside();
    throw;
  }
  exec.end_beside();
  others();
  exec.join();
}

inline Variant<Heat> naive() {
  const auto run = [](const Heat::Step& step, const Launch& launch, KernelExec& exec) {
    launch_cells([]<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_naive<Stored>); },
                 []<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_general<Stored>); },
                 grid_over(step.nx, step.ny, launch.block()), 0, step, launch, exec);
  };
  auto variant = cuda_variant<Heat>("naive", "Naive", run);
  variant.topic = "L3.1";
  variant.source = "Giles: CUDA course, practical 3 (the guard before the first access is ours)";
  variant.axes = {block_shapes(), all_precisions()};
  return variant;
}

inline Variant<Heat> general() {
  const auto run = [](const Heat::Step& step, const Launch& launch, KernelExec& exec) {
    with_stored(step.precision, [&]<class Stored>(Stored) {
      exec.launch(LIVEWARP_KERNEL(heat_general<Stored>),
                  grid_over(step.nx, step.ny, launch.block()), launch.block(), 0,
                  input<Stored>(step), output<Stored>(step), step.marks,
                  plate_of<Computed<Stored>>(step));
    });
  };
  auto variant = cuda_variant<Heat>("general", "Naive, general", run);
  variant.topic = "L3.1";
  variant.source = "after Giles: CUDA course, practical 3; what it asks for is ours";
  variant.axes = {block_shapes(), all_precisions()};
  return variant;
}

inline Variant<Heat> transposed() {
  const auto run = [](const Heat::Step& step, const Launch& launch, KernelExec& exec) {
    launch_stored<float>(LIVEWARP_KERNEL(heat_transposed<float>),
                         LIVEWARP_KERNEL(heat_general_transposed<float>),
                         grid_over(step.ny, step.nx, launch.block()), 0, step, launch, exec);
  };
  auto variant = cuda_variant<Heat>("transposed", "Uncoalesced", run);
  variant.topic = "L3.4";
  variant.source = "Han, Sharma: Learn CUDA Programming, ch. 9 (there by accident)";
  variant.axes = {block_shapes()};
  return variant;
}

inline Variant<Heat> readonly() {
  const auto run = [](const Heat::Step& step, const Launch& launch, KernelExec& exec) {
    launch_stored<float>(LIVEWARP_KERNEL(heat_readonly<float>),
                         LIVEWARP_KERNEL(heat_general_readonly<float>),
                         grid_over(step.nx, step.ny, launch.block()), 0, step, launch, exec);
  };
  auto variant = cuda_variant<Heat>("readonly", "Read-only cache", run);
  variant.topic = "L3.4";
  variant.source = "CUDA C++ Programming Guide, Read-Only Data Cache Load Function";
  variant.axes = {block_shapes()};
  return variant;
}

}  // namespace heat

LIVEWARP_KERNELS_END
