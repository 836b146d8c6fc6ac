#include "app/lab/scaling_report.h"

#include <algorithm>
#include <set>

#include "app/base/table.h"
#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

/// The exchanges that were tried, in the order in which they come.
std::vector<Decomposition> exchanges_of(const ScalingResults& results) {
  std::vector<Decomposition> all;
  for (const ScalingPoint& point : results.points) {
    Decomposition one = point.parts;
    if (one.parts == 1) continue;
    one.parts = 1;
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  }
  return all;
}

std::set<int> counts_of(const ScalingResults& results) {
  std::set<int> counts;
  for (const ScalingPoint& point : results.points) counts.insert(point.parts.parts);
  return counts;
}

/// The point of that exchange and number of parts; a single part stands in for all exchanges.
const ScalingPoint* point_of(const ScalingResults& results, Decomposition exchange, int parts,
                             bool weak) {
  exchange.parts = parts;
  const auto found = std::ranges::find_if(results.points, [&](const ScalingPoint& point) {
    return point.parts == exchange && point.weak == weak;
  });
  if (found != results.points.end()) return &*found;
  return parts == 1 ? results.single() : nullptr;
}

FindingsTable efficiency_table(const ScalingResults& results, bool weak) {
  FindingsTable table{weak ? "Weak scaling: the problem grows with the parts; share of the ideal"
                           : "Strong scaling: the same problem in more parts; share of the ideal",
                      {{"exchange", false}},
                      {}};
  const std::set<int> counts = counts_of(results);
  for (const int count : counts)
    table.columns.push_back({std::to_string(count) + (count == 1 ? " part" : " parts")});
  for (const Decomposition& exchange : exchanges_of(results)) {
    std::vector<std::string> row{exchange_text(exchange)};
    bool any = false;
    for (const int count : counts) {
      const ScalingPoint* const point = point_of(results, exchange, count, weak);
      const double efficiency = point ? results.efficiency(*point) : 0;
      row.push_back(efficiency > 0 ? ui::fixed(efficiency, 3) : missing);
      any = any || (efficiency > 0 && count > 1);
    }
    if (any) table.rows.push_back(std::move(row));
  }
  return table;
}

std::string rate_text(double rate, const std::string& unit) {
  const ui::Quantity shown = ui::rate(rate, unit);
  return shown.number + " " + shown.unit;
}

FindingsTable times_table(const ScalingResults& results) {
  FindingsTable table{"What was measured",
                      {{"problem", false}, {"parts"}, {"exchange", false}, {"step"}, {"rate"}},
                      {}};
  for (const ScalingPoint& point : results.points)
    if (point.ms > 0)
      table.rows.push_back({point.size, std::to_string(point.parts.parts),
                            point.parts.parts == 1 ? "none" : exchange_text(point.parts),
                            ui::time_text(point.ms), rate_text(point.rate, results.item_rate)});
  return table;
}

Graph efficiency_graph(const ScalingResults& results) {
  Graph graph;
  graph.title = "Share of the ideal rate against parts";
  graph.setting = results.workload + " " + results.variant;
  graph.x_label = "parts";
  graph.rate_unit = "of the ideal";
  graph.linear_x = graph.linear_y = true;
  graph.partial = results.interrupted;
  int series = 0;
  for (const bool weak : {false, true})
    for (const Decomposition& exchange : exchanges_of(results)) {
      Curve curve{.label = (weak ? "weak, " : "strong, ") + exchange_text(exchange),
                  .series = series++};
      for (const int count : counts_of(results)) {
        const ScalingPoint* const point = point_of(results, exchange, count, weak);
        const double efficiency = point ? results.efficiency(*point) : 0;
        if (efficiency > 0)
          curve.points.push_back({double(count), efficiency, efficiency, efficiency,
                                  std::to_string(count) + " parts, " + point->size});
      }
      if (curve.points.size() > 1) graph.curves.push_back(std::move(curve));
    }
  return graph;
}

/// One step of each exchange: two lanes a part.
Timeline timeline_of(const ScalingResults& results, const ScalingPoint& point) {
  Timeline timeline;
  timeline.title = std::to_string(point.parts.parts) + " parts, " + exchange_text(point.parts);
  const auto place = [&](int part) {
    const std::string number = "part " + std::to_string(part);
    return std::size_t(part) < results.places.size()
               ? number + ", " + results.places[std::size_t(part)]
               : number;
  };
  for (int part = 0; part < point.parts.parts; ++part)
    for (const bool edges : {false, true})
      for (const PartSpan& span : point.spans) {
        if (span.part != part || span.edges != edges) continue;
        const bool computes = span.what == "interior" || span.what == "edges";
        timeline.spans.push_back({timeline.lane(place(part) + (edges ? ", edges" : "")), span.what,
                                  computes ? SpanKind::kernel : SpanKind::copy_in, span.begin_ms,
                                  span.end_ms});
        timeline.end_ms = std::max(timeline.end_ms, span.end_ms);
      }
  return timeline;
}

