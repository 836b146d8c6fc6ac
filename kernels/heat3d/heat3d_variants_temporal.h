// The variant that makes several time steps in one pass.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "kernels/core/exec/multiprocessors.h"
#include "kernels/heat3d/heat3d_temporal.cuh"
#include "kernels/heat3d/heat3d_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace heat3d {

/// How a launch of the temporal variant tiles the planes.
struct TemporalTiles {
  Precision precision;
  int depth, rows, stages;  ///< rows of four cells that a thread has; planes on their way
  Dim3 block;
  explicit TemporalTiles(const Launch& launch)
      : precision(precision_of(launch.values())), depth(int(launch.integer("depth"))),
        rows(precision == Precision::fp64 ? 2 : 4),  // twice the registers
        stages(int(launch.integer("stages"))), block(launch.block()) {}

  static constexpr int columns = 128;
  /// Columns and rows that a block writes.
  int width() const {
    return with_stored(precision,
                       []<class Stored>(Stored) { return columns - 2 * heat3d_rim<Stored>; });
  }
  int height() const { return int(block.y) * rows - 2 * depth; }
  /// Of two buffers of the rows that warps exchange, and of the planes that are used or come; of
  /// the places of columns, where rows are no whole vectors.
  template <class Stored>
  std::size_t shared_bytes(std::int64_t nx) const {
    const std::size_t exchanged = std::size_t(4) * (depth - 1) * sizeof(Computed<Stored>);
    const std::size_t planes = std::size_t(stages + 1) * rows * sizeof(Stored);
    const std::size_t places = nx % 4 == 0 ? 0 : sizeof(int);
    return columns * (places + block.y * (exchanged + planes));
  }
  /// Cells that are read for one that is written.
  double read(int planes) const {
    return double(columns * int(block.y) * rows) / (width() * height()) *
           (1 + 2.0 * depth / planes);
  }
  /// Planes of a march such that all marches are done soonest, with one block on each
  /// multiprocessor: long ones repeat little, short ones leave none of them idle.
  int best_planes(std::int64_t nx, std::int64_t ny, std::int64_t nz, int multiprocessors) const {
    std::int64_t least = 0;
    int best = 8;
    for (int planes = 8; planes <= 256; planes += 8) {
      const std::int64_t blocks =
          ceil_div(nx, width()) * ceil_div(ny, height()) * ceil_div(nz, planes);
      const std::int64_t time = ceil_div(blocks, multiprocessors) * (planes + 2 * depth);
      if (least != 0 && time >= least) continue;
      least = time;
      best = planes;
    }
    return best;
  }
};

/// Calls use(kernel) with the kernel of those tiles.
template <class Stored, class F>
decltype(auto) with_temporal_kernel(const TemporalTiles& tiles, F&& use) {
  constexpr int rows = std::is_same_v<Stored, double> ? 2 : 4;
  const auto pick = [&](auto depth) {
    return use(LIVEWARP_KERNEL(heat3d_temporal<Stored, depth(), rows>));
  };
  if constexpr (std::is_same_v<Stored, float>)
    return dispatch<2, 3, 4>(tiles.depth, pick);
  else
    return dispatch<2, 3>(tiles.depth, pick);
}

inline int planes_of(const TemporalTiles& tiles, const Launch& launch, std::int64_t nx,
                     std::int64_t ny, std::int64_t nz) {
  const auto planes = int(launch.integer("planes"));
  return planes != 0 ? planes : tiles.best_planes(nx, ny, nz, multiprocessors());
}

inline std::string temporal_refuses(const Heat3d::Problem&, const Launch& launch, Executor) {
  if (TemporalTiles(launch).depth == 4 && precision_of(launch.values()) != Precision::fp32)
    return "4 steps a launch come in fp32 alone, where they show what spilled registers cost: "
           "choose 3";
  if (TemporalTiles(launch).height() < 1)
    return "the halo leaves nothing of so flat a tile: choose a taller block";
  return "";
}

inline void temporal_step(const Heat3d::Step& step, const Launch& launch, KernelExec& exec) {
  const TemporalTiles tiles(launch);
  const int planes = planes_of(tiles, launch, step.nx, step.ny, step.nz);
  const Heat3dMarch march{planes, tiles.stages};
  with_stored(step.precision, [&]<class Stored>(Stored) {
    using Real = Computed<Stored>;
    with_temporal_kernel<Stored>(tiles, [&](const auto& kernel) {
      exec.launch(kernel, grid_over(step, tiles.width(), tiles.height(), planes), tiles.block,
                  tiles.template shared_bytes<Stored>(step.nx), input<Stored>(step),
                  output<Stored>(step), solid_of<Real>(step), march);
    });
  });
}

inline Variant<Heat3d> temporal() {
  auto variant = cuda_variant<Heat3d>("temporal", "Temporal, 3.5D", temporal_step);
  variant.source = "Nguyen et al.: 3.5-D Blocking Optimization for Stencil Computations, SC 2010";
  variant.axes = {
      block_axis({"32x4", "32x8", "32x12"}, "32x12",
                 plane_of_cells()
                     .one_warp_wide("a warp is a row of the tile, and passes cells on by shuffles")
                     .at_most(384, "its launch bounds promise the compiler no more")),
      integer_axis("depth", "Steps per launch", "steps", {2, 3, 4}, 3,
                   "Temporal blocking: time steps that one launch makes."),
      integer_axis("stages", "Stages", "planes", {1, 2, 3}, 2,
                   "Planes that asynchronous copies are bringing into shared memory while others "
                   "are computed."),
      automatic(planes_axis({0, 16, 32, 64, 128, 256}, 0,
                            "Planes that a block marches through. Each march begins with planes "
                            "that another block reads too. Automatic: as many as leave no "
                            "multiprocessor idle.")),
      all_precisions()};
  variant.refuses = temporal_refuses;
  variant.shared_bytes = [](const Heat3d::Problem& problem, const Launch& launch) {
    return with_stored(precision_of(launch.values()), [&]<class Stored>(Stored) {
      return TemporalTiles(launch).template shared_bytes<Stored>(problem.nx);
    });
  };
  variant.time_steps = [](const Launch& launch) { return TemporalTiles(launch).depth; };
  variant.cost = [](const Heat3d::Problem& problem, const Launch& launch) {
    const TemporalTiles tiles(launch);
    const int planes = planes_of(tiles, launch, problem.nx, problem.ny, problem.nz);
    return Heat3d::cost(problem, precision_of(launch.values()), 1 + tiles.read(planes),
                        tiles.depth);
  };
  return variant;
}

}  // namespace heat3d

LIVEWARP_KERNELS_END
