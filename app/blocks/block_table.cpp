#include "app/blocks/block_table.h"

#include "ui/model/blocks_words.h"

namespace livewarp {

namespace {

Json extent_json(const RegionExtent& extent) {
  return {{"elements", extent.elements}, {"width", extent.width}, {"height", extent.height}};
}

Json regions_json(const BlockRegions& regions) {
  return {{"array", regions.array},
          {"width", regions.width},
          {"height", regions.height},
          {"first_block", extent_json(extent_of_block(regions, 0))},
          {"first_warp", extent_json(extent_of_warp(regions, 0, 0))},
          {"written_twice", regions.written_twice},
          {"counted_blocks", regions.counted_blocks}};
}

Json figures_json(const BlockTrace& trace) {
  const auto figures = figures_of(trace);
  if (!figures) return nullptr;
  Json json{{"multiprocessors", trace.multiprocessors},
            {"waves", figures->waves},
            {"places", figures->places},
            {"blocks_min", figures->blocks_min},
            {"blocks_median", figures->blocks_median},
            {"blocks_max", figures->blocks_max},
            {"tail", figures->tail},
            {"imbalance", figures->imbalance}};
  if (!trace.predicted)
    json.update({{"span_us", figures->span},
                 {"of_kernel", figures->of_kernel},
                 {"kernel_us", trace.kernel_us},
                 {"traced_us", trace.traced_us}});
  return json;
}

Json records_json(const BlockTrace& trace) {
  Json records = Json::array();
  for (const BlockRecord& record : trace.records)
    records.push_back({{"block", record.block},
                       {"multiprocessor", record.multiprocessor},
                       {"begin_us", record.begin},
                       {"end_us", record.end}});
  return records;
}

}  // namespace

std::string blocks_text(const ui::BlocksView& view) {
  std::string text = launch_words(view) + "\n" + region_words(view) + "\n";
  if (view.regions) text += counted_words(view) + "\n";
  if (!view.measured && !view.measured_reason.empty())
    text += "not measured: " + view.measured_reason + "\n";
  text += source_words(view) + "\n";
  if (!view.figures) return text;
  if (view.measured) text += ui::span_words(*view.measured, *view.figures) + "\n";
  return text + ui::waves_words(*view.figures) + "\n" + ui::balance_words(*view.figures) + "\n";
}

Json to_json(const ui::BlocksView& view) {
  Json json{{"variant", view.request.choice.variant},
            {"kernel", view.kernel},
            {"grid", to_text(view.grid)},
            {"block", to_text(view.block)}};
  if (view.regions)
    json["writes"] = regions_json(*view.regions);
  else
    json["writes_reason"] = view.regions_reason;
  if (view.measured) {
    json["measured"] = figures_json(*view.measured);
    json["measured"]["result"] = view.result;
    json["measured"]["records"] = records_json(*view.measured);
  } else {
    json["measured_reason"] = view.measured_reason;
  }
  if (view.predicted) {
    json["predicted"] = figures_json(*view.predicted);
    json["predicted"]["gpu"] = view.gpu;
    json["predicted"]["blocks_at_a_time"] = view.blocks_at_a_time;
  } else {
    json["predicted_reason"] = view.predicted_reason;
  }
  return json;
}

}  // namespace livewarp
