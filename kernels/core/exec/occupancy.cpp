#include "kernels/core/exec/occupancy.h"

#include <algorithm>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr int warp_threads = 32;
constexpr std::size_t kib = 1024;

constexpr std::size_t round_up(std::size_t value, std::size_t granule) {
  return (value + granule - 1) / granule * granule;
}

int warps_of(int threads) { return (threads + warp_threads - 1) / warp_threads; }

/// A multiprocessor has four schedulers; a warp's registers come from its own scheduler's quarter.
constexpr int schedulers = 4;

int blocks_by_registers(const SmLimits& limits, int registers, int block_warps) {
  if (registers == 0) return limits.blocks;
  if (registers > limits.max_registers_per_thread) return 0;
  const auto per_warp =
      int(round_up(std::size_t(registers) * warp_threads, std::size_t(limits.register_granule)));
  const int warps = limits.registers / schedulers / per_warp * schedulers;
  return warps / block_warps;
}

int blocks_by_shared(const SmLimits& limits, std::size_t bytes) {
  const std::size_t most = limits.shared_bytes - limits.reserved_shared_per_block;
  if (bytes > most) return 0;
  const std::size_t per_block =
      round_up(bytes + limits.reserved_shared_per_block, limits.shared_granule);
  if (per_block == 0) return limits.blocks;
  return int(limits.shared_bytes / per_block);
}

}  // namespace

const std::vector<SmLimits>& known_sm_limits() {
  // compute, warps, blocks, registers, shared, reserved a block
  static const std::vector<SmLimits> table{
      {75, 32, 16, 65536, 64 * kib, 0, 256, 256}, {80, 64, 32, 65536, 164 * kib, kib},
      {86, 48, 16, 65536, 100 * kib, kib},        {87, 48, 16, 65536, 164 * kib, kib},
      {89, 48, 24, 65536, 100 * kib, kib},        {90, 64, 32, 65536, 228 * kib, kib},
      {100, 64, 32, 65536, 228 * kib, kib},       {103, 64, 32, 65536, 228 * kib, kib},
      {120, 48, 24, 65536, 100 * kib, kib},       {121, 48, 24, 65536, 100 * kib, kib},
  };
  return table;
}

std::optional<SmLimits> sm_limits(int compute) {
  for (const SmLimits& limits : known_sm_limits())
    if (limits.compute == compute) return limits;
  return {};
}

std::vector<OccupancyBound> occupancy_bounds(const SmLimits& limits, const KernelResources& kernel,
                                             int block_threads, std::size_t dynamic_shared) {
  if (block_threads < 1) throw Error("block " + grouped(block_threads) + ": must be 1 or more");
  const int block_warps = warps_of(block_threads);
  const bool too_large = block_threads > std::min(kernel.max_threads, 1024);
  return {{too_large ? 0 : limits.warps / block_warps, "warps"},
          {limits.blocks, "blocks"},
          {blocks_by_registers(limits, kernel.registers, block_warps), "registers"},
          {blocks_by_shared(limits, kernel.static_shared + dynamic_shared), "shared memory"}};
}

Occupancy occupancy(const SmLimits& limits, const KernelResources& kernel, int block_threads,
                    std::size_t dynamic_shared) {
  const std::vector<OccupancyBound> bounds =
      occupancy_bounds(limits, kernel, block_threads, dynamic_shared);
  const OccupancyBound& least = *std::ranges::min_element(bounds, {}, &OccupancyBound::blocks);
  Occupancy result;
  result.blocks = least.blocks;
  result.warps = least.blocks * warps_of(block_threads);
  result.share = double(result.warps) / limits.warps;
  result.limiter = least.limiter;
  return result;
}

std::optional<double> bytes_in_flight(const Occupancy& occupancy, const KernelResources& kernel,
                                      std::int64_t grid_blocks, int block_threads,
                                      double requested_bytes) {
  constexpr double register_bytes = 4;
  const double threads = double(grid_blocks) * block_threads;
  if (threads <= 0 || requested_bytes <= 0) return {};
  const double each = requested_bytes / threads;
  if (each > register_bytes * kernel.registers) return {};
  return each * block_threads * occupancy.blocks;
}

}  // namespace livewarp
