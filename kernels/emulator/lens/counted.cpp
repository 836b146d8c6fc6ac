#include "kernels/emulator/lens/counted.h"

#include <cstdint>

namespace livewarp::emulator {

namespace {

std::optional<double> mean(std::int64_t sum, std::int64_t count) {
  if (count == 0) return {};
  return double(sum) / double(count);
}

/// Of the accesses of one space and kind.
std::optional<double> mean_cost(const Lens& lens, MemorySpace space, AccessKind kind) {
  std::int64_t requests = 0, cost = 0;
  for (const KernelAccesses& kernel : lens.kernels)
    for (const LineAccesses& line : kernel.lines) {
      if (line.count.space != space || line.count.kind != kind) continue;
      requests += line.count.requests;
      cost += space == MemorySpace::constant ? line.count.addresses : line.count.sectors;
    }
  return mean(cost, requests);
}

/// Kernels without a loop are no part of it.
std::optional<double> rounds_of_a_warp(const Lens& lens) {
  std::int64_t rounds = 0, warps = 0;
  for (const KernelAccesses& kernel : lens.kernels)
    if (kernel.loop_rounds > 0) {
      rounds += kernel.loop_rounds;
      warps += kernel.warps;
    }
  return mean(rounds, warps);
}

std::optional<double> lanes_of_a_round(const Lens& lens) {
  std::int64_t rounds = 0, lanes = 0;
  for (const KernelAccesses& kernel : lens.kernels) {
    rounds += kernel.loop_rounds;
    lanes += kernel.loop_lanes;
  }
  return mean(lanes, rounds);
}

}  // namespace

std::optional<double> counted(const Lens& lens, Quantity quantity) {
  switch (quantity) {
  case Quantity::load_sectors: return mean_cost(lens, MemorySpace::global, AccessKind::read);
  case Quantity::store_sectors: return mean_cost(lens, MemorySpace::global, AccessKind::write);
  case Quantity::constant_addresses:
    return mean_cost(lens, MemorySpace::constant, AccessKind::read);
  case Quantity::active_lanes: return lanes_of_a_round(lens);
  case Quantity::loop_rounds: return rounds_of_a_warp(lens);
  case Quantity::cache_lines:
  case Quantity::dependent_operations: break;
  }
  return {};
}

}  // namespace livewarp::emulator
