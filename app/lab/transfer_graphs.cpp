#include <algorithm>
#include <array>
#include <string>

#include "app/lab/transfer_report.h"

namespace livewarp {

namespace {

/// "64K", as options have it: room for more than one on a narrow axis.
std::string short_size(std::size_t bytes) {
  constexpr std::array units{"", "K", "M", "G"};
  std::size_t unit = 0;
  for (; unit + 1 < units.size() && bytes % 1024 == 0; ++unit) bytes /= 1024;
  return std::to_string(bytes) + units[unit];
}

Curve measured_curve(const TransferResults& results, const TransferKindInfo& kind,
                     TransferWay way) {
  Curve curve{kind.label, CurveKind::bench, int(kind.kind), {}};
  for (const TransferPoint* point : curve_of(results.points, kind.kind, way)) {
    if (!point->timed()) continue;
    const double rate = point->bytes_per_second() / transfer_giga, ms = point->ms.median;
    curve.points.push_back({double(point->bytes), rate, rate * ms / point->ms.p95,
                            rate * ms / point->ms.p05, short_size(point->bytes)});
  }
  return curve;
}

/// From the least size to the greatest.
Curve limit_curve(const PciLink& link, TransferWay way, const std::vector<Curve>& measured) {
  const double limit = link.bytes_per_second() / transfer_giga * (way == TransferWay::both ? 2 : 1);
  std::vector<GraphPoint> ends;
  for (const Curve& curve : measured)
    for (const GraphPoint& point : {curve.points.front(), curve.points.back()})
      ends.push_back({point.x, limit, limit, limit, point.setting});
  const auto [first, last] = std::ranges::minmax_element(ends, {}, &GraphPoint::x);
  return {link.text(), CurveKind::bound, 0, {*first, *last}};
}

}  // namespace

std::vector<Graph> transfer_graphs(const TransferResults& results) {
  std::vector<Graph> graphs;
  for (const TransferWayInfo& way : transfer_ways()) {
    Graph graph;
    graph.title = std::string("Bandwidth ") + way.label;
    graph.x_label = "bytes";
    graph.rate_unit = "GB/s";
    graph.partial = results.interrupted;
    for (const TransferKindInfo& kind : transfer_kinds())
      if (Curve curve = measured_curve(results, kind, way.way); !curve.points.empty())
        graph.curves.push_back(std::move(curve));
    if (graph.curves.empty()) continue;
    if (results.link.link && way.way != TransferWay::host)
      graph.curves.push_back(limit_curve(*results.link.link, way.way, graph.curves));
    graphs.push_back(std::move(graph));
  }
  return graphs;
}

}  // namespace livewarp
