#include "kernels/nbody/nbody_split.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/base/dim.h"

namespace livewarp {

namespace {

constexpr std::int64_t most_source_parts = 64;
/// One launch does no more than this, 20 ms on a fast GPU, so that pictures come between two of
/// them; partial sums of what lies beyond need no memory. Fewer bodies would not fill it.
constexpr double most_interactions = 3e10;
constexpr double fewest_bodies = 16'384;

/// Modelled time of one launch, in clock cycles.
double cycles(const Split& split, std::int64_t block, std::int64_t items, int multiprocessors) {
  constexpr double slots_per_interaction = 13.25;  // of the inner loop, see nbody_pull
  constexpr double lanes = 128;                    // of one multiprocessor
  constexpr double warps_to_fill = 16;             // of one multiprocessor: four a scheduler
  constexpr double partial_bytes_per_cycle = 2000, partial_bytes = 32;  // written and read
  constexpr double block_start = 500;
  const double groups = double(ceil_div(split.at_once, block * items));
  const double share = groups * double(split.parts) / multiprocessors;
  const double rounds = std::max(1.0, std::ceil(share));
  const double full = std::min(1.0, rounds * double(block) / 32 / warps_to_fill);
  const double of_block =
      double(split.sources * block * items) * slots_per_interaction / lanes + block_start;
  return rounds * of_block / full +
         double(split.parts * split.at_once) * partial_bytes / partial_bytes_per_cycle;
}

}  // namespace

std::int64_t bodies_at_once(const Pairs& pairs, std::int64_t granule) {
  const double share = std::max(fewest_bodies, most_interactions / double(pairs.sources));
  const auto bodies = std::int64_t(std::min(double(pairs.bodies), share));
  return ceil_div(bodies, granule) * granule;
}

Split split_into(const Pairs& pairs, std::int64_t block, std::int64_t items, std::int64_t parts) {
  Split split;
  split.sources = ceil_div(ceil_div(pairs.sources, Split::tile), parts) * Split::tile;
  split.parts = ceil_div(pairs.sources, split.sources);
  split.at_once = bodies_at_once(pairs, block * items);
  return split;
}

Split best_split(const Pairs& pairs, std::int64_t block, std::int64_t items, int multiprocessors) {
  Split best = split_into(pairs, block, items, 1);
  for (std::int64_t parts = 2; parts <= most_source_parts; ++parts) {
    const Split split = split_into(pairs, block, items, parts);
    if (cycles(split, block, items, multiprocessors) < cycles(best, block, items, multiprocessors))
      best = split;
  }
  return best;
}

}  // namespace livewarp
