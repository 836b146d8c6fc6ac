#pragma once

#include <cstdint>
#include <vector>

namespace livewarp::emulator {

/// A step of one thread's way through a kernel: the start of a basic block, or an access or a
/// barrier within it.
struct TraceStep {
  static constexpr std::uint8_t block = 255, barrier = 254;  ///< beside the values of AccessKind

  std::uint64_t address = 0;  ///< of an access
  std::uint32_t place = 0;    ///< number of the basic block, the access or the barrier in the code
  std::uint16_t bytes = 0;    ///< of an access
  std::uint8_t kind = block;
  std::uint8_t space = 0;  ///< of an access: a value of MemorySpace
};

/// All steps of one thread, in their order.
using LaneTrace = std::vector<TraceStep>;

}  // namespace livewarp::emulator
