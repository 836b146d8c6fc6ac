#include "app/explain/occupancy_table.h"

#include <cmath>

#include <fmt/format.h>

#include "app/base/table.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

using ui::OccupancyFigures;

std::string share_text(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string bytes_text(std::size_t bytes) { return grouped(std::int64_t(bytes)); }

std::string spills_text(const OccupancyFigures& figures) {
  return figures.local_bytes > 0 ? bytes_text(figures.local_bytes) + " B of local memory a thread"
                                 : "no spills";
}

TextTable::Column right(const std::string& heading) { return {heading, ColumnAlign::right}; }

std::vector<std::string> cells_of(const OccupancyFigures& figures) {
  return {grouped(figures.registers),  bytes_text(figures.shared),     grouped(figures.fits.blocks),
          grouped(figures.fits.warps), share_text(figures.fits.share), limiter_words(figures)};
}

TextTable table_of(std::vector<TextTable::Column> first) {
  for (const char* const heading : {"registers", "shared B", "blocks", "warps", "occupancy"})
    first.push_back(right(heading));
  first.push_back({"limited by"});
  return TextTable(std::move(first));
}

/// What a multiprocessor has of each, as its limit is given.
std::string all_of(const SmLimits& limits, const std::string& limiter) {
  if (limiter == "warps") return grouped(limits.warps) + " warps";
  if (limiter == "blocks") return grouped(limits.blocks) + " blocks";
  if (limiter == "registers") return grouped(limits.registers) + " registers";
  return bytes_text(limits.shared_bytes) + " B";
}

std::string what_if_text(const ui::WhatIf& what_if) {
  std::vector<std::string> assumed;
  if (what_if.registers) assumed.push_back(grouped(*what_if.registers) + " registers a thread");
  if (what_if.shared)
    assumed.push_back(bytes_text(*what_if.shared) + " B of shared memory a block");
  return assumed.empty() ? "" : "assumed instead: " + joined(assumed) + "\n";
}

Json figures_json(const OccupancyFigures& figures) {
  return {{"registers", figures.registers},       {"shared_bytes", figures.shared},
          {"blocks_per_sm", figures.fits.blocks}, {"warps_per_sm", figures.fits.warps},
          {"occupancy", figures.fits.share},      {"limiter", limiter_words(figures)}};
}

}  // namespace

std::string occupancy_text(const ui::OccupancyView& view, const ui::OccupancyGpu& gpu,
                           const ui::WhatIf& what_if) {
  const ui::OccupancyBlock& block = *view.current();
  const OccupancyFigures made = occupancy_figures(gpu, block);
  const OccupancyFigures figures = occupancy_figures(gpu, block, what_if);
  std::string text = "kernel " + block.kernel + ": " + grouped(made.registers) +
                     " registers a thread, " + bytes_text(made.shared) +
                     " B of shared memory a block, " + spills_text(made) + "\nby " + view.code +
                     "\n" + what_if_text(what_if) + "\noccupancy " +
                     share_text(figures.fits.share) + ": " + resident_words(gpu, figures) + "\n";
  if (const std::string words = waves_words(figures, gpu); !words.empty()) text += words + "\n";
  TextTable table({{"a multiprocessor has"}, right("lets stay"), {""}});
  for (const OccupancyBound& bound : figures.bounds)
    table.add({all_of(gpu.limits, bound.limiter),
               grouped(bound.blocks) + (bound.blocks == 1 ? " block" : " blocks"),
               bound.blocks == figures.fits.blocks ? "limits" : ""});
  return text + "\n" + table.text();
}

std::string occupancy_table(const ui::OccupancyView& view, const ui::OccupancyGpu& gpu,
                            const ui::WhatIf& what_if) {
  TextTable table = table_of({right("block")});
  for (const ui::OccupancyBlock& block : view.blocks) {
    if (!block.resources) continue;
    std::vector<std::string> cells = cells_of(occupancy_figures(gpu, block, what_if));
    cells.insert(cells.begin(), block.block);
    table.add(std::move(cells));
  }
  return table.text();
}

std::string occupancy_overview(const std::vector<ui::OccupancyView>& views,
                               const ui::OccupancyGpu& gpu, const ui::WhatIf& what_if) {
  TextTable table = table_of({{"variant"}, right("block")});
  std::string refused;
  for (const ui::OccupancyView& view : views) {
    const std::string& variant = view.request.choice.variant;
    if (!view.refusal.empty()) {
      refused += variant + ": " + view.refusal + "\n";
      continue;
    }
    std::vector<std::string> cells = cells_of(occupancy_figures(gpu, *view.current(), what_if));
    cells.insert(cells.begin(), {variant, view.current()->block});
    table.add(std::move(cells));
  }
  return table.text() + (refused.empty() ? "" : "\n" + refused);
}

Json to_json(const ui::OccupancyView& view, const ui::OccupancyGpu& gpu,
             const ui::WhatIf& what_if) {
  Json json{{"variant", view.request.choice.variant},
            {"launch", to_json(view.request.choice.launch)},
            {"problem", to_json(view.request.choice.problem)}};
  if (!view.refusal.empty()) {
    json["refusal"] = view.refusal;
    return json;
  }
  const ui::OccupancyBlock& now = *view.current();
  const OccupancyFigures figures = occupancy_figures(gpu, now, what_if);
  json["kernel"] = now.kernel;
  json["code"] = view.code;
  json["what_if"] = what_if.any();
  json["local_bytes"] = figures.local_bytes;
  json["block"] = now.block;
  json.update(figures_json(figures));
  for (const OccupancyBound& bound : figures.bounds)
    json["limits"].push_back({{"limiter", bound.limiter}, {"blocks_per_sm", bound.blocks}});
  json["waves"] = nullptr;
  if (const auto& waves = figures.waves)
    json["waves"] = {{"blocks", waves->blocks},
                     {"places", waves->places},
                     {"full", waves->full},
                     {"tail", waves->tail},
                     {"filled", waves->filled()}};
  json["blocks"] = Json::array();
  for (const ui::OccupancyBlock& block : view.blocks) {
    if (!block.resources) continue;
    Json entry{{"block", block.block}, {"threads", block.threads}, {"kernel", block.kernel}};
    entry.update(figures_json(occupancy_figures(gpu, block, what_if)));
    json["blocks"].push_back(std::move(entry));
  }
  return json;
}

Json to_json(const ui::OccupancyGpu& gpu) {
  const SmLimits& limits = gpu.limits;
  Json json{{"compute_capability", compute_text(limits.compute)},
            {"name", gpu.name},
            {"present", gpu.present},
            {"multiprocessors", nullptr},
            {"warps", limits.warps},
            {"blocks", limits.blocks},
            {"registers", limits.registers},
            {"shared_bytes", limits.shared_bytes}};
  if (gpu.multiprocessors > 0) json["multiprocessors"] = gpu.multiprocessors;
  return json;
}

}  // namespace livewarp
