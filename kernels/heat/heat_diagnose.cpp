#include <algorithm>
#include <mutex>
#include <vector>

#include "kernels/core/parallel_rows.h"
#include "kernels/core/stock.h"
#include "kernels/heat/heat.h"
#include "kernels/heat/heat_reference.h"

namespace livewarp {

namespace {

double real(float value) { return value; }
double real(double value) { return value; }
double real(Half value) { return to_float(value); }

/// What a row of the plate holds. Insulators have no temperature.
template <class Stored>
void add_row(Stock& stock, const Stored* row, const std::uint8_t* marks, std::int64_t n) {
  for (std::int64_t x = 0; x < n; ++x) {
    const CellMark mark = marks ? CellMark(marks[x]) : CellMark::none;
    stock.held += mark == CellMark::held;
    stock.insulators += mark == CellMark::insulator;
    if (mark != CellMark::insulator) stock.add(real(row[x]));
  }
}

/// All cells; of the change in a step, only every `stride`-th row.
template <class Stored>
Stock stock_of(const Heat::Problem& problem, const Stored* in, const std::uint8_t* marks,
               std::int64_t stride, const Job& job) {
  Stock all;
  std::mutex adding;
  const std::int64_t nx = problem.nx;
  for_grid_rows(problem.ny, nx, job, [&](Range rows) {
    Stock some;
    std::vector<double> next(static_cast<std::size_t>(nx));
    for (std::int64_t y = rows.first; y < rows.last; ++y) {
      add_row(some, in + y * nx, marks ? marks + y * nx : nullptr, nx);
      if (y % stride) continue;
      heat_reference_row(problem, marks, in, y, next.data());
      for (std::int64_t x = 0; x < nx; ++x) {
        const double change = next[std::size_t(x)] - real(in[y * nx + x]);
        some.squared_change += change * change;
      }
      some.changed += nx;
    }
    const std::scoped_lock lock(adding);
    all.add(some);
  });
  return all;
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
