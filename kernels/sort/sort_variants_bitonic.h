// The rungs of the bitonic network.
#pragma once

#include <algorithm>

#include "kernels/sort/sort_registers.cuh"
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

/// Sorts tiles, and then, of each stage beyond them, calls `between_tiles(size)` for the steps over
/// a tile and more.
template <class BetweenTiles>
void bitonic_stages(const Step& step, const Launch& launch, KernelExec& exec,
                    const BetweenTiles& between_tiles) {
  const std::int64_t n = step.problem->n, tile = tile_of(*step.problem, launch);
  const auto in_tiles = [&](const std::uint32_t* from, bool whole) {
    exec.launch(LIVEWARP_KERNEL(sort_tiles).main(), {unsigned(ceil_div(n, tile))}, launch.block(),
                std::size_t(tile) * sizeof(unsigned), from, step.sorted, int(n), int(tile),
                int(whole));
  };
  in_tiles(step.keys, true);
  for (std::int64_t size = 2 * tile; size <= network(n); size *= 2) {
    between_tiles(size, tile);
    in_tiles(step.sorted, false);
  }
}

inline void bitonic_step(const Step& step, const Launch& launch, KernelExec& exec) {
  bitonic_stages(step, launch, exec, [&](std::int64_t size, std::int64_t tile) {
    for (std::int64_t distance = size / 2; distance >= tile; distance /= 2)
      exchange(step.sorted, step, distance, 2 * distance == size, launch.block(), exec);
  });
}

/// Three steps at a time, as long as there are three.
inline void bitonic_registers_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const std::int64_t n = step.problem->n;
  const Dim3 block = launch.block();
  bitonic_stages(step, launch, exec, [&](std::int64_t size, std::int64_t tile) {
    std::int64_t distance = size / 2;
    for (; distance >= 4 * tile; distance /= 8) {
      const std::int64_t spacing = distance / 4;
      const std::int64_t threads = ceil_div(n, sort_register_keys * spacing) * spacing;
      exec.launch(LIVEWARP_KERNEL(sort_registers).main(), {unsigned(ceil_div(threads, block.x))},
                  block, 0, step.sorted, int(n), int(spacing), int(2 * distance == size));
    }
    for (; distance >= tile; distance /= 2)
      exchange(step.sorted, step, distance, 2 * distance == size, block, exec);
  });
}

/// What both rungs have in common; `launches(steps)` is how often a stage reads and writes all keys
/// that has so many steps between tiles.
template <class Launches>
Variant<Sort> in_tiles(const char* name, const char* title, StepFunction<Sort> step,
                       const Launches& launches) {
  auto variant = cuda_variant<Sort>(name, title, std::move(step));
  variant.source =
      "Peters, Schulz-Hildebrandt, Luttenberger: Fast in-place sorting with CUDA based "
      "on bitonic sort (2009)";
  variant.axes = {block_axis({"128", "256", "512", "1024"}, "512", row()),
                  integer_axis("tile", "Tile", "keys", {512, 1024, 2048, 4096, 8192}, 4096,
                               "Keys that a block has in shared memory. Each doubling saves a "
                               "launch over all keys in every stage beyond it.")};
  variant.shared_bytes = [](const Sort::Problem& problem, const Launch& launch) {
    return std::size_t(tile_of(problem, launch)) * sizeof(unsigned);
  };
  variant.cost = [launches](const Sort::Problem& problem, const Launch& launch) {
    int all = 1;
    const int beyond = stages(problem.n) - stages(tile_of(problem, launch));
    for (int steps = 1; steps <= beyond; ++steps) all += launches(steps) + 1;
    return Sort::cost(problem, 2.0 * all);
  };
  return variant;
}

inline Variant<Sort> bitonic() {
  return in_tiles("bitonic", "Bitonic, shared", bitonic_step, [](int steps) { return steps; });
}

inline Variant<Sort> bitonic_registers() {
  return in_tiles("bitonic-registers", "Bitonic, registers", bitonic_registers_step,
                  [](int steps) { return steps / 3 + steps % 3; });
}

}  // namespace sort

LIVEWARP_KERNELS_END
