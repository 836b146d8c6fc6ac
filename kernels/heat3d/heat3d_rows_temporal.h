// The row that makes several time steps in one pass.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "kernels/heat3d/heat3d_row.h"
#include "kernels/heat3d/heat3d_temporal.cuh"

LIVEWARP_KERNELS_BEGIN

namespace heat3d {

/// How a launch of the temporal row tiles the planes.
struct TemporalTiles {
  int depth, rows, planes;
  Dim3 block;
  explicit TemporalTiles(const Launch& launch)
      : depth(int(launch.integer("depth"))), rows(rows_of(launch)),
        planes(int(launch.integer("planes"))), block(launch.block()) {}

  static constexpr int columns = 128;
  /// Values of twice the size take twice the registers.
  static int rows_of(const Launch& launch) {
    const auto rows = int(launch.integer("rows"));
    return precision_of(launch.values()) == Precision::fp64 ? rows / 2 : rows;
  }
  /// Columns and rows that a block writes. Columns of the rim are read as whole vectors.
  int width() const { return columns - 2 * int(ceil_div(depth, 4)) * 4; }
  int height() const { return int(block.y) * rows - 2 * depth; }
  /// Cells that are read for one that is written.
  double read() const {
    return double(columns * int(block.y) * rows) / (width() * height()) *
           (1 + 2.0 * depth / planes);
  }
  std::size_t shared_values() const { return std::size_t{4} * columns * block.y * depth; }
};

/// Calls use(kernel) with the kernel of those tiles.
template <class Stored, class F>
decltype(auto) with_temporal_kernel(const TemporalTiles& tiles, F&& use) {
  const auto with_rows = [&](auto rows) {
    return dispatch<1, 2, 3, 4>(tiles.depth, [&](auto depth) {
      return use(LIVEWARP_KERNEL(heat3d_temporal<Stored, depth(), rows()>));
    });
  };
  if constexpr (std::is_same_v<Stored, double>)
    return dispatch<1, 2>(tiles.rows, with_rows);
  else
    return dispatch<2, 4>(tiles.rows, with_rows);
}

inline std::string temporal_refuses(const Heat3d::Problem&, const Launch& launch, Executor) {
  const TemporalTiles tiles(launch);
  if (tiles.height() < 1)
    return "the rim leaves nothing of so flat a tile: more warps or more rows";
  return "";
}

inline Variant<Heat3d> temporal_row() {
  Variant<Heat3d> row = cuda_row("temporal", "Several steps a pass", "heat3d_temporal.cuh",
                                 [](const Launch&) { return 0; });
  row.source = "Nguyen et al.: 3.5-D Blocking Optimization for Stencil Computations, SC 2010";
  row.lesson =
      "Several time steps in one pass over the memory: as soon as the first step has made a plane, "
      "the second works on it, and only the last one's planes are stored. Planes of all levels are "
      "kept in registers; warps show each other the rows at their rims. What the rim of a tile "
      "costs, neighbouring blocks compute twice: in three dimensions it is dear, so more steps are "
      "soon no gain.";
  row.axes = {
      block_axis({"32x4", "32x8", "32x12", "32x16"}, "32x8"),
      integer_axis("depth", "Depth", "steps", {1, 2, 3, 4}, 3, "Time steps that a launch makes."),
      integer_axis("rows", "Rows a thread", "", {2, 4}, 4,
                   "Rows of four cells that a thread keeps of every plane; in fp64 half as many."),
      planes_axis({16, 32, 64, 128, 256}, 64,
                  "Planes that a block marches through. Each march begins with planes that "
                  "another block reads too."),
      all_precisions()};
  row.refuses = temporal_refuses;
  row.time_steps = [](const Launch& launch) { return TemporalTiles(launch).depth; };
  row.work = [](const Heat3d::Problem& problem, const Launch& launch) {
    const TemporalTiles tiles(launch);
    return Heat3d::work(problem, precision_of(launch.values()), 1 + tiles.read(), tiles.depth);
  };
  row.kernels = [](const Launch& launch) {
    return with_stored(precision_of(launch.values()), [&]<class Stored>(Stored) {
      return with_temporal_kernel<Stored>(TemporalTiles(launch), [](const auto& kernel) {
        return std::vector<KernelRef>{kernel.ref};
      });
    });
  };
  row.step = [](const Heat3d::Step& step, const Launch& launch, Exec& exec) {
    const TemporalTiles tiles(launch);
    with_stored(step.precision, [&]<class Stored>(Stored) {
      using Real = Computed<Stored>;
      with_temporal_kernel<Stored>(tiles, [&](const auto& kernel) {
        exec.launch(kernel, grid_over(step, tiles.width(), tiles.height(), tiles.planes),
                    tiles.block, tiles.shared_values() * sizeof(Real), input<Stored>(step),
                    output<Stored>(step), solid_of<Real>(step), tiles.planes);
      });
    });
  };
  return row;
}

}  // namespace heat3d

LIVEWARP_KERNELS_END
