#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/base/machine.h"
#include "kernels/core/exec/waves.h"
#include "kernels/core/telemetry/counter_reading.h"
#include "ui/views/occupancy_view.h"

/// Occupancy in words and numbers, for the tab and the command line alike.
namespace livewarp::ui {

/// The GPU that a launch is looked at on.
struct OccupancyGpu {
  SmLimits limits;
  std::string name;         ///< "RTX 3060"
  int multiprocessors = 0;  ///< 0: not known
  bool present = false;     ///< in this machine
};
/// All that can be looked at: those of this machine, that in use first, then an example of each
/// architecture that none of them is.
std::vector<OccupancyGpu> occupancy_gpus(const Machine& machine, int device);
/// That in use; nothing without one, or where its limits are not known.
std::optional<OccupancyGpu> occupancy_gpu_in_use(const Machine& machine, int device);
/// "8.6 · RTX 3060"
std::string label_of(const OccupancyGpu& gpu);

/// What is assumed instead of what the compiler made.
struct WhatIf {
  std::optional<int> registers;       ///< a thread
  std::optional<std::size_t> shared;  ///< bytes a block, static and dynamic
  bool any() const { return registers || shared; }
  bool operator==(const WhatIf&) const = default;
};

/// What a launch keeps on a multiprocessor of `gpu`.
struct OccupancyFigures {
  int registers = 0;
  std::size_t shared = 0, local_bytes = 0;
  std::vector<OccupancyBound> bounds;  ///< warps, blocks, registers, shared memory
  Occupancy fits;
  std::optional<Waves> waves;
};
/// Of a block whose needs are known.
OccupancyFigures occupancy_figures(const OccupancyGpu& gpu, const OccupancyBlock& block,
                                   const WhatIf& what_if = {});

/// "registers", "warps, blocks and registers": what lets fewest blocks stay.
std::string limiter_words(const OccupancyFigures& figures);
/// "6 blocks, 48 of 64 warps, limited by registers"
std::string resident_words(const OccupancyGpu& gpu, const OccupancyFigures& figures);
/// "2 waves of 792 blocks, the last one 31 % full"; why there are none where that is not known.
std::string waves_words(const OccupancyFigures& figures, const OccupancyGpu& gpu);

/// "achieved 61 %, 0.81 of the theoretical, by hardware counters", or why that is not known.
std::string achieved_words(double theoretical, const std::optional<CounterResult>& counters);

/// What a block size gave, measured.
struct BlockSpeed {
  std::string block;
  double share = 0;  ///< its occupancy
  double ms = 0;     ///< a step
};
/// Whether the block of the highest occupancy is the fastest; empty for fewer than two.
std::string speed_words(const std::vector<BlockSpeed>& speeds);

}  // namespace livewarp::ui
