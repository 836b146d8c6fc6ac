#include <algorithm>
#include <mutex>
#include <vector>

#include "kernels/core/exec/parallel_rows.h"
#include "kernels/grids/stock.h"
#include "kernels/grids/temperature_view.h"
#include "kernels/heat/heat.h"
#include "kernels/heat/heat_reference.h"

namespace livewarp {

namespace {

/// What a row of the plate holds. Insulators have no temperature.
template <class Stored>
void add_row(Stock& stock, const Stored* row, const std::uint8_t* marks, std::int64_t n) {
  for (std::int64_t x = 0; x < n; ++x) {
    const CellMark mark = marks ? CellMark(marks[x]) : CellMark::none;
    stock.held += mark == CellMark::held;
    stock.insulators += mark == CellMark::insulator;
    if (mark != CellMark::insulator) stock.add(loaded(row[x]));
  }
}

/// All cells; of the change in a step, only every `stride`-th row.
template <class Stored>
Stock stock_of(const Heat::Problem& problem, const Stored* in, const std::uint8_t* marks,
               std::int64_t stride, const Job& job) {
  const std::int64_t nx = problem.nx;
  return stock_of_rows(
      GridRows{nx, problem.ny}, in, stride, job,
      [&](Stock& stock, std::int64_t y) {
        add_row(stock, in + y * nx, marks ? marks + y * nx : nullptr, nx);
      },
      [&](std::int64_t y, double* out) { heat_reference_row(problem, marks, in, y, out); });
}

/// Without a source, behind an insulated or no border, heat can only move. A star wider than 1 sees an
/// insulator as a cold cell, which takes heat.
bool keeps_heat(const Heat::Problem& problem, const Stock& stock) {
  if (problem.boundary == HeatBoundary::fixed || stock.held > 0) return false;
  return problem.radius == 1 || stock.insulators == 0;
}

}  // namespace

std::vector<Readout> Heat::diagnose(const Problem& problem, const HostState& state,
                                    const Job& job) const {
  constexpr std::int64_t most_exact = 4'194'304;
  const std::int64_t cells = problem.nx * problem.ny;
  const std::int64_t stride = std::clamp<std::int64_t>(cells / most_exact, 1, problem.ny);
  Stock stock;
  with_stored_temperatures(state, [&](const auto* in) {
    stock = stock_of(problem, in, heat_marks(state), stride, job);
  });
  return readouts_of(stock, degrees_per_unit, keeps_heat(problem, stock), stride > 1);
}

std::size_t Heat::stock_bytes(const Problem& problem) const {
  return Stock::bytes(Stock::grid_for(problem.nx, problem.ny));
}

std::vector<Readout> Heat::readouts(const Problem& problem, const void* written) const {
  const Stock stock = Stock::of(written, Stock::grid_for(problem.nx, problem.ny));
  return readouts_of(stock, degrees_per_unit, keeps_heat(problem, stock), false);
}

}  // namespace livewarp
