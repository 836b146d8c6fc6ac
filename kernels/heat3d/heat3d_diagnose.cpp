#include <algorithm>
#include <mutex>
#include <vector>

#include "kernels/core/exec/parallel_rows.h"
#include "kernels/grids/grid_sums.h"
#include "kernels/grids/temperature_view.h"
#include "kernels/heat3d/heat3d_cpu_step.h"
#include "kernels/heat3d/heat3d_reference.h"

namespace livewarp {

namespace {

/// All cells; of the change in a step, only every `stride`-th row.
template <class Stored>
GridSums sums_of(const Heat3d::Problem& problem, const Stored* in, std::int64_t stride,
                 const Job& job) {
  const std::int64_t nx = problem.nx;
  return stock_of_rows(
      GridRows{nx, problem.ny * problem.nz}, in, stride, job,
      [&](GridSums& sums, std::int64_t row) {
        for (std::int64_t x = 0; x < nx; ++x) sums.add(loaded(in[row * nx + x]));
      },
      [&](std::int64_t row, double* out) { heat3d_reference_row(problem, in, row, out); });
}

bool keeps_heat(const Heat3d::Problem& problem) {
  return problem.boundary != Heat3d::Boundary::fixed;
}

/// All rows of all planes are rows of what is summed.
Dim3 sums_grid(const Heat3d::Problem& problem) {
  return GridSums::grid_for(problem.nx, problem.ny * problem.nz);
}

}  // namespace

std::vector<Readout> Heat3d::diagnose(const Problem& problem, const HostState& state,
                                      const Job& job) const {
  constexpr std::int64_t most_exact = 4'194'304;
  const std::int64_t cells = problem.cells(), rows = problem.ny * problem.nz;
  // Odd, so that it goes through all rows of the planes.
  const std::int64_t stride = std::clamp<std::int64_t>(cells / most_exact, 1, rows) | 1;
  GridSums sums;
  with_stored_temperatures(state,
                           [&](const auto* in) { sums = sums_of(problem, in, stride, job); });
  return readouts_of(sums, degrees_per_unit, keeps_heat(problem), stride > 1);
}

std::size_t Heat3d::device_readout_bytes(const Problem& problem) const {
  return GridSums::bytes(sums_grid(problem));
}

std::vector<Readout> Heat3d::readouts(const Problem& problem, const void* written) const {
  return readouts_of(GridSums::of(written, sums_grid(problem)), degrees_per_unit,
                     keeps_heat(problem), false);
}

}  // namespace livewarp
