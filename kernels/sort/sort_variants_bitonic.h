// The rungs of the bitonic network.
#pragma once

#include <algorithm>

#include "kernels/sort/sort_tile.cuh"
#include "kernels/sort/sort_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace sort {

/// A step of the network over all keys.
inline void exchange(const std::uint32_t* from, const Step& step, std::int64_t distance,
                     bool mirrored, const Dim3& block, KernelExec& exec) {
  const std::int64_t n = step.problem->n, pairs = ceil_div(n, 2 * distance) * distance;
  exec.launch(LIVEWARP_KERNEL(sort_exchange), {unsigned(ceil_div(pairs, block.x))}, block, 0, from,
              step.sorted, int(n), int(distance), int(mirrored));
}

inline void bitonic_global_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const std::uint32_t* from = step.keys;
  const std::int64_t size = std::max<std::int64_t>(2, network(step.problem->n));
  for (std::int64_t tile = 2; tile <= size; tile *= 2)
    for (std::int64_t distance = tile / 2; distance > 0; distance /= 2) {
      exchange(from, step, distance, 2 * distance == tile, launch.block(), exec);
      from = step.sorted;
    }
}

inline Variant<Sort> bitonic_global() {
  auto variant = cuda_variant<Sort>("bitonic-global", "Bitonic, global", bitonic_global_step);
  variant.source = "Batcher: Sorting networks and their applications (1968)";
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256", row())};
  variant.cost = [](const Sort::Problem& problem, const Launch&) {
    const int all = stages(problem.n);
    return Sort::cost(problem, 2.0 * std::max(1, all * (all + 1) / 2));
  };
  return variant;
}

/// Keys of a tile: those that the launch wants, fewer where there are not so many.
inline std::int64_t tile_of(const Sort::Problem& problem, const Launch& launch) {
  return std::clamp<std::int64_t>(network(problem.n), 2, launch.integer("tile"));
}

inline void bitonic_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const std::int64_t n = step.problem->n, tile = tile_of(*step.problem, launch);
  const auto in_tiles = [&](const std::uint32_t* from, bool whole) {
    exec.launch(LIVEWARP_KERNEL(sort_tiles).main(), {unsigned(ceil_div(n, tile))}, launch.block(),
                std::size_t(tile) * sizeof(unsigned), from, step.sorted, int(n), int(tile),
                int(whole));
  };
  in_tiles(step.keys, true);
  for (std::int64_t size = 2 * tile; size <= network(n); size *= 2) {
    for (std::int64_t distance = size / 2; distance >= tile; distance /= 2)
      exchange(step.sorted, step, distance, 2 * distance == size, launch.block(), exec);
    in_tiles(step.sorted, false);
  }
}

inline Variant<Sort> bitonic() {
  auto variant = cuda_variant<Sort>("bitonic", "Bitonic, shared", bitonic_step);
  variant.source =
      "Peters, Schulz-Hildebrandt, Luttenberger: Fast in-place sorting with CUDA based "
      "on bitonic sort (2009); cuda-samples: sortingNetworks";
  variant.axes = {block_axis({"128", "256", "512", "1024"}, "512", row()),
                  integer_axis("tile", "Tile", "keys", {512, 1024, 2048, 4096, 8192}, 4096,
                               "Keys that a block has in shared memory. Each doubling saves a "
                               "launch over all keys in every stage beyond it.")};
  variant.shared_bytes = [](const Sort::Problem& problem, const Launch& launch) {
    return std::size_t(tile_of(problem, launch)) * sizeof(unsigned);
  };
  variant.cost = [](const Sort::Problem& problem, const Launch& launch) {
    const int beyond = stages(problem.n) - stages(tile_of(problem, launch));
    return Sort::cost(problem, 2.0 * (1 + std::max(0, beyond * (beyond + 3) / 2)));
  };
  return variant;
}

}  // namespace sort

LIVEWARP_KERNELS_END
