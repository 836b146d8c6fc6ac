// The rungs of radix passes.
#pragma once

#include <algorithm>

#include "kernels/sort/sort_ballots.cuh"
#include "kernels/sort/sort_split.cuh"
#include "kernels/sort/sort_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace sort {

constexpr int key_bits = 32;

inline int digit_bits(const Launch& launch) { return int(launch.integer("bits")); }
inline int passes(const Launch& launch) { return key_bits / digit_bits(launch); }
inline std::int64_t digits(const Launch& launch) { return std::int64_t{1} << digit_bits(launch); }

/// What passes need beside the two arrays: the keys once more, counts by digit and block, and their
/// sums.
struct RadixScratch {
  std::int64_t blocks, digits;
  std::size_t keys_bytes, counts_bytes, totals_bytes;

  RadixScratch(const Sort::Problem& problem, const Launch& launch, std::int64_t tile)
      : blocks(ceil_div(problem.n, tile)), digits(sort::digits(launch)),
        keys_bytes(aligned_bytes(problem.n)), counts_bytes(aligned_bytes(blocks * digits)),
        totals_bytes(aligned_bytes(digits)) {}
  std::size_t bytes() const { return keys_bytes + counts_bytes + totals_bytes; }
  std::uint32_t* at(const Step& step, std::size_t byte) const {
    return reinterpret_cast<std::uint32_t*>(static_cast<char*>(step.scratch) + byte);
  }
};

/// Threads that scan a row of so many numbers.
inline unsigned scanning(std::int64_t count) {
  return unsigned(std::clamp<std::int64_t>(ceil_div(count, 32) * 32, 32, 512));
}

/// All passes over the keys, which the last one leaves in `sorted`; `scatter(blocks, from, to,
/// digit, runs)` launches what brings them to their places.
template <class Scatter>
void radix_passes(const Step& step, const Launch& launch, std::int64_t tile, KernelExec& exec,
                  const Scatter& scatter) {
  const std::int64_t n = step.problem->n;
  const RadixScratch scratch(*step.problem, launch, tile);
  std::uint32_t* const other = scratch.at(step, 0);
  std::uint32_t* const counts = scratch.at(step, scratch.keys_bytes);
  std::uint32_t* const totals = scratch.at(step, scratch.keys_bytes + scratch.counts_bytes);
  const auto blocks = unsigned(scratch.blocks), rows = unsigned(scratch.digits);
  const std::uint32_t* from = step.keys;
  for (int pass = 0; pass < passes(launch); ++pass) {
    // Of an even number of passes the last one writes what is asked for.
    std::uint32_t* const to = pass % 2 ? step.sorted : other;
    const SortDigit digit{pass * digit_bits(launch), digit_bits(launch)};
    exec.launch(LIVEWARP_KERNEL(sort_count), {blocks}, launch.block(), rows * sizeof(unsigned),
                from, counts, int(n), int(tile), digit);
    exec.launch(LIVEWARP_KERNEL(sort_scan), {rows}, {scanning(blocks)}, 0, counts, totals,
                int(blocks));
    exec.launch(LIVEWARP_KERNEL(sort_scan), {1}, {scanning(rows)}, 0, totals, nullptr, int(rows));
    scatter(blocks, from, to, digit, SortRuns{counts, totals});
    from = to;
  }
}

/// What both rungs have in common; `tile` tells the keys of a block.
template <class Tile>
Variant<Sort> radix(const char* name, const char* title, StepFunction<Sort> step, const Tile& tile,
                    const BlockRule& rule, std::vector<std::int64_t> bits,
                    std::int64_t default_bits) {
  auto variant = cuda_variant<Sort>(name, title, std::move(step));
  variant.axes = {block_axis({"64", "128", "256", "512"}, "256", rule),
                  integer_axis("bits", "Bits a pass", "", std::move(bits), default_bits,
                               "Of the key that one pass sorts by. More of them make fewer passes, "
                               "and shorter runs of keys that go to the same place.")};
  variant.scratch_bytes = [tile](const Sort::Problem& problem, const Launch& launch) {
    return RadixScratch(problem, launch, tile(launch)).bytes();
  };
  // Counting reads all keys once more; counts are few beside them.
  variant.cost = [](const Sort::Problem& problem, const Launch& launch) {
    return Sort::cost(problem, 3.0 * passes(launch));
  };
  return variant;
}

inline std::int64_t split_tile(const Launch& launch) { return launch.block().x * sort_split_keys; }

inline Variant<Sort> split() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    radix_passes(step, launch, split_tile(launch), exec,
                 [&](unsigned blocks, const std::uint32_t* from, std::uint32_t* to,
                     const SortDigit& digit, const SortRuns& runs) {
                   exec.launch(LIVEWARP_KERNEL(sort_split).main(), {blocks}, launch.block(),
                               std::size_t(split_tile(launch)) * sizeof(unsigned), from, to,
                               int(step.problem->n), digit, runs);
                 });
  };
  auto variant = radix("split", "Radix, split", run, split_tile,
                       row().whole_warps("lanes add up by shuffles"), {1, 2, 4}, 4);
  variant.source = "Blelloch: Prefix sums and their applications (1990); Satish, Harris, Garland: "
                   "Designing efficient sorting algorithms for manycore GPUs (2009)";
  return variant;
}

inline std::int64_t ballots_tile(const Launch& launch) {
  return launch.block().x * sort_ballot_keys;
}

/// Dynamic shared memory: a tile, where each digit begins, sums of warps, and a counter a digit and
/// warp.
inline std::size_t ballots_shared(const Sort::Problem&, const Launch& launch) {
  const std::int64_t starts = digits(launch), counters = starts * (launch.block().x / 32);
  return std::size_t(ballots_tile(launch) + starts + 32 + counters) * sizeof(unsigned);
}

inline Variant<Sort> ballots() {
  const auto run = [](const Step& step, const Launch& launch, KernelExec& exec) {
    radix_passes(step, launch, ballots_tile(launch), exec,
                 [&](unsigned blocks, const std::uint32_t* from, std::uint32_t* to,
                     const SortDigit& digit, const SortRuns& runs) {
                   exec.launch(LIVEWARP_KERNEL(sort_ballots).main(), {blocks}, launch.block(),
                               ballots_shared(*step.problem, launch), from, to,
                               int(step.problem->n), digit, runs,
                               int(launch.text("peers") == "match"));
                 });
  };
  auto variant = radix("ballots", "Radix, ballots", run, ballots_tile,
                       row().whole_warps("all 32 lanes vote on each bit"), {4, 8}, 8);
  variant.source =
      "Ashkiani et al.: GPU Multisplit (2016); Merrill, Grimshaw: High performance and "
      "scalable radix sorting (2011)";
  variant.axes.push_back(choice_axis(
      "peers", "Peers by", {{"ballots", "Ballots", {}}, {"match", "Match", {}}}, "ballots",
      "How a lane finds those with the same digit: a ballot for each bit, or __match_any_sync, one "
      "instruction that some GPUs execute digit by digit."));
  variant.shared_bytes = ballots_shared;
  return variant;
}

}  // namespace sort

LIVEWARP_KERNELS_END
