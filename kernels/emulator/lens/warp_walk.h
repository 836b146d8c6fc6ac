#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "kernels/emulator/lens/control_flow.h"
#include "kernels/emulator/lens/lane_trace.h"

namespace livewarp::emulator {

/// Hears what the lanes of a warp did together.
class WarpVisitor {
 public:
  virtual ~WarpVisitor() = default;
  virtual void block(std::uint32_t place, unsigned lanes) = 0;
  /// `address` holds something for the lanes of the mask alone.
  virtual void access(const TraceStep& step, unsigned lanes,
                      const std::array<std::uint64_t, 32>& address) = 0;
  /// They came to a barrier of their block; `place` is its number.
  virtual void barrier(std::uint32_t /*place*/, unsigned /*lanes*/) {}
};

/// Walks the traces of up to 32 lanes as a warp would: lanes at one basic block go on together, and
/// where they have parted they wait for one another as `ControlFlow` orders. To group equal
/// accesses by their count instead would be wrong: in `if ((k + lane) & 1) access()` the third
/// access of one lane and of its neighbour lie in different rounds.
///
/// `flow` must know every edge of the traces; a trace begins with a block.
void walk_warp(std::span<const LaneTrace> lanes, ControlFlow& flow, WarpVisitor& visitor);

/// Adds the edges of a trace.
void add_edges(ControlFlow& flow, const LaneTrace& trace);

}  // namespace livewarp::emulator
