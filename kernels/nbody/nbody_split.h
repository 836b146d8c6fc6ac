#pragma once

#include <cstdint>

namespace livewarp {

/// How the register-tiled variant cuts the interactions of bodies with sources into blocks.
struct Split {
  static constexpr std::int64_t tile = 256;  ///< sources that a block reads at once

  std::int64_t parts = 1;    ///< parts of the sources, one block each
  std::int64_t sources = 1;  ///< sources of a part, a multiple of the tile
  std::int64_t at_once = 1;  ///< bodies computed by one launch, a multiple of block x items
};

/// Of `bodies`, which `sources` pull at.
struct Pairs {
  std::int64_t bodies = 1, sources = 1;
};

/// Bodies that one launch computes, a multiple of `granule`: all, or so many that it lasts about
/// 20 ms on a fast GPU.
std::int64_t bodies_at_once(const Pairs& pairs, std::int64_t granule);

/// Into about `parts` parts: as many as whole tiles allow.
Split split_into(const Pairs& pairs, std::int64_t block, std::int64_t items, std::int64_t parts);

/// The split with which `multiprocessors` should finish soonest, by a model of the launch: blocks
/// go round the multiprocessors in whole rounds, too few warps leave issue slots empty, and partial
/// sums are written and read. Depends on nothing else, so that results do not either.
Split best_split(const Pairs& pairs, std::int64_t block, std::int64_t items, int multiprocessors);

}  // namespace livewarp
