#include <algorithm>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/lab/transfer_report.h"
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

/// A row a size, a time and a rate for each way.
FindingsTable size_table(const TransferResults& results, TransferKind kind) {
  const std::vector<TransferWay> ways = ways_in(results, kind);
  const TransferKindInfo& info = info_of(kind);
  FindingsTable table{std::string(info.label) + ": " + info.method, {{"size"}}, {}};
  for (const TransferWay way : ways) {
    table.columns.push_back({info_of(way).label});
    table.columns.push_back({"GB/s"});
  }
  table.columns.push_back({"page faults"});
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
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string link_share(const TransferResults& results, const TransferPoint& best) {
  if (!info_of(best.kind).needs_gpu || !results.link.link) return {};
  const double limit =
      results.link.link->bytes_per_second() * (best.way == TransferWay::both ? 2 : 1);
  return fmt::format("{:.1f} %", 100 * best.bytes_per_second() / limit);
}

/// The best of each curve, and where half of it is reached.
FindingsTable best_table(const TransferResults& results) {
  FindingsTable table{"The best of each",
                      {{"memory", false},
                       {"way", false},
                       {"best GB/s"},
                       {"at"},
                       {"half of it from"},
                       {"of the link"}},
                      {}};
  for (const TransferKind kind : kinds_in(results))
    for (const TransferWay way : ways_in(results, kind)) {
      const TransferKnee knee = knee_of(curve_of(results.points, kind, way));
      if (!knee.best) continue;
      table.rows.push_back({info_of(kind).label, info_of(way).label,
                            plain_number(knee.best->bytes_per_second() / transfer_giga, 3),
                            memory_size(knee.best->bytes), memory_size(knee.half->bytes),
                            link_share(results, *knee.best)});
    }
  return table;
}

std::string link_text(const TransferResults& results) {
  const bool any = std::ranges::any_of(
      results.points, [](const TransferPoint& point) { return info_of(point.kind).needs_gpu; });
  if (!any) return {};
  if (!results.link.link) return "Link: not known: " + results.link.why_absent;
  return fmt::format("Link: {}, {} GB/s each way at most, headers of packets among it",
                     results.link.link->text(),
                     plain_number(results.link.link->bytes_per_second() / transfer_giga, 3));
}

double best_rate(const TransferResults& results, TransferKind kind, TransferWay way) {
  const TransferKnee knee = knee_of(curve_of(results.points, kind, way));
  return knee.best ? knee.best->bytes_per_second() / transfer_giga : 0;
}

/// What page-locked memory gains, and from which size on.
std::vector<std::string> verdict_of(const TransferResults& results) {
  std::vector<std::string> verdict;
  constexpr auto way = TransferWay::to_gpu;
  const TransferKnee pinned = knee_of(curve_of(results.points, TransferKind::pinned, way));
  const double pageable = best_rate(results, TransferKind::pageable, way);
  if (pinned.best) {
    const double rate = pinned.best->bytes_per_second() / transfer_giga;
    std::string text = "Page-locked memory reaches " + plain_number(rate, 3) + " GB/s to the GPU";
    if (pageable > 0)
      text += ", pageable memory " + plain_number(pageable, 3) + ": " +
              plain_number(rate / pageable, 2) + " times as fast";
    verdict.push_back(text + ". Half of it is reached from " + memory_size(pinned.half->bytes) +
                      " on: below, what a copy costs to begin decides.");
  }
  const double copy = best_rate(results, TransferKind::copy, TransferWay::host),
               touch = best_rate(results, TransferKind::touch, TransferWay::host);
  if (copy > 0 && touch > 0)
    verdict.push_back("On the host memcpy moves " + plain_number(copy, 3) +
                      " GB/s at best; the first touch of fresh pages, which the system must find "
                      "and clear, " +
                      plain_number(touch, 3) + ".");
  if (std::string link = link_text(results); !link.empty()) verdict.push_back(std::move(link));
  return verdict;
}

/// Points that one reason keeps from a time: "pinned: 512 MiB, 1 GiB".
struct LeftOut {
  TransferKind kind;
  std::string reason;
  bool wrong = false;
  std::vector<std::size_t> sizes;
};

std::vector<std::string> left_out_of(const TransferResults& results) {
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
  std::vector<std::string> lines;
  for (const LeftOut& one : all) {
    std::string text = one.wrong ? "Wrong: " : "Left out: ";
    text += std::string(info_of(one.kind).label) + ", " + memory_size(one.sizes.front());
    if (one.sizes.size() > 1)
      text += (one.sizes.size() > 2 ? " \u2026 " : ", ") + memory_size(one.sizes.back());
    lines.push_back(text + ": " + one.reason);
  }
  return lines;
}

std::string no_gpu_text(const TransferResults& results) {
  if (results.without_gpu.empty()) return {};
  std::vector<std::string> labels;
  for (const TransferKind kind : results.without_gpu) labels.emplace_back(info_of(kind).id);
  return "Need a GPU: " + joined(labels) + ": " + results.no_gpu;
}

}  // namespace

Findings transfer_findings(const TransferResults& results) {
  Findings findings;
  findings.setting = results.setting;
  if (FindingsTable best = best_table(results); !best.rows.empty())
    findings.tables.push_back(std::move(best));
  for (const TransferKind kind : kinds_in(results))
    if (FindingsTable table = size_table(results, kind); !table.rows.empty())
      findings.tables.push_back(std::move(table));
  findings.verdict = verdict_of(results);
  findings.graphs = transfer_graphs(results);
  findings.left_out = left_out_of(results);
  if (std::string text = no_gpu_text(results); !text.empty())
    findings.left_out.push_back(std::move(text));
  findings.wrong = std::ranges::any_of(results.points, &TransferPoint::wrong);
  findings.partial = results.interrupted;
  return findings;
}

}  // namespace livewarp
