#pragma once

#include <cstdint>
#include <optional>

#include "kernels/emulator/lens/access_rules.h"

namespace livewarp::emulator {

/// How the addresses of a request lie to one another.
struct LaneOrder {
  bool one_address = false;  ///< several lanes, all at one
  std::optional<std::int64_t>
      stride;  ///< bytes from a lane to the next, where it is always the same
  /// Where the lanes' bytes lie in runs of at least a sector: how far behind the start of a sector
  /// the first one that is misaligned begins; 0 where all are aligned. None: they are scattered.
  std::optional<unsigned> offset;
};
LaneOrder lane_order(const WarpAccess& access);

}  // namespace livewarp::emulator
