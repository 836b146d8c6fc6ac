#include "app/lab/transfer_report.h"

#include <algorithm>
#include <bit>
#include <cctype>

#include "app/lab/option_list.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// The number before a unit, and what the unit multiplies it by; 0 for what is none.
std::size_t bytes_in(std::string text) {
  std::string unit;
  while (!text.empty() && std::isalpha(static_cast<unsigned char>(text.back()))) {
    unit.insert(unit.begin(), char(std::tolower(static_cast<unsigned char>(text.back()))));
    text.pop_back();
  }
  if (!unit.empty() && text.ends_with(' ')) text.pop_back();
  int shift = -1;
  if (unit.empty() || unit == "b") shift = 0;
  if (unit == "k" || unit == "kib") shift = 10;
  if (unit == "m" || unit == "mib") shift = 20;
  if (unit == "g" || unit == "gib") shift = 30;
  std::int64_t number = 0;
  const bool read = read_integer(ungrouped(text), number);
  if (!read || shift < 0 || number <= 0 || number > std::int64_t(most_transfer)) return 0;
  return std::size_t(number) << shift;
}

Json to_json(const TransferPoint& point) {
  Json json{{"kind", info_of(point.kind).id}, {"way", info_of(point.way).id}};
  json["bytes"] = point.bytes;
  json["pieces"] = point.pieces;
  const auto known = [&](double value) { return point.timed() ? Json(value) : Json(); };
  json["bytes_per_second"] = known(point.bytes_per_second());
  json["median_ms"] = known(point.ms.median);
  json["min_ms"] = known(point.ms.min);
  json["p05_ms"] = known(point.ms.p05);
  json["p95_ms"] = known(point.ms.p95);
  json["count"] = point.ms.count;
  json["in_a_row"] = point.in_a_row;
  json["held"] = point.held;
  json["page_faults"] = point.page_faults ? Json(*point.page_faults) : Json();
  json["wrong"] = point.wrong;
  json["why_not"] = point.why_not;
  return json;
}

}  // namespace

std::size_t parse_transfer_size(const std::string& text, const std::string& option) {
  const std::size_t bytes = bytes_in(text);
  if (!std::has_single_bit(bytes) || bytes < least_transfer || bytes > most_transfer)
    throw Error("--" + option + " " + printable(text) + ": must be a power of two, 1K \u2026 1G");
  return bytes;
}

std::vector<TransferKind> parse_transfer_kinds(const std::string& text) {
  std::vector<TransferKind> kinds;
  for (const std::string& part : list_parts(text)) {
    const TransferKindInfo* const kind = find_transfer_kind(part);
    if (!kind)
      throw Error("--kinds " + printable(part) + ": must be of " + list_ids(transfer_kinds()));
    add_once(kinds, kind->kind);
  }
  if (kinds.empty()) throw Error("--kinds: names none of " + list_ids(transfer_kinds()));
  return kinds;
}

std::vector<TransferWay> parse_transfer_ways(const std::string& text) {
  std::vector<TransferWay> ways;
  const auto offered = transfer_ways().first(3);  // the host's own is no way of a GPU
  for (const std::string& part : list_parts(text)) {
    const TransferWayInfo* const way = find_transfer_way(part);
    if (!way || way->way == TransferWay::host)
      throw Error("--ways " + printable(part) + ": must be of " + list_ids(offered));
    add_once(ways, way->way);
  }
  if (ways.empty()) throw Error("--ways: names none of " + list_ids(offered));
  return ways;
}

std::vector<const TransferPoint*> curve_of(const std::vector<TransferPoint>& points,
                                           TransferKind kind, TransferWay way) {
  std::vector<const TransferPoint*> curve;
  for (const TransferPoint& point : points)
    if (point.kind == kind && point.way == way) curve.push_back(&point);
  std::ranges::stable_sort(curve, {}, [](const TransferPoint* point) { return point->bytes; });
  return curve;
}

TransferKnee knee_of(const std::vector<const TransferPoint*>& curve) {
  TransferKnee knee;
  for (const TransferPoint* point : curve)
    if (point->timed() && (!knee.best || point->bytes_per_second() > knee.best->bytes_per_second()))
      knee.best = point;
  for (const TransferPoint* point : curve)
    if (point->timed() && 2 * point->bytes_per_second() >= knee.best->bytes_per_second()) {
      knee.half = point;
      break;
    }
  return knee;
}

Json to_json(const TransferResults& results) {
  Json json;
  const PciLinkFinding& link = results.link;
  json["link"] = link.link ? Json{{"name", link.link->text()},
                                  {"bytes_per_second", link.link->bytes_per_second()}}
                           : Json();
  json["no_link"] = link.why_absent;
  json["no_gpu"] = results.no_gpu;
  json["kinds"] = Json::array();
  for (const TransferKindInfo& kind : transfer_kinds())
    json["kinds"].push_back({{"id", kind.id}, {"label", kind.label}, {"method", kind.method}});
  json["points"] = Json::array();
  for (const TransferPoint& point : results.points) json["points"].push_back(to_json(point));
  json["interrupted"] = results.interrupted;
  return json;
}

std::string transfer_csv(const TransferResults& results) {
  const std::vector<std::string> columns{
      "kind",   "way",   "bytes",    "pieces", "bytes_per_second", "median_ms", "min_ms",
      "p95_ms", "count", "in_a_row", "held",   "page_faults",      "why_not"};
  std::string text;
  for (const std::string& column : columns) text += (text.empty() ? "" : ",") + column;
  text += "\r\n";
  for (const TransferPoint& point : results.points) {
    const Json json = to_json(point);
    std::string line;
    for (const std::string& column : columns)
      line += (column == columns.front() ? "" : ",") + csv_cell(json[column]);
    text += line + "\r\n";
  }
  return text;
}

}  // namespace livewarp
