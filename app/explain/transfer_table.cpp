#include <algorithm>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/explain/transfer_report.h"
#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

std::vector<TransferKind> kinds_in(const TransferResults& results) {
  std::vector<TransferKind> kinds;
  for (const TransferPoint& point : results.points)
    if (std::ranges::find(kinds, point.kind) == kinds.end()) kinds.push_back(point.kind);
  return kinds;
}
std::vector<TransferWay> ways_in(const TransferResults& results, TransferKind kind) {
  std::vector<TransferWay> ways;
  for (const TransferWayInfo& way : transfer_ways())
    if (!curve_of(results.points, kind, way.way).empty()) ways.push_back(way.way);
  return ways;
}

/// A line a size, a time and a rate for each way.
std::string transfer_table(const TransferResults& results, TransferKind kind) {
  const std::vector<TransferWay> ways = ways_in(results, kind);
  std::vector<TextTable::Column> columns{{"size", ColumnAlign::right}};
  for (const TransferWay way : ways) {
    columns.push_back({info_of(way).label, ColumnAlign::right});
    columns.push_back({"GB/s", ColumnAlign::right});
  }
  columns.push_back({"page faults", ColumnAlign::right});
  TextTable table(columns);
  std::vector<std::size_t> sizes;
  for (const TransferPoint& point : results.points)
    if (point.kind == kind && point.timed()) sizes.push_back(point.bytes);
  std::ranges::sort(sizes);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  for (const std::size_t bytes : sizes) {
    std::vector<std::string> cells{memory_size(bytes)};
    std::string faults;
    for (const TransferWay way : ways) {
      const auto curve = curve_of(results.points, kind, way);
      const auto at = std::ranges::find(curve, bytes, &TransferPoint::bytes);
      const bool timed = at != curve.end() && (*at)->timed();
      cells.push_back(timed ? ui::time_text((*at)->ms.median) : missing);
      cells.push_back(timed ? plain_number((*at)->bytes_per_second() / transfer_giga, 3) : missing);
      if (timed && (*at)->page_faults) faults = grouped(*(*at)->page_faults);
    }
    cells.push_back(faults);
    table.add(std::move(cells));
  }
  if (table.empty()) return {};
  const TransferKindInfo& info = info_of(kind);
  return std::string(info.label) + ": " + info.method + "\n" + table.text() + "\n";
}

std::string link_share(const TransferResults& results, const TransferPoint& best) {
  if (!info_of(best.kind).needs_gpu || !results.link.link) return {};
  const double limit =
      results.link.link->bytes_per_second() * (best.way == TransferWay::both ? 2 : 1);
  return fmt::format("{:.1f} %", 100 * best.bytes_per_second() / limit);
}

/// The best of each curve, and where half of it is reached.
std::string best_table(const TransferResults& results) {
  TextTable table({{"memory"},
                   {"way"},
                   {"best GB/s", ColumnAlign::right},
                   {"at", ColumnAlign::right},
                   {"half of it from", ColumnAlign::right},
                   {"of the link", ColumnAlign::right}});
  for (const TransferKind kind : kinds_in(results))
    for (const TransferWay way : ways_in(results, kind)) {
      const TransferKnee knee = knee_of(curve_of(results.points, kind, way));
      if (!knee.best) continue;
      table.add({info_of(kind).label, info_of(way).label,
                 plain_number(knee.best->bytes_per_second() / transfer_giga, 3),
                 memory_size(knee.best->bytes), memory_size(knee.half->bytes),
                 link_share(results, *knee.best)});
    }
  return table.empty() ? std::string("Nothing was measured\n") : table.text();
}

std::string link_text(const TransferResults& results) {
  const bool any = std::ranges::any_of(
      results.points, [](const TransferPoint& point) { return info_of(point.kind).needs_gpu; });
  if (!any) return {};
  if (!results.link.link) return "Link: not known: " + results.link.why_absent + "\n";
  return fmt::format("Link: {}, {} GB/s each way at most, headers of packets among it\n",
                     results.link.link->text(),
                     plain_number(results.link.link->bytes_per_second() / transfer_giga, 3));
}

/// Points that one reason keeps from a time: "pinned: 512 MiB, 1 GiB".
struct LeftOut {
  TransferKind kind;
  std::string reason;
  bool wrong = false;
  std::vector<std::size_t> sizes;
};

std::string left_out_text(const TransferResults& results) {
  std::vector<LeftOut> all;
  for (const TransferPoint& point : results.points) {
    if (point.why_not.empty()) continue;
    const std::string reason =
        (point.wrong ? std::string(info_of(point.way).label) + ": " : "") + point.why_not;
    auto at = std::ranges::find_if(
        all, [&](const LeftOut& one) { return one.kind == point.kind && one.reason == reason; });
    if (at == all.end()) at = all.insert(all.end(), {point.kind, reason, point.wrong, {}});
    if (std::ranges::find(at->sizes, point.bytes) == at->sizes.end())
      at->sizes.push_back(point.bytes);
  }
  std::string text;
  for (const LeftOut& one : all) {
    text += one.wrong ? "Wrong: " : "Left out: ";
    text += std::string(info_of(one.kind).label) + ", " + memory_size(one.sizes.front());
    if (one.sizes.size() > 1)
      text += (one.sizes.size() > 2 ? " \u2026 " : ", ") + memory_size(one.sizes.back());
    text += ": " + one.reason + "\n";
  }
  return text;
}

std::string no_gpu_text(const TransferResults& results) {
  if (results.without_gpu.empty()) return {};
  std::vector<std::string> labels;
  for (const TransferKind kind : results.without_gpu) labels.emplace_back(info_of(kind).id);
  return "Need a GPU: " + joined(labels) + ": " + results.no_gpu + "\n";
}

}  // namespace

std::string transfer_text(const TransferResults& results) {
  std::string text;
  for (const TransferKind kind : kinds_in(results)) text += transfer_table(results, kind);
  return text + best_table(results) + link_text(results) + left_out_text(results) +
         no_gpu_text(results);
}

}  // namespace livewarp
