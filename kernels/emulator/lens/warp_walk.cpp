#include "kernels/emulator/lens/warp_walk.h"

#include <bit>
#include <cstddef>

namespace livewarp::emulator {

namespace {

/// Calls `use` with every lane of a mask, lowest first.
template <class Use>
void each_lane(unsigned lanes, const Use& use) {
  for (; lanes; lanes &= lanes - 1) use(static_cast<unsigned>(std::countr_zero(lanes)));
}

class Walk {
 public:
  Walk(std::span<const LaneTrace> traces, ControlFlow& flow, WarpVisitor& visitor)
      : traces_(traces), flow_(flow), visitor_(visitor) {
    for (unsigned lane = 0; lane < traces.size(); ++lane) {
      going_ |= 1u << lane;
      arrive(lane);
    }
  }

  void run() {
    while (going_) pass(lanes_of_first_block());
  }

 private:
  /// A lane that has no step left has ended; else it is at the start of a block.
  void arrive(unsigned lane) {
    if (at_[lane] == traces_[lane].size())
      going_ &= ~(1u << lane);
    else
      place_[lane] = flow_.place(traces_[lane][at_[lane]].place);
  }

  unsigned lanes_of_first_block() const {
    std::uint32_t first = ~std::uint32_t{0};
    unsigned lanes = 0;
    each_lane(going_, [&](unsigned lane) {
      if (place_[lane] > first) return;
      if (place_[lane] < first) lanes = 0;
      first = place_[lane];
      lanes |= 1u << lane;
    });
    return lanes;
  }

  /// Lanes that are all at the start of one block go through it.
  void pass(unsigned lanes) {
    visitor_.block(step_of(static_cast<unsigned>(std::countr_zero(lanes))).place, lanes);
    unsigned rest = 0;
    each_lane(lanes, [&](unsigned lane) { rest |= unsigned(advance(lane)) << lane; });
    while (rest) {
      const TraceStep step = step_of(static_cast<unsigned>(std::countr_zero(rest)));
      unsigned together = 0, left = 0;
      std::array<std::uint64_t, 32> address;
      each_lane(rest, [&](unsigned lane) {
        const TraceStep& mine = step_of(lane);
        const bool same = mine.place == step.place && is_barrier(mine) == is_barrier(step);
        if (same) {
          together |= 1u << lane;
          address[lane] = mine.address;
        }
        left |= unsigned(same ? advance(lane) : true) << lane;
      });
      if (is_barrier(step))
        visitor_.barrier(step.place, together);
      else
        visitor_.access(step, together, address);
      rest = left;
    }
    each_lane(lanes, [&](unsigned lane) { arrive(lane); });
  }
  static bool is_barrier(const TraceStep& step) { return step.kind == TraceStep::barrier; }
  /// Whether the lane's next step is an access or a barrier.
  bool advance(unsigned lane) {
    ++at_[lane];
    return at_[lane] < traces_[lane].size() && step_of(lane).kind != TraceStep::block;
  }
  const TraceStep& step_of(unsigned lane) const { return traces_[lane][at_[lane]]; }

  std::span<const LaneTrace> traces_;
  ControlFlow& flow_;
  WarpVisitor& visitor_;
  unsigned going_ = 0;  ///< lanes that have not ended
  std::array<std::size_t, 32> at_{};
  std::array<std::uint32_t, 32> place_{};  ///< of the block at which a lane stands
};

}  // namespace

void walk_warp(std::span<const LaneTrace> lanes, ControlFlow& flow, WarpVisitor& visitor) {
  Walk(lanes, flow, visitor).run();
}

void add_edges(ControlFlow& flow, const LaneTrace& trace) {
  bool any = false;
  std::uint32_t last = 0;
  for (const TraceStep& step : trace) {
    if (step.kind != TraceStep::block) continue;
    if (any) flow.add(last, step.place);
    any = true;
    last = step.place;
  }
}

}  // namespace livewarp::emulator
