#include <algorithm>
#include <mutex>
#include <vector>

#include "kernels/core/exec/parallel_rows.h"
#include "kernels/grids/grid_sums.h"
#include "kernels/grids/temperature_view.h"
#include "kernels/heat/heat.h"
#include "kernels/heat/heat_reference.h"

namespace livewarp {

namespace {

/// What a row of the plate holds. Insulators have no temperature.
template <class Stored>
void add_row(GridSums& sums, const Stored* row, const std::uint8_t* marks, std::int64_t n) {
  for (std::int64_t x = 0; x < n; ++x) {
    const CellMark mark = marks ? CellMark(marks[x]) : CellMark::none;
    sums.held += mark == CellMark::held;
    sums.insulators += mark == CellMark::insulator;
    if (mark != CellMark::insulator) sums.add(loaded(row[x]));
  }
}

/// All cells; of the change in a step, only every `stride`-th row.
template <class Stored>
GridSums sums_of(const Heat::Problem& problem, const Stored* in, const std::uint8_t* marks,
                 std::int64_t stride, const Job& job) {
  const std::int64_t nx = problem.nx;
  return stock_of_rows(
      GridRows{nx, problem.ny}, in, stride, job,
      [&](GridSums& sums, std::int64_t y) {
        add_row(sums, in + y * nx, marks ? marks + y * nx : nullptr, nx);
      },
      [&](std::int64_t y, double* out) { heat_reference_row(problem, marks, in, y, out); });
}

/// Without a source, behind an insulated or no border, heat can only move. A star wider than 1 sees
/// an insulator as a cold cell, which takes heat.
bool keeps_heat(const Heat::Problem& problem, const GridSums& sums) {
  if (problem.boundary == HeatBoundary::fixed || sums.held > 0) return false;
  return problem.radius == 1 || sums.insulators == 0;
}

}  // namespace

std::vector<Readout> Heat::diagnose(const Problem& problem, const HostState& state,
                                    const Job& job) const {
  constexpr std::int64_t most_exact = 4'194'304;
  const std::int64_t cells = problem.nx * problem.ny;
  const std::int64_t stride = std::clamp<std::int64_t>(cells / most_exact, 1, problem.ny);
  GridSums sums;
  with_stored_temperatures(
      state, [&](const auto* in) { sums = sums_of(problem, in, heat_marks(state), stride, job); });
  return readouts_of(sums, degrees_per_unit, keeps_heat(problem, sums), stride > 1);
}

std::size_t Heat::device_readout_bytes(const Problem& problem) const {
  return GridSums::bytes(GridSums::grid_for(problem.nx, problem.ny));
}

std::vector<Readout> Heat::readouts(const Problem& problem, const void* written) const {
  const GridSums sums = GridSums::of(written, GridSums::grid_for(problem.nx, problem.ny));
  return readouts_of(sums, degrees_per_unit, keeps_heat(problem, sums), false);
}

}  // namespace livewarp
