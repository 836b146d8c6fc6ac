#pragma once

#include <cstdint>
#include <vector>

namespace livewarp::emulator {

/// Which basic block was seen to follow which, and from that an order in which a warp whose lanes
/// have parted goes on: always with the first block of the order at which a lane stands. Then lanes
/// wait wherever others may still join them: behind a branch where its ways meet, behind a loop
/// until the last lane leaves it. (Diamos and others, "SIMD Re-Convergence At Thread Frontiers",
/// 2011.)
///
/// Blocks are numbered from 0 in the order in which threads first met them.
class ControlFlow {
 public:
  void add(std::uint32_t from, std::uint32_t next);

  /// Place of a block in that order: every block before those that follow it, but for ways back to
  /// the start of a loop; all blocks of a loop before what follows the loop. Of the edges added so
  /// far.
  std::uint32_t place(std::uint32_t block);

  /// Whether a way was seen from the block back to it: it is a part of a loop. Of the edges added
  /// so far.
  bool in_loop(std::uint32_t block);

 private:
  void solve();

  std::vector<std::vector<std::uint32_t>> successors_;  ///< by block
  std::vector<std::uint32_t> places_;                   ///< by block; empty while unknown
  std::vector<bool> in_loop_;                           ///< likewise
};

}  // namespace livewarp::emulator
