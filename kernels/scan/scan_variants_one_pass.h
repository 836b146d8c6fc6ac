// The rungs of one pass: a counter and a word a tile, cleared by every step.
#pragma once

#include "kernels/core/base/dispatch.h"
#include "kernels/scan/scan_large_tile.cuh"
#include "kernels/scan/scan_look_back.cuh"
#include "kernels/scan/scan_recurrence.cuh"
#include "kernels/scan/scan_select.cuh"
#include "kernels/scan/scan_variants_passes.h"

LIVEWARP_KERNELS_BEGIN

namespace scan {

constexpr std::size_t counter_bytes = 256;

/// Tiles of `items` elements a thread, and the words by which their blocks speak.
struct TileWords {
  std::int64_t tiles;
  unsigned* counter;
  uint64 *words, *seconds;  ///< `seconds` of a recurrence

  static std::int64_t tiles_of(const Scan::Problem& problem, const Launch& launch, int items) {
    return ceil_div(problem.n, std::int64_t(launch.block().x) * items);
  }
  static std::size_t bytes(const Scan::Problem& problem, std::int64_t tiles) {
    return counter_bytes + std::size_t(tiles) * sizeof(uint64) * (problem.is_recurrence() ? 2 : 1);
  }
  /// Nothing is known of any tile, and no block has begun.
  TileWords(const Step& step, const Launch& launch, int items, KernelExec& exec)
      : tiles(tiles_of(*step.problem, launch, items)),
        counter(static_cast<unsigned*>(step.scratch)),
        words(reinterpret_cast<uint64*>(static_cast<char*>(step.scratch) + counter_bytes)),
        seconds(words + tiles) {
    exec.fill_bytes(step.scratch, 0, bytes(*step.problem, tiles));
  }
  Dim3 grid() const { return {unsigned(tiles)}; }
};

/// Of the fastest rung: larger tiles, so that fewer have to know of one another.
constexpr int scan_most_items = 32;

inline int sum_items(const Launch& launch) {
  return launch.values().contains("items") ? int(launch.integer("items")) : scan_items;
}
inline int items_of(const Scan::Problem& problem, const Launch& launch) {
  return problem.is_recurrence() ? scan_line_items
         : problem.selects()     ? scan_items
                                 : sum_items(launch);
}

/// With `items` elements a thread; 0: as `items_of` says.
inline Variant<Scan> one_pass(const char* name, const char* title, StepFunction<Scan> run,
                              int items = 0) {
  const auto tiles_of = [items](const Scan::Problem& problem, const Launch& launch) {
    return TileWords::tiles_of(problem, launch, items ? items : items_of(problem, launch));
  };
  auto variant = cuda_variant<Scan>(name, title, std::move(run));
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256", whole_warps())};
  variant.refuses = only_sums;
  variant.scratch_bytes = [tiles_of](const Scan::Problem& problem, const Launch& launch) {
    return TileWords::bytes(problem, tiles_of(problem, launch));
  };
  // Words are cleared, written twice, and read by one block or more.
  variant.cost = [tiles_of](const Scan::Problem& problem, const Launch& launch) {
    return Scan::cost(problem, 4 * sizeof(uint64) * double(tiles_of(problem, launch)));
  };
  variant.source = "Merrill, Garland: Single-pass Parallel Prefix Scan with Decoupled Look-back "
                   "(2016)";
  variant.tolerance = chain_tolerance("sums of tiles are added one after another");
  return variant;
}

inline Variant<Scan> chained() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    const TileWords tile(step, launch, scan_items, exec);
    exec.launch(LIVEWARP_KERNEL(scan_chained), tile.grid(), launch.block(), 0, task_of(step),
                tile.words, tile.counter);
  };
  auto variant = one_pass("chained", "One pass, chained", run);
  variant.source = "Yan, Long, Zhang: StreamScan (2013)";
  return variant;
}

inline Variant<Scan> look_back_index() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    const TileWords tile(step, launch, scan_items, exec);
    exec.launch(LIVEWARP_KERNEL(scan_look_back_index).in_order(), tile.grid(), launch.block(), 0,
                task_of(step), tile.words);
  };
  return one_pass("look-back-index", "Look-back, index", run);
}

inline void look_back_step(const Step& step, const Launch& launch, KernelExec& exec) {
  const Scan::Problem& problem = *step.problem;
  const TileWords tile(step, launch, items_of(problem, launch), exec);
  const Dim3 block = launch.block();
  const int n = int(problem.n);
  if (problem.is_recurrence())
    return exec.launch(LIVEWARP_KERNEL(scan_recurrence), tile.grid(), block, 0,
                       ScanFactors{step.factors, step.x, step.result, n}, tile.words, tile.seconds,
                       tile.counter);
  if (problem.selects())
    return exec.launch(
        LIVEWARP_KERNEL(scan_select), tile.grid(), block, 0,
        ScanSelection{step.x, step.result, step.kept, n, float(problem.above), problem.splits()},
        tile.words, tile.counter);
  dispatch<16, 32>(sum_items(launch), [&](auto items) {
    exec.launch(LIVEWARP_KERNEL(scan_look_back<items.value>), tile.grid(), block, 0, task_of(step),
                tile.words, tile.counter);
  });
}

inline Variant<Scan> look_back() {
  auto variant = one_pass("look-back", "Look-back, tickets", look_back_step);
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "1024", whole_warps())};
  variant.axes.push_back(integer_axis(
      "items", "Items", "", {16, 32}, scan_most_items,
      "Elements that a thread of a sum holds in registers. More of them make fewer, larger tiles: "
      "less to look back over, but fewer threads on a multiprocessor."));
  variant.refuses = [](const Scan::Problem& problem, const Launch& launch,
                       Executor) -> std::string {
    if (problem.is_sum() || sum_items(launch) == scan_most_items) return {};
    return "items are a sum's: pairs of a recurrence have 8 a thread, counts 16";
  };
  return variant;
}

inline Variant<Scan> look_back_large() {
  constexpr int items = scan_large_items;
  const auto shared = [](const Launch& launch) {
    return launch.block().x * items * sizeof(float) + scan_line;
  };
  const auto run = [shared](const Step& step, const Launch& launch, KernelExec& exec) {
    const TileWords tile(step, launch, items, exec);
    exec.launch(LIVEWARP_KERNEL(scan_look_back_large), tile.grid(), launch.block(), shared(launch),
                task_of(step), tile.words, tile.counter);
  };
  auto variant = one_pass("look-back-large", "Look-back, large", run, items);
  variant.axes = {block_axis({"128", "256", "512", "1024"}, "1024", whole_warps())};
  variant.shared_bytes = [shared](const Scan::Problem&, const Launch& launch) {
    return shared(launch);
  };
  return variant;
}

}  // namespace scan

LIVEWARP_KERNELS_END
