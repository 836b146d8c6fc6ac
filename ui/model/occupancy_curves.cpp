#include "ui/model/occupancy_curves.h"

namespace livewarp::ui {

namespace {

constexpr std::size_t shared_step = 256;  // no GPU gives it in finer parts that matter here

}  // namespace

std::size_t most_shared(const OccupancyGpu& gpu) {
  return gpu.limits.shared_bytes - gpu.limits.reserved_shared_per_block;
}

OccupancyCurves occupancy_curves(const OccupancyGpu& gpu, const OccupancyView& view,
                                 const WhatIf& what_if) {
  OccupancyCurves curves;
  const OccupancyBlock* const now = view.current();
  if (!now || !now->resources) return curves;
  for (const OccupancyBlock& block : view.blocks)
    curves.blocks.push_back(
        {double(block.threads),
         block.resources ? occupancy_figures(gpu, block, what_if).fits.warps : 0});
  WhatIf assumed = what_if;
  for (int registers = 1; registers <= gpu.limits.max_registers_per_thread; ++registers) {
    assumed.registers = registers;
    curves.registers.push_back(
        {double(registers), occupancy_figures(gpu, *now, assumed).fits.warps});
  }
  assumed = what_if;
  for (std::size_t bytes = 0; bytes <= most_shared(gpu); bytes += shared_step) {
    assumed.shared = bytes;
    const int warps = occupancy_figures(gpu, *now, assumed).fits.warps;
    const bool last = bytes + shared_step > most_shared(gpu);
    if (curves.shared.empty() || curves.shared.back().warps != warps || last)
      curves.shared.push_back({double(bytes), warps});
  }
  return curves;
}

}  // namespace livewarp::ui
