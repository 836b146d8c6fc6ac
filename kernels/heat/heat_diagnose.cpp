#include <algorithm>
#include <cmath>
#include <mutex>

#include "kernels/heat/heat.h"
#include "kernels/heat/heat_reference.h"

namespace livewarp {

namespace {

/// Sums over cells; those of several threads are added up.
struct Sums {
  double heat = 0, coldest = 1e300, hottest = -1e300, squared_change = 0;
  std::int64_t cells = 0, changed = 0;
  bool insulator = false, held = false;

  void add(const Sums& other) {
    heat += other.heat;
    coldest = std::min(coldest, other.coldest);
    hottest = std::max(hottest, other.hottest);
    squared_change += other.squared_change;
    cells += other.cells;
    changed += other.changed;
    insulator = insulator || other.insulator;
    held = held || other.held;
  }
};

double real(float value) { return value; }
double real(double value) { return value; }
double real(Half value) { return to_float(value); }

/// What a row of the plate holds. Insulators have no temperature.
template <class Stored>
void add_row(Sums& sums, const Stored* row, const std::uint8_t* marks, std::int64_t n) {
  for (std::int64_t x = 0; x < n; ++x) {
    const CellMark mark = marks ? CellMark(marks[x]) : CellMark::none;
    sums.held = sums.held || mark == CellMark::held;
    sums.insulator = sums.insulator || mark == CellMark::insulator;
    if (mark == CellMark::insulator) continue;
    const double t = real(row[x]);
    sums.heat += t;
    sums.coldest = std::min(sums.coldest, t);
    sums.hottest = std::max(sums.hottest, t);
    ++sums.cells;
  }
}

/// All cells; of the change in a step, only every `stride`-th row.
template <class Stored>
Sums sums_of(const Heat::Problem& problem, const Stored* in, const std::uint8_t* marks,
             std::int64_t stride, const Job& job) {
  Sums all;
  std::mutex adding;
  const std::int64_t nx = problem.nx;
  for_grid_rows(problem.ny, nx, job, [&](Range rows) {
    Sums some;
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
bool keeps_heat(const Heat::Problem& problem, const Sums& sums) {
  if (problem.boundary == HeatBoundary::fixed || sums.held) return false;
  return problem.radius == 1 || !sums.insulator;
}

Readout temperature(const std::string& id, const std::string& label, double value,
                    const std::string& help) {
  return {.id = id,
          .label = label,
          .unit = "\u00b0C",
          .value = Heat::degrees_per_unit * value,
          .digits = 4,
          .help = help};
}

}  // namespace

std::vector<Readout> Heat::diagnose(const Problem& problem, const HostState& state,
                                    const Job& job) {
  constexpr std::int64_t most_exact = 4'194'304;
  const std::int64_t cells = problem.nx * problem.ny;
  const std::int64_t stride = std::clamp<std::int64_t>(cells / most_exact, 1, problem.ny);
  Sums sums;
  with_stored_temperatures(
      state, [&](const auto* in) { sums = sums_of(problem, in, heat_marks(state), stride, job); });
  std::vector<Readout> readouts;
  readouts.push_back({.id = "heat",
                      .label = "Total heat",
                      .value = sums.heat,
                      .digits = 7,
                      .conserved = keeps_heat(problem, sums),
                      .help = "Sum over all cells, in units of a cell at 100 \u00b0C. It stays "
                              "where the border lets nothing out and there is no source."});
  if (sums.cells > 0) {
    readouts.push_back(temperature("mean", "Mean", sums.heat / double(sums.cells),
                                   "Of all cells but insulators."));
    readouts.push_back(temperature("coldest", "Coldest", sums.coldest,
                                   "No step may go below the coldest cell of the step before."));
    readouts.push_back(temperature("hottest", "Hottest", sums.hottest,
                                   "No step may go above the hottest cell of the step before."));
  }
  Readout residual = temperature(
      "residual", "Change a step", std::sqrt(sums.squared_change / double(sums.changed)),
      "Root of the mean square over all cells, in fp64: 0 when nothing flows any more.");
  residual.digits = 3;
  residual.origin = stride > 1 ? Origin::sampled : Origin::measured;
  readouts.push_back(residual);
  return readouts;
}

}  // namespace livewarp
