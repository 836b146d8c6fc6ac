#include "ui/model/occupancy_curves.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "kernels/core/base/text.h"
#include "kernels/core/model/precision.h"
#include "kernels/core/workload/shared_reserve.h"
#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

constexpr std::size_t shared_step = 256;  // no GPU gives it in finer parts that matter here

constexpr std::size_t sector_bytes = 32;
constexpr unsigned lanes = 32;

}  // namespace

int sectors_of_warp(const Dim3& block, std::size_t element_bytes) {
  std::set<std::pair<unsigned, std::size_t>> touched;  // row, and sector within it
  for (unsigned lane = 0; lane < std::min<std::uint64_t>(lanes, block.count()); ++lane) {
    const unsigned row = lane / block.x;
    const std::size_t first = lane % block.x * element_bytes;
    for (std::size_t byte = first; byte < first + element_bytes; ++byte)
      touched.insert({row, byte / sector_bytes});
  }
  return int(touched.size());
}

std::vector<ShapeOfBlock> shapes_of_threads(const OccupancyView& view) {
  std::vector<ShapeOfBlock> shapes;
  const OccupancyBlock* const now = view.current();
  if (!now) return shapes;
  const std::size_t bytes = bytes_of(precision_of(view.request.choice.launch));
  for (std::size_t i = 0; i < view.blocks.size(); ++i) {
    if (view.blocks[i].threads != now->threads) continue;
    shapes.push_back({i, sectors_of_warp(parse_dim(view.blocks[i].block), bytes)});
  }
  std::ranges::stable_sort(shapes, std::greater<>(), [&](const ShapeOfBlock& shape) {
    return parse_dim(view.blocks[shape.at].block).x;
  });
  return shapes;
}

bool has_shapes(const OccupancyView& view) {
  return std::ranges::any_of(view.blocks, [](const OccupancyBlock& block) {
    return block.block.find('x') != std::string::npos;
  });
}

std::string shape_words(const OccupancyView& view, const std::vector<ShapeOfBlock>& shapes,
                        const std::vector<double>& ms) {
  if (shapes.size() < 2) return {};
  const auto name = [&](std::size_t i) { return view.blocks[shapes[i].at].block; };
  std::size_t least = 0, most = 0;
  for (std::size_t i = 1; i < shapes.size(); ++i) {
    if (shapes[i].sectors < shapes[least].sectors) least = i;
    if (shapes[i].sectors >= shapes[most].sectors) most = i;
  }
  const double ratio = double(shapes[most].sectors) / shapes[least].sectors;
  std::string words = "Sectors of a warp (model): " + name(most) + " takes " +
                      significant(ratio, 2) + "\u00d7 as long as " + name(least);
  if (most < ms.size() && ms[most] > 0 && ms[least] > 0)
    words += "; measured " + significant(ms[most] / ms[least], 2) + "\u00d7";
  return words + ".";
}

std::vector<WarpTime> warp_times(const OccupancyGpu& gpu, const OccupancyView& view,
                                 const std::map<std::string, double>& times,
                                 double requested_bytes) {
  constexpr std::size_t kib = 1024;
  std::vector<WarpTime> all;
  const OccupancyBlock* const now = view.current();
  if (!now || !now->resources) return all;
  const std::size_t own = now->dynamic_shared - reserved_shared(view.request.choice.launch);
  for (const auto& [text, ms] : times) {
    WarpTime time{.ms = ms};
    if (!read_integer(text, time.reserved)) continue;
    OccupancyBlock block = *now;
    block.dynamic_shared = own + std::size_t(time.reserved) * kib;
    const Occupancy fits = occupancy_figures(gpu, block).fits;
    time.warps = fits.warps;
    time.in_flight =
        bytes_in_flight(fits, *now->resources, now->grid, now->threads, requested_bytes);
    if (time.warps > 0) all.push_back(time);
  }
  std::ranges::sort(all, {}, &WarpTime::reserved);
  return all;
}

std::string warp_words(const std::vector<WarpTime>& times) {
  constexpr double alike = 1.1;  // 90 % of the speed
  if (times.empty()) return {};
  const auto [fewest, most] = std::ranges::minmax_element(times, {}, &WarpTime::warps);
  if (fewest->warps == most->warps) return {};
  const double best = std::ranges::min_element(times, {}, &WarpTime::ms)->ms;
  const WarpTime* enough = nullptr;
  for (const WarpTime& time : times)
    if (time.ms <= alike * best && (!enough || time.warps < enough->warps)) enough = &time;
  std::string words = "Measured: " + grouped(enough->warps) + " warps a multiprocessor";
  if (enough->in_flight)
    words += ", at most " + memory_size(std::size_t(*enough->in_flight)) + " in flight (model),";
  words += " are enough for 90\u00a0% of the speed; " + grouped(fewest->warps) + " take " +
           significant(fewest->ms / best, 3) + "\u00d7 as long as the fastest.";
  return words;
}

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
