// The rungs of several passes: blocks are scanned, and their sums by the same kernel again.
#pragma once

#include "kernels/scan/scan_tile.cuh"
#include "kernels/scan/scan_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace scan {

/// Scans blocks of `share` elements, then their sums, and adds those.
template <class KernelType>
void scan_and_add(const KernelType& kernel, std::int64_t share, std::size_t shared,
                  const ScanTask& all, float* scratch, const Launch& launch, KernelExec& exec) {
  constexpr unsigned add_block = 256;
  const std::int64_t parts = ceil_div(all.n, share);
  ScanTask task = all;
  task.sums = parts > 1 ? scratch : nullptr;
  exec.launch(kernel.main(), {unsigned(parts)}, launch.block(), shared, task);
  if (parts == 1) return;
  scan_and_add(kernel, share, shared, ScanTask{scratch, scratch, nullptr, int(parts), 1},
               scratch + aligned_floats(parts), launch, exec);
  exec.launch(LIVEWARP_KERNEL(scan_add), {unsigned(ceil_div(all.n, add_block))}, {add_block}, 0,
              task.out, scratch, task.n, int(share));
}

inline ScanTask task_of(const Step& step) {
  return {step.x, step.result, nullptr, int(step.problem->n), step.problem->is_exclusive()};
}

/// A variant of that kind, with `items` elements a thread and `floats(threads)` of shared memory.
template <class KernelType>
Variant<Scan> in_blocks(const char* name, const char* title, const KernelType& kernel, int items,
                        std::size_t (*floats)(std::size_t threads), const BlockRule& rule) {
  const auto run = [kernel, items, floats](const Step& step, const Launch& launch,
                                           KernelExec& exec) {
    const std::size_t threads = launch.block().x;
    scan_and_add(kernel, std::int64_t(threads) * items, floats(threads) * sizeof(float),
                 task_of(step), static_cast<float*>(step.scratch), launch, exec);
  };
  auto variant = cuda_variant<Scan>(name, title, run);
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256", rule)};
  variant.refuses = only_sums;
  variant.scratch_bytes = [items](const Scan::Problem& problem, const Launch& launch) {
    return sums_bytes(problem.n, std::int64_t(launch.block().x) * items);
  };
  // What is scanned is read and written again.
  variant.cost = [](const Scan::Problem& problem, const Launch&) {
    return Scan::cost(problem, 8.0 * double(problem.n));
  };
  return variant;
}

inline Variant<Scan> hillis_steele() {
  auto variant = in_blocks(
      "hillis-steele", "Hillis-Steele", LIVEWARP_KERNEL(scan_hillis_steele), 1,
      [](std::size_t threads) { return 2 * threads; }, pairs());
  variant.source = "Hillis and Steele: Data Parallel Algorithms (1986)";
  return variant;
}

inline Variant<Scan> blelloch() {
  auto variant = in_blocks(
      "blelloch", "Blelloch", LIVEWARP_KERNEL(scan_blelloch), 2,
      [](std::size_t threads) { return 2 * threads; }, tree_row());
  variant.source = "Blelloch: Prefix Sums and Their Applications (1990)";
  return variant;
}

inline Variant<Scan> padded() {
  auto variant = in_blocks(
      "padded", "Blelloch, padded", LIVEWARP_KERNEL(scan_padded), 2,
      [](std::size_t threads) { return 2 * threads + 2 * threads / 32; }, tree_row());
  variant.source = "Harris, Sengupta, Owens: GPU Gems 3 (2007), ch. 39";
  return variant;
}

inline Variant<Scan> shuffle() {
  auto variant = in_blocks(
      "shuffle", "Warp shuffles", LIVEWARP_KERNEL(scan_shuffle), 1,
      [](std::size_t) { return std::size_t{0}; }, whole_warps());
  variant.source = "CUDA C++ Programming Guide, Warp Shuffle Functions";
  return variant;
}

/// Sums of tiles, their scan likewise, and the tiles.
inline void three_passes(const ScanTask& all, float* scratch, const Launch& launch,
                         KernelExec& exec) {
  const Dim3 block = launch.block();
  const std::int64_t tiles = ceil_div(all.n, std::int64_t(block.x) * scan_items);
  ScanTask task = all;
  if (tiles > 1) {
    task.sums = scratch;
    exec.launch(LIVEWARP_KERNEL(scan_tile_sums), {unsigned(tiles)}, block, 0, task.in, task.sums,
                task.n);
    three_passes(ScanTask{scratch, scratch, nullptr, int(tiles), 1},
                 scratch + aligned_floats(tiles), launch, exec);
  }
  exec.launch(LIVEWARP_KERNEL(scan_tiles).main(), {unsigned(tiles)}, block, 0, task);
}

inline Variant<Scan> three_pass() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    three_passes(task_of(step), static_cast<float*>(step.scratch), launch, exec);
  };
  auto variant = cuda_variant<Scan>("three-pass", "Reduce, then scan", run);
  variant.source = "Dotsenko et al.: Fast Scan Algorithms on Graphics Processors (2008)";
  variant.axes = {block_axis({"64", "128", "256", "512", "1024"}, "256", whole_warps())};
  variant.refuses = only_sums;
  variant.scratch_bytes = [](const Scan::Problem& problem, const Launch& launch) {
    return sums_bytes(problem.n, std::int64_t(launch.block().x) * scan_items);
  };
  variant.cost = [](const Scan::Problem& problem, const Launch&) {
    return Scan::cost(problem, 4.0 * double(problem.n));
  };
  return variant;
}

}  // namespace scan

LIVEWARP_KERNELS_END
