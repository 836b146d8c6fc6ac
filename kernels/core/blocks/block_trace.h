#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/base/dim.h"

/// Where and when the blocks of a launch ran, and what that says of it.
namespace livewarp {

/// One block of a launch.
struct BlockRecord {
  std::int64_t block = 0;  ///< index in the grid, x first
  int multiprocessor = 0;
  double begin = 0, end = 0;  ///< since the first block began, in the trace's unit
};

struct BlockTrace {
  std::string kernel;
  Dim3 grid, block;
  int multiprocessors = 0;  ///< of the GPU
  /// Blocks for which it has places at a time, by the occupancy; 0: not known.
  std::int64_t places = 0;
  /// Nobody timed it: blocks are dealt to multiprocessors in turn, all take the same time, and that
  /// is the unit. Else times are in microseconds.
  bool predicted = false;
  double kernel_us = 0;  ///< of the plain kernel, by events around it, median; 0: not known
  double traced_us = 0;  ///< the same of the one that was traced: blocks that note take longer
  std::vector<BlockRecord> records;  ///< by block
};

/// The blocks of a grid as a GPU would take them if all lasted equally long: so many on a
/// multiprocessor at a time, the next wave once the one before has ended.
BlockTrace predicted_trace(std::string kernel, Dim3 grid, Dim3 block, int blocks_at_a_time,
                           int multiprocessors);

struct BlockFigures {
  double span = 0;  ///< from the first begin to the last end, in the trace's unit
  /// The same as a share of the kernel's time, by events around it; 0: that is not known.
  double of_kernel = 0;
  /// Blocks on the GPU at a time: of each multiprocessor the most that were there; those that there
  /// is room for where the grid does not fill it.
  std::int64_t places = 0;
  double waves = 0;                             ///< blocks over places
  std::int64_t blocks_min = 0, blocks_max = 0;  ///< that a multiprocessor ran, idle ones too
  double blocks_median = 0;
  double tail = 0;  ///< share of the span in which a multiprocessor has nothing more to do
  /// Busy time of the busiest multiprocessor over the mean of all; 1: all work equally long.
  double imbalance = 0;
};
/// Of a trace with at least one block and one multiprocessor; else nothing.
std::optional<BlockFigures> figures_of(const BlockTrace& trace);

/// One block in the row of its multiprocessor.
struct BlockBar {
  std::int64_t block = 0;
  int slot = 0;  ///< blocks that are there at a time have different ones
  double begin = 0, end = 0;
};
/// How a trace is drawn: a row a multiprocessor, in it its blocks by their begin.
struct BlockRows {
  std::vector<std::vector<BlockBar>> rows;
  int slots = 1;   ///< most blocks at a time
  double end = 0;  ///< of the last block
};
BlockRows rows_of(const BlockTrace& trace);

/// What a traced block notes (kernels/core/device/traced_block.cuh): the lower half of its
/// multiprocessor's cycles, which have no common zero.
struct RawBlock {
  std::uint32_t begin_cycle = 0, end_cycle = 0, multiprocessor = 0, unused = 0;
};
/// Those cycles and the clock that all multiprocessors share, read at one moment.
struct ClockReading {
  std::uint64_t ns = 0;
  std::uint32_t cycle = 0, multiprocessor = 0;
};
struct RawLaunch {
  std::vector<RawBlock> blocks;
  std::vector<ClockReading> readings;  ///< of each multiprocessor some before and some after it
};
/// Of longer launches the cycles do not fit.
inline constexpr double longest_traced_us = 1e6;
/// Both clocks together: the mean of a multiprocessor's readings tells when a cycle of its own was;
/// all have the same rate, fitted by least squares. Microseconds since the first begin. Throws
/// `Error` where the clocks do not count, or a multiprocessor's were not read.
std::vector<BlockRecord> records_of(const RawLaunch& raw);

}  // namespace livewarp
