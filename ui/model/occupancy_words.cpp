#include "ui/model/occupancy_words.h"

#include <algorithm>
#include <utility>

#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

std::string count_of(std::int64_t count, const std::string& what) {
  return grouped(count) + " " + what + (count == 1 ? "" : "s");
}

std::optional<OccupancyGpu> present_one(const GpuInfo& gpu) {
  const std::optional<SmLimits> limits = sm_limits(gpu.major * 10 + gpu.minor);
  if (!limits) return {};
  return OccupancyGpu{*limits, gpu.name, gpu.multiprocessors, true};
}

}  // namespace

std::vector<OccupancyGpu> occupancy_gpus(const Machine& machine, int device) {
  std::vector<OccupancyGpu> all;
  const auto add_present = [&](const GpuInfo& gpu) {
    if (std::optional<OccupancyGpu> present = present_one(gpu)) all.push_back(std::move(*present));
  };
  if (const GpuInfo* const used = machine.gpu(device)) add_present(*used);
  for (const GpuInfo& gpu : machine.gpus)
    if (gpu.index != device) add_present(gpu);
  for (const SmLimits& limits : known_sm_limits()) {
    const bool is_present = std::ranges::any_of(all, [&](const OccupancyGpu& gpu) {
      return gpu.present && gpu.limits.compute == limits.compute;
    });
    const ExampleGpu* const example = example_gpu(limits.compute);
    if (!is_present && example)
      all.push_back({limits, example->name, example->multiprocessors, false});
  }
  return all;
}

std::optional<OccupancyGpu> occupancy_gpu_in_use(const Machine& machine, int device) {
  const GpuInfo* const used = machine.gpu(device);
  return used ? present_one(*used) : std::nullopt;
}

std::string label_of(const OccupancyGpu& gpu) {
  return compute_text(gpu.limits.compute) + " \u00b7 " + gpu.name;
}

OccupancyFigures occupancy_figures(const OccupancyGpu& gpu, const OccupancyBlock& block,
                                   const WhatIf& what_if) {
  KernelResources resources = block.resources.value_or(KernelResources{});
  std::size_t dynamic = block.dynamic_shared;
  if (what_if.registers) resources.registers = *what_if.registers;
  if (what_if.shared) {
    resources.static_shared = *what_if.shared;
    dynamic = 0;
  }
  OccupancyFigures figures;
  figures.registers = resources.registers;
  figures.shared = resources.static_shared + dynamic;
  figures.local_bytes = resources.local_bytes;
  figures.bounds = occupancy_bounds(gpu.limits, resources, block.threads, dynamic);
  figures.fits = occupancy(gpu.limits, resources, block.threads, dynamic);
  figures.waves = waves(block.grid, figures.fits.blocks, gpu.multiprocessors);
  return figures;
}

std::string limiter_words(const OccupancyFigures& figures) {
  std::vector<std::string> all;
  for (const OccupancyBound& bound : figures.bounds)
    if (bound.blocks == figures.fits.blocks) all.emplace_back(bound.limiter);
  const std::string last = all.back();
  all.pop_back();
  return all.empty() ? last : joined(all) + " and " + last;
}

std::string resident_words(const OccupancyGpu& gpu, const OccupancyFigures& figures) {
  if (figures.fits.blocks == 0) {
    const std::string& limiter = figures.fits.limiter;
    return "no block fits: " + (limiter == "warps" ? "more threads than the kernel may have"
                                                   : "too much of " + limiter);
  }
  return count_of(figures.fits.blocks, "block") + ", " + grouped(figures.fits.warps) + " of " +
         grouped(gpu.limits.warps) + " warps, limited by " + limiter_words(figures);
}

std::string waves_words(const OccupancyFigures& figures, const OccupancyGpu& gpu) {
  if (!figures.waves)
    return figures.fits.blocks == 0   ? ""
           : gpu.multiprocessors == 0 ? "waves: how many multiprocessors it has is not known"
                                      : "waves: the size of the grid is not known";
  const Waves& waves = *figures.waves;
  const std::string places = grouped(waves.places) + " blocks";
  if (waves.full == 0)
    return count_of(waves.blocks, "block") + " fill " + percent(waves.filled(), 2) +
           " of one wave of " + places;
  std::string words = count_of(waves.count(), "wave") + " of " + places;
  if (waves.tail == 0) return words + ", all full";
  return words + ", the last one " + percent(double(waves.tail) / double(waves.places), 2) +
         " full";
}

std::string achieved_words(double theoretical, const std::optional<CounterResult>& counters) {
  const std::string none = "achieved \u2014: ";
  if (!counters) return none + "hardware counters have not been read";
  if (!counters->reading)
    return none + counters->why_absent + (counters->advice.empty() ? "" : "; " + counters->advice);
  const std::optional<double> achieved = counters->reading->achieved_occupancy;
  if (!achieved) return none + "this GPU does not count active warps";
  std::string words = "achieved " + percent(*achieved);
  if (theoretical > 0) words += ", " + trimmed(*achieved / theoretical, 2) + " of the theoretical";
  return words + ", by hardware counters";
}

std::string speed_words(const std::vector<BlockSpeed>& speeds) {
  if (speeds.size() < 2) return {};
  const auto fastest = std::ranges::min_element(speeds, {}, &BlockSpeed::ms);
  // Of several with the highest occupancy the fastest speaks for it.
  const auto fullest =
      std::ranges::max_element(speeds, [](const BlockSpeed& a, const BlockSpeed& b) {
        return a.share != b.share ? a.share < b.share : a.ms > b.ms;
      });
  const std::string begin = "Measured: block " + fastest->block + ", " + percent(fastest->share) +
                            ", is the fastest of " + grouped(std::int64_t(speeds.size()));
  if (fullest->share == fastest->share) return begin + ": none has a higher occupancy.";
  return begin + "; block " + fullest->block + ", " + percent(fullest->share) + ", takes " +
         significant(fullest->ms / fastest->ms, 3) + "\u00d7 as long: occupancy is not speed.";
}

}  // namespace livewarp::ui
