// What all CUDA rows of the heat workload share, and the rows with one thread a cell.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/stored.h"
#include "kernels/core/verification.h"
#include "kernels/heat/heat.cuh"
#include "kernels/heat/heat.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

static_assert(heat_fixed == int(HeatBoundary::fixed) && heat_widest == heat_most_radius);
static_assert(heat_insulated == int(HeatBoundary::insulated));
static_assert(heat_periodic == int(HeatBoundary::periodic));
static_assert(heat_insulator == int(CellMark::insulator) && heat_held == int(CellMark::held));

template <class Stored>
const Stored* input(const Heat::Step& step) {
  return static_cast<const Stored*>(step.in);
}
template <class Stored>
Stored* output(const Heat::Step& step) {
  return static_cast<Stored*>(step.out);
}

/// The plate as kernels see it, with the weights of `heat_row_weight`.
template <class Real>
HeatPlate<Real> plate_of(const Heat::Step& step) {
  const auto c = heat_weights(step.radius);
  HeatPlate<Real> plate{};
  double others = 0;
  for (int k = 1; k <= step.radius; ++k) {
    const double weight = heat_row_weight(step.number * c[std::size_t(k)], step.radius,
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

/// A row whose threads ask for `requested(problem, launch)` values a cell and time step.
template <class Requested>
Variant<Heat> cuda_row(std::string name, std::string title, std::string topic, std::string file,
                       const Requested& requested) {
  Variant<Heat> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.topic = std::move(topic);
  row.file = "kernels/heat/" + std::move(file);
  row.backend = Backend::cuda;
  row.memory_modes = cuda_memory_modes();
  row.tolerance = tolerance_cap("heat", Backend::cuda, "fp32");
  row.work = [requested](const Heat::Problem& problem, const Launch& launch) {
    return Heat::work(problem, precision_of(launch.values()), 1, requested(problem, launch));
  };
  return row;
}

inline Param all_precisions() {
  return precision_axis({Precision::fp32, Precision::fp64, Precision::half});
}

/// Loads of the star, and the store.
inline double star_values(const Heat::Problem& problem, const Launch&) {
  return 4.0 * problem.radius + 2;
}

inline std::vector<std::string> block_shapes() {
  return {"256x1", "128x2", "64x4", "32x8", "16x16", "8x32", "32x4", "64x2", "128x1", "32x16"};
}

/// `of(Stored{})` is the kernel for what is stored. Columns and rows of the grid are exchanged
/// where `transposed`.
template <class Of>
void fill_cell_row(Variant<Heat>& row, const Of& of, bool transposed) {
  row.axes = {block_axis(block_shapes(), "64x4"), all_precisions()};
  row.kernels = [of](const Launch& launch) {
    return with_stored(precision_of(launch.values()), [&]<class Stored>(Stored stored) {
      return std::vector<KernelRef>{of(stored).ref};
    });
  };
  row.step = [of, transposed](const Heat::Step& step, const Launch& launch, Exec& exec) {
    const Dim3 block = launch.block();
    const Dim3 grid =
        transposed ? grid_over(step.ny, step.nx, block) : grid_over(step.nx, step.ny, block);
    with_stored(step.precision, [&]<class Stored>(Stored stored) {
      exec.launch(of(stored), grid, block, 0, input<Stored>(step), output<Stored>(step), step.marks,
                  plate_of<Computed<Stored>>(step));
    });
  };
}

inline Variant<Heat> naive_row() {
  Variant<Heat> row = cuda_row("naive", "Thread a cell", "L3.1", "heat.cuh", star_values);
  row.source = "Giles: CUDA course, practical 3 (the guard before the first access is ours)";
  row.lesson =
      "One thread a cell: five loads for one store, and hardly any arithmetic. The caches serve "
      "most of the loads, since neighbours read the same cells, so the memory is the limit all the "
      "same. Change the block at 256 threads, from 256x1 to 8x32: the same work, only the lines "
      "that a block reads differ.";
  fill_cell_row(
      row, []<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_naive<Stored>); }, false);
  return row;
}

inline Variant<Heat> transposed_row() {
  Variant<Heat> row = cuda_row("transposed", "Transposed", "L3.4", "heat.cuh", star_values);
  row.source = "Han, Sharma: Learn CUDA Programming, ch. 9 (there by accident)";
  row.lesson =
      "The thread-a-cell kernel with x and y exchanged: neighbouring threads stand in one column. "
      "Each request of a warp touches 32 sectors where 4 would do. The result is the same, so only "
      "a clock or a profiler finds the slip. A tall block, 8x32, softens it: why?";
  fill_cell_row(
      row, []<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_transposed<Stored>); }, true);
  return row;
}

inline Variant<Heat> readonly_row() {
  Variant<Heat> row = cuda_row("readonly", "Read-only path", "L3.4", "heat.cuh", star_values);
  row.source = "CUDA C++ Programming Guide, Read-Only Data Cache Load Function";
  row.lesson =
      "Loads through the read-only path, by __ldg and const __restrict__. On GPUs before Volta "
      "this was a cache of its own and a large gain; since then both paths share one L1. Compare "
      "with the row before: what is left is what the compiler makes of the promise that nobody "
      "writes.";
  fill_cell_row(
      row, []<class Stored>(Stored) { return LIVEWARP_KERNEL(heat_readonly<Stored>); }, false);
  return row;
}

}  // namespace heat

LIVEWARP_KERNELS_END
