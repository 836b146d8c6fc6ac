// The variant of several time steps by tiles in shared memory, and how rectangles are cut into
// tiles.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/heat/cuda/heat_tile.cuh"
#include "kernels/heat/cuda/heat_variants_reuse.h"

LIVEWARP_KERNELS_BEGIN

namespace heat {

/// Cells to compute, half open, and the largest tile that they are cut into.
struct Rectangle {
  int first_x, first_y, last_x, last_y;
  int tile_width, tile_height;
};

/// Cells of a tile with its halo, and what each takes: two copies of its value, and a byte.
inline std::size_t cells_of_tile(std::int64_t width, std::int64_t height, int depth) {
  return std::size_t(width + 2 * depth) * std::size_t(height + 2 * depth);
}
inline std::size_t bytes_of_tile_cell(Precision precision) {
  return 2 * computed_bytes(precision) + 1;
}

/// Computes rectangles of the plate, `depth` time steps at once. Does nothing about empty ones.
inline void launch_tiles(const std::vector<Rectangle>& rectangles, int depth, Dim3 block,
                         const Heat::Step& step, KernelExec& exec) {
  HeatTiles tiles{};
  int blocks = 0;
  std::size_t cells = 0;
  for (const Rectangle& r : rectangles) {
    const int width = std::min(r.tile_width, r.last_x - r.first_x);
    const int height = std::min(r.tile_height, r.last_y - r.first_y);
    if (width <= 0 || height <= 0) continue;
    const auto columns = int(ceil_div(r.last_x - r.first_x, width));
    tiles.parts[tiles.count++] = {r.first_x, r.first_y, r.last_x, r.last_y,
                                  width,     height,    columns,  blocks};
    blocks += columns * int(ceil_div(r.last_y - r.first_y, height));
    cells = std::max(cells, cells_of_tile(width, height, depth));
  }
  if (blocks == 0) return;
  with_stored(step.precision, [&]<class Stored>(Stored) {
    const std::size_t bytes = cells * bytes_of_tile_cell(step.precision);
    exec.launch(LIVEWARP_KERNEL(heat_tile<Stored>), {unsigned(blocks)}, block, bytes,
                input<Stored>(step), output<Stored>(step), step.marks,
                plate_of<Computed<Stored>>(step), tiles, depth);
  });
}

/// What a block of the tile variant writes: two columns and four rows a thread, in fp64 two.
inline Dim3 tile_of(const Launch& launch) {
  const Dim3 block = launch.block();
  return {2 * block.x, block.y * (precision_of(launch.values()) == Precision::fp64 ? 2 : 4)};
}

inline void tile_step(const Heat::Step& step, const Launch& launch, KernelExec& exec) {
  const Dim3 tile = tile_of(launch);
  launch_tiles({{0, 0, step.nx, step.ny, int(tile.x), int(tile.y)}}, int(launch.integer("depth")),
               launch.block(), step, exec);
}

inline Variant<Heat> tile_temporal() {
  auto variant = cuda_variant<Heat>("tile-temporal", "Temporal, shared", tile_step);
  variant.topic = "L3.6";
  variant.source = "Meng, Skadron: Performance Modeling and Automatic Ghost Zone Optimization for "
                   "Iterative Stencil Loops on GPUs (2009)";
  variant.axes = {block_axis({"32x4", "32x8", "16x8", "16x16", "64x4"}, "32x8", plane_of_cells()),
                  integer_axis("depth", "Steps per launch", "steps", {1, 2, 4, 8}, 4,
                               "Temporal blocking: time steps that one launch makes."),
                  all_precisions()};
  variant.refuses = only_radius_1;
  variant.shared_bytes = [](const Heat::Problem& problem, const Launch& launch) {
    const Dim3 tile = tile_of(launch);
    return cells_of_tile(std::min<std::int64_t>(tile.x, problem.nx),
                         std::min<std::int64_t>(tile.y, problem.ny), int(launch.integer("depth"))) *
           bytes_of_tile_cell(precision_of(launch.values()));
  };
  variant.time_steps = [](const Launch& launch) { return int(launch.integer("depth")); };
  variant.cost = [](const Heat::Problem& problem, const Launch& launch) {
    const Dim3 tile = tile_of(launch);
    const auto depth = double(launch.integer("depth"));
    const double read = (1 + 2 * depth / tile.x) * (1 + 2 * depth / tile.y);
    return Heat::cost(problem, precision_of(launch.values()), int(depth), (read + 1) / depth);
  };
  return variant;
}

}  // namespace heat

LIVEWARP_KERNELS_END
