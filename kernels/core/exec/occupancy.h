#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/exec/exec.h"

namespace livewarp {

/// Per-multiprocessor limits of a compute capability (CUDA programming guide, table of technical
/// specifications per compute capability).
struct SmLimits {
  int compute = 0;  ///< 90 = 9.0
  int warps = 0, blocks = 0, registers = 0;
  std::size_t shared_bytes = 0, reserved_shared_per_block = 0;
  int register_granule = 256;        ///< registers are given to a warp in multiples of this
  std::size_t shared_granule = 128;  ///< shared memory is given to a block in multiples of this
  int max_registers_per_thread = 255;
};
std::optional<SmLimits> sm_limits(int compute);
const std::vector<SmLimits>& known_sm_limits();

/// What one kernel uses.
struct KernelResources {
  int registers = 0;  ///< per thread
  std::size_t static_shared = 0;
  std::size_t local_bytes = 0;  ///< per thread: spills and indexed arrays
  int max_threads = 1024;
};

/// How many blocks one of a multiprocessor's limits lets stay, were it the only one.
struct OccupancyBound {
  int blocks = 0;
  const char* limiter = "";  ///< "warps", "blocks", "registers", "shared memory"
};
/// All four, in that order.
std::vector<OccupancyBound> occupancy_bounds(const SmLimits& limits, const KernelResources& kernel,
                                             int block_threads, std::size_t dynamic_shared);

struct Occupancy {
  int blocks = 0;  ///< resident per multiprocessor
  int warps = 0;
  double share = 0;     ///< of the warps that fit
  std::string limiter;  ///< what lets fewest stay, the first of those that are alike
};
Occupancy occupancy(const SmLimits& limits, const KernelResources& kernel, int block_threads,
                    std::size_t dynamic_shared);

/// Bytes that a multiprocessor has in flight at most (Little's law), where its resident threads
/// wait for all that they ask for at once: so many of `requested_bytes`, which all threads of the
/// grid share. Nothing where a thread has fewer registers than that would take, as one that loops
/// has, or where nothing is requested.
std::optional<double> bytes_in_flight(const Occupancy& occupancy, const KernelResources& kernel,
                                      std::int64_t grid_blocks, int block_threads,
                                      double requested_bytes);

/// Throws `Error`, with the numbers, where the present GPU gives no block of a kernel as much
/// shared memory as its own (static, and `dynamic` bytes) and `reserved` bytes together.
void require_shared(const KernelRef& kernel, std::size_t dynamic, std::size_t reserved);

/// Asks the driver about a compiled kernel. Throw `Error` without CUDA.
KernelResources kernel_resources(const KernelRef& kernel);
int driver_occupancy_blocks(const KernelRef& kernel, int block_threads, std::size_t dynamic_shared);

}  // namespace livewarp
