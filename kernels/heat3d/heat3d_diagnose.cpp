#include <algorithm>
#include <cmath>
#include <mutex>

#include "kernels/heat3d/heat3d_cpu_step.h"
#include "kernels/heat3d/heat3d_reference.h"

namespace livewarp {

namespace {

/// Sums over cells; those of several threads are added up.
struct Sums {
  double heat = 0, coldest = 1e300, hottest = -1e300, squared_change = 0;
  std::int64_t changed = 0;

  void add(const Sums& other) {
    heat += other.heat;
    coldest = std::min(coldest, other.coldest);
    hottest = std::max(hottest, other.hottest);
    squared_change += other.squared_change;
    changed += other.changed;
  }
};

/// All cells; of the change in a step, only every `stride`-th row.
template <class Stored>
Sums sums_of(const Heat3d::Problem& problem, const Stored* in, std::int64_t stride,
             const Job& job) {
  Sums all;
  std::mutex adding;
  const std::int64_t nx = problem.nx;
  for_grid_rows(problem.ny * problem.nz, nx, job, [&](Range rows) {
    Sums some;
    std::vector<double> next(static_cast<std::size_t>(nx));
    for (std::int64_t row = rows.first; row < rows.last; ++row) {
      const Stored* const cells = in + row * nx;
      for (std::int64_t x = 0; x < nx; ++x) {
        const double t = heat3d_loaded(cells[x]);
        some.heat += t;
        some.coldest = std::min(some.coldest, t);
        some.hottest = std::max(some.hottest, t);
      }
      if (row % stride) continue;
      heat3d_reference_row(problem, in, row, next.data());
      for (std::int64_t x = 0; x < nx; ++x) {
        const double change = next[std::size_t(x)] - heat3d_loaded(cells[x]);
        some.squared_change += change * change;
      }
      some.changed += nx;
    }
    const std::scoped_lock lock(adding);
    all.add(some);
  });
  return all;
}

Readout temperature(const std::string& id, const std::string& label, double value,
                    const std::string& help) {
  return {.id = id,
          .label = label,
          .unit = "\u00b0C",
          .value = Heat3d::degrees_per_unit * value,
          .digits = 4,
          .help = help};
}

}  // namespace

std::vector<Readout> Heat3d::diagnose(const Problem& problem, const HostState& state,
                                      const Job& job) {
  constexpr std::int64_t most_exact = 4'194'304;
  const std::int64_t cells = problem.cells(), rows = problem.ny * problem.nz;
  // Odd, so that it goes through all rows of the planes.
  const std::int64_t stride = std::clamp<std::int64_t>(cells / most_exact, 1, rows) | 1;
  Sums sums;
  heat3d_with_stored(state, [&](const auto* in) { sums = sums_of(problem, in, stride, job); });
  std::vector<Readout> readouts;
  readouts.push_back({.id = "heat",
                      .label = "Total heat",
                      .value = sums.heat,
                      .digits = 7,
                      .conserved = problem.boundary != Boundary::fixed,
                      .help = "Sum over all cells, in units of a cell at 100 \u00b0C. It stays "
                              "where the border lets nothing out."});
  readouts.push_back(temperature("mean", "Mean", sums.heat / double(cells), "Of all cells."));
  readouts.push_back(temperature("coldest", "Coldest", sums.coldest,
                                 "No step may go below the coldest cell of the step before."));
  readouts.push_back(temperature("hottest", "Hottest", sums.hottest,
                                 "No step may go above the hottest cell of the step before."));
  Readout residual = temperature(
      "residual", "Change a step", std::sqrt(sums.squared_change / double(sums.changed)),
      "Root of the mean square over all cells, in fp64: 0 when nothing flows any more.");
  residual.digits = 3;
  residual.origin = stride > 1 ? Origin::sampled : Origin::measured;
  readouts.push_back(residual);
  return readouts;
}

}  // namespace livewarp