/// Of the most parts: the best and the worst exchange.
void tell_most(const ScalingResults& results, bool weak, std::vector<std::string>& verdict) {
  const ScalingPoint *best = nullptr, *worst = nullptr;
  for (const ScalingPoint& point : results.points) {
    const double efficiency = results.efficiency(point);
    if (point.parts.parts == 1 || point.weak != weak || efficiency <= 0) continue;
    const bool more = !best || point.parts.parts > best->parts.parts;
    if (more) best = worst = nullptr;
    if (best && point.parts.parts < best->parts.parts) continue;
    if (!best || efficiency > results.efficiency(*best)) best = &point;
    if (!worst || efficiency < results.efficiency(*worst)) worst = &point;
  }
  if (!best) return;
  const auto share = [&](const ScalingPoint& point) {
    return ui::fixed(results.efficiency(point), 2) + " of the ideal";
  };
  std::string text = std::string(weak ? "Weak scaling, " : "Strong scaling, ") +
                     std::to_string(best->parts.parts) + " parts: " + share(*best) + " by " +
                     exchange_text(best->parts);
  if (worst != best) text += ", " + share(*worst) + " by " + exchange_text(worst->parts);
  verdict.push_back(text + ".");
}

}  // namespace

const ScalingPoint* ScalingResults::single() const {
  const auto found = std::ranges::find_if(
      points, [](const ScalingPoint& point) { return point.parts.parts == 1 && point.ms > 0; });
  return found == points.end() ? nullptr : &*found;
}

double ScalingResults::efficiency(const ScalingPoint& point) const {
  const ScalingPoint* const one = single();
  if (!one || point.ms <= 0) return 0;
  return point.rate / (double(devices(point.parts.parts)) * one->rate);
}

int ScalingResults::devices(int parts) const {
  if (std::size_t(parts) > places.size()) return parts;
  return int(std::set<std::string>(places.begin(), places.begin() + parts).size());
}

const std::string& exchange_id(ExchangeWay way) {
  static const std::vector<Param> axes = decomposition_axes({}, {});
  return find_param(axes, exchange_axis_id)->options.at(std::size_t(way)).id;
}

std::string exchange_text(const Decomposition& parts) {
  std::string text;
  switch (parts.way) {
  case ExchangeWay::peer: text = "peer copy"; break;
  case ExchangeWay::staged: text = "staged"; break;
  case ExchangeWay::nccl: text = "NCCL"; break;
  }
  return text + (parts.overlap ? ", overlapped" : ", behind the step");
}

Findings scaling_findings(const ScalingResults& results) {
  Findings findings;
  findings.partial = results.interrupted;
  findings.setting = results.workload + " " + results.variant;
  if (!results.places.empty()) findings.setting += ", parts on " + joined(results.places);
  for (const bool weak : {false, true}) {
    tell_most(results, weak, findings.verdict);
    if (FindingsTable table = efficiency_table(results, weak); !table.rows.empty())
      findings.tables.push_back(std::move(table));
  }
  if (FindingsTable table = times_table(results); !table.rows.empty())
    findings.tables.push_back(std::move(table));
  if (Graph graph = efficiency_graph(results); !graph.empty())
    findings.graphs.push_back(std::move(graph));
  for (const ScalingPoint& point : results.points) {
    if (!point.spans.empty()) findings.timelines.push_back(timeline_of(results, point));
    if (point.why_not.empty()) continue;
    findings.wrong = findings.wrong || point.wrong;
    findings.left_out.push_back(
        (point.wrong ? "Wrong: " : "Left out: ") + std::to_string(point.parts.parts) + " parts, " +
        exchange_text(point.parts) + (point.weak ? ", weak: " : ": ") + point.why_not);
  }
  return findings;
}

Json to_json(const ScalingResults& results) {
  Json points = Json::array();
  for (const ScalingPoint& point : results.points) {
    const bool timed = point.ms > 0;
    points.push_back({{"parts", point.parts.parts},
                      {"exchange", exchange_id(point.parts.way)},
                      {"overlap", point.parts.overlap},
                      {"weak", point.weak},
                      {"size", point.size},
                      {"median_ms", timed ? Json(point.ms) : Json()},
                      {"rate", timed ? Json(point.rate) : Json()},
                      {"efficiency", timed ? Json(results.efficiency(point)) : Json()},
                      {"wrong", point.wrong}});
    if (!point.why_not.empty()) points.back()["why_not"] = point.why_not;
  }
  return Json{{"workload", results.workload},
              {"variant", results.variant},
              {"places", results.places},
              {"points", std::move(points)}};
}

}  // namespace livewarp
