#include "app/explain/roofline_table.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/telemetry/json_number.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

double in_unit(const ui::Roof& roof) {
  return roof.value / (roof.unit.starts_with("T") ? 1e12 : 1e9);
}

std::string three(double value) { return plain_number(value, 3); }

std::vector<std::string> cells_of(const ui::RoofPoint& point, ui::BytesOf bytes) {
  const auto& intensity = point.by(bytes);
  if (!intensity) return {missing, missing, ""};
  const double share = point.share(bytes);
  return {three(intensity->bytes / point.seconds / 1e9), three(intensity->value),
          share > 0 ? fmt::format("{:.0f} % of {}", 100 * share, intensity->roof) : ""};
}

/// Those of counters only where somebody has read some.
std::vector<ui::BytesOf> shown_bytes(const ui::Roofline& roofline) {
  std::vector<ui::BytesOf> shown;
  for (const ui::BytesOf bytes : ui::all_bytes)
    if (bytes != ui::BytesOf::measured ||
        std::ranges::any_of(roofline.points,
                            [&](const auto& point) { return point.by(bytes).has_value(); }))
      shown.push_back(bytes);
  return shown;
}

Json point_json(const ui::RoofPoint& point) {
  Json json{{"variant", point.variant},
            {"launch", to_json(point.choice.launch)},
            {"problem", to_json(point.choice.problem)},
            {"seconds", json_number(point.seconds)},
            {"performance", json_number(point.performance)},
            {"intensities", Json::array()}};
  for (const ui::BytesOf bytes : ui::all_bytes) {
    const auto& intensity = point.by(bytes);
    if (!intensity) continue;
    const bool known = intensity->attainable > 0;
    json["intensities"].push_back(
        {{"bytes_of", name_of(bytes)},
         {"origin", origin_of(bytes)},
         {"level", name_of(intensity->level)},
         {"bytes", json_number(intensity->bytes)},
         {"bandwidth", json_number(intensity->bytes / point.seconds)},
         {"intensity", json_number(intensity->value)},
         {"roof", known ? Json(intensity->roof) : Json()},
         {"attainable", known ? json_number(intensity->attainable) : Json()},
         {"share", known ? json_number(point.share(bytes)) : Json()}});
  }
  return json;
}

}  // namespace

std::string roofs_table(const ui::Roofline& roofline) {
  TextTable table({{"roof"}, {"value", ColumnAlign::right}, {"unit"}, {"level"}, {"method"}});
  for (const ui::Roof& roof : roofline.roofs)
    table.add({roof.label, plain_number(in_unit(roof), 4), roof.unit,
               std::string(name_of(roof.level)), roof.method});
  return table.text();
}

std::string points_table(const ui::Roofline& roofline) {
  const std::string rate = "G" + roofline.operation + (roofline.arithmetic ? "/s" : "s/s");
  std::vector<TextTable::Column> columns{
      {"variant"}, {"median ms", ColumnAlign::right}, {rate, ColumnAlign::right}};
  const std::vector<ui::BytesOf> shown = shown_bytes(roofline);
  for (const ui::BytesOf bytes : shown) {
    columns.push_back({std::string(name_of(bytes)) + " GB/s", ColumnAlign::right});
    columns.push_back({roofline.operation + "/B", ColumnAlign::right});
    columns.push_back({std::string("of its roof (") + origin_of(bytes) + ")"});
  }
  TextTable table(std::move(columns));
  for (const ui::RoofPoint& point : roofline.points) {
    std::vector<std::string> cells{point.variant, three(1000 * point.seconds),
                                   three(point.performance / 1e9)};
    for (const ui::BytesOf bytes : shown)
      for (std::string& cell : cells_of(point, bytes)) cells.push_back(std::move(cell));
    table.add(std::move(cells));
  }
  return table.text();
}

Json to_json(const ui::Roofline& roofline) {
  Json json{{"device", roofline.device},
            {"operation", roofline.operation},
            {"roofs", Json::array()},
            {"points", Json::array()}};
  for (const ui::Roof& roof : roofline.roofs)
    json["roofs"].push_back({{"id", roof.id},
                             {"label", roof.label},
                             {"level", roof.slanted() ? Json(name_of(roof.level)) : Json()},
                             {"value", json_number(roof.value)},
                             {"value_in_unit", json_number(in_unit(roof))},
                             {"unit", roof.unit},
                             {"method", roof.method}});
  for (const ui::RoofPoint& point : roofline.points) json["points"].push_back(point_json(point));
  return json;
}

}  // namespace livewarp
