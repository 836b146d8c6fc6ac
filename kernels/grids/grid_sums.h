// Sums over a grid of temperatures: what is told of it as numbers, found on the host or on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/base/dim.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// Sums over the cells of a grid. Those of several parts are added up.
struct GridSums {
  double heat = 0, coldest = 1e300, hottest = -1e300;
  double squared_change = 0;  ///< of the next step, over `changed` cells
  std::int64_t cells = 0;     ///< with a temperature
  std::int64_t changed = 0, insulators = 0, held = 0;

  /// A cell's temperature.
  void add(double temperature);
  void add(const GridSums& other);

  // -- on a GPU, by a kernel that ends in `write_sums_of_block` (grid_sums.cuh) ------------------
  static constexpr Dim3 block{256};
  static constexpr int numbers = 7;  ///< that a block writes
  /// Enough blocks to fill a GPU, where the grid has as many rows, and few enough to be added up at
  /// once.
  static Dim3 grid_for(std::int64_t cells_a_row, std::int64_t rows);
  static std::size_t shared_bytes();
  /// Bytes that the blocks write, and what they say of a grid all of whose cells they saw.
  static std::size_t bytes(Dim3 grid);
  static GridSums of(const void* written, Dim3 grid);
};

/// As people read them: total heat in units of a cell at temperature 1, and temperatures times
/// `scale`, in degrees. `keeps_heat`: the total should stay as it is. `sampled`: not all cells were
/// looked at for the change.
std::vector<Readout> readouts_of(const GridSums& sums, double scale, bool keeps_heat, bool sampled);

}  // namespace livewarp
