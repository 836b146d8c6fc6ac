#pragma once

#include <optional>
#include <string>

namespace livewarp {

/// What a GPU's hardware counters say of one time step: sums over its launches, an average for the
/// occupancy. Absent: this GPU or this driver has no such counter.
struct CounterReading {
  std::optional<double> dram_bytes;  ///< read and written by the GPU's memory
  std::optional<double> l2_bytes;    ///< that the second cache was asked for, by 32-byte sectors
  /// By global loads, stores and atomics, and by textures: sectors of the first cache times 32.
  std::optional<double> global_bytes;
  std::optional<double> shared_wavefronts;
  std::optional<double> instructions;        ///< executed by warps
  std::optional<double> achieved_occupancy;  ///< active warps of those that a multiprocessor holds
};

/// A reading, or why there is none: one line, and what an administrator does about it.
struct CounterResult {
  std::optional<CounterReading> reading;
  std::string why_absent, advice;
};

}  // namespace livewarp
