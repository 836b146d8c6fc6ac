#include "kernels/grids/grid_sums.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace livewarp {

namespace {

Readout temperature(const std::string& id, const std::string& label, double degrees,
                    const std::string& help) {
  return {.id = id, .label = label, .unit = "\u00b0C", .value = degrees, .digits = 4, .help = help};
}

}  // namespace

void GridSums::add(double temperature) {
  heat += temperature;
  coldest = std::min(coldest, temperature);
  hottest = std::max(hottest, temperature);
  ++cells;
}

void GridSums::add(const GridSums& other) {
  heat += other.heat;
  coldest = std::min(coldest, other.coldest);
  hottest = std::max(hottest, other.hottest);
  squared_change += other.squared_change;
  cells += other.cells;
  changed += other.changed;
  insulators += other.insulators;
  held += other.held;
}

Dim3 GridSums::grid_for(std::int64_t cells_a_row, std::int64_t rows) {
  constexpr std::int64_t most_columns = 8, most_blocks = 1024;
  const std::int64_t columns = std::min(ceil_div(cells_a_row, block.x), most_columns);
  return {unsigned(columns), unsigned(std::min(rows, most_blocks / columns))};
}

std::size_t GridSums::shared_bytes() { return block.x * numbers * sizeof(double); }

std::size_t GridSums::bytes(Dim3 grid) {
  return std::size_t(grid.count()) * numbers * sizeof(double);
}

GridSums GridSums::of(const void* written, Dim3 grid) {
  const auto blocks = std::int64_t(grid.count());
  const auto* at = static_cast<const std::byte*>(written);
  GridSums all;
  for (std::int64_t block = 0; block < blocks; ++block, at += numbers * sizeof(double)) {
    double n[numbers];
    std::memcpy(n, at, sizeof n);
    GridSums part;
    part.heat = n[0];
    part.coldest = n[1];
    part.hottest = n[2];
    part.squared_change = n[3];
    part.cells = std::int64_t(n[4]);
    part.insulators = std::int64_t(n[5]);
    part.held = std::int64_t(n[6]);
    part.changed = part.cells + part.insulators;
    all.add(part);
  }
  return all;
}

std::vector<Readout> readouts_of(const GridSums& sums, double scale, bool keeps_heat,
                                 bool sampled) {
  std::vector<Readout> readouts;
  readouts.push_back(
      {.id = "heat",
       .label = "Total heat",
       .value = sums.heat,
       .digits = 7,
       .conserved = keeps_heat,
       .plotted = keeps_heat,
       .help = "Sum over all cells, in units of a cell at 100 \u00b0C. It is conserved where "
               "nothing crosses the boundary and there is no source."});
  if (sums.cells > 0) {
    readouts.push_back(temperature("mean", "Mean", scale * sums.heat / double(sums.cells),
                                   "Of all cells but insulators."));
    readouts.push_back(temperature(
        "coldest", "Minimum", scale * sums.coldest,
        "Maximum principle: no step may go below the coldest cell of the step before."));
    readouts.push_back(temperature(
        "hottest", "Maximum", scale * sums.hottest,
        "Maximum principle: no step may go above the hottest cell of the step before."));
  }
  Readout residual = temperature(
      "residual", "RMS change",
      scale * std::sqrt(sums.squared_change / double(std::max<std::int64_t>(1, sums.changed))),
      "Root mean square of the change per step, over all cells, in fp64: the residual, 0 when "
      "nothing flows any more.");
  residual.digits = 3;
  residual.plotted = true;
  residual.origin = sampled ? Origin::sampled : Origin::measured;
  readouts.push_back(residual);
  return readouts;
}

}  // namespace livewarp
