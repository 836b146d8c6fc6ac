#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <optional>
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

/// Numbers of sums over a plate, and what a step found by itself, if it did.
std::vector<Readout> told(const Heat::Problem& problem, const GridSums& sums, bool sampled,
                          const std::optional<HeatFound>& found) {
  std::vector<Readout> readouts =
      readouts_of(sums, degrees_per_unit, keeps_heat(problem, sums), sampled);
  if (!found) return readouts;
  const double cells = double(problem.nx) * double(problem.ny);
  readouts.push_back(
      {.id = "found-residual",
       .label = "RMS, by step",
       .unit = "\u00b0C",
       .value = degrees_per_unit * std::sqrt(found->squared_change / cells),
       .digits = 3,
       .help = "Root mean square of what the last step has changed, over all cells, as that step "
               "has found it beside its work. RMS change is that of the next step."});
  return readouts;
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
  return told(problem, sums, stride > 1, found(state));
}

std::size_t Heat::device_readout_bytes(const Problem& problem) const {
  return GridSums::bytes(GridSums::grid_for(problem.nx, problem.ny)) + sizeof(HeatFound);
}

std::vector<Readout> Heat::readouts(const Problem& problem, const void* written) const {
  const Dim3 grid = GridSums::grid_for(problem.nx, problem.ny);
  std::optional<HeatFound> found(std::in_place);
  std::memcpy(&*found, static_cast<const std::byte*>(written) + GridSums::bytes(grid),
              sizeof *found);
  if (found->steps == 0) found.reset();
  return told(problem, GridSums::of(written, grid), false, found);
}

}  // namespace livewarp
