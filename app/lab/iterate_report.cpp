#include "app/lab/iterate_report.h"

#include <algorithm>
#include <map>

#include "app/base/table.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/history.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

using Row = std::map<IterateWay, const IteratePoint*>;

std::string plate_text(int size) { return grouped(size) + " x " + grouped(size); }

/// By size, what has a time.
std::map<int, Row> rows_of(const IterateResults& results) {
  std::map<int, Row> rows;
  for (const IteratePoint& point : results.points)
    if (point.timed()) rows[point.size][point.way] = &point;
  return rows;
}

FindingsTable step_table(const IterateResults& results) {
  FindingsTable table{"A step of heat", {{"plate"}}, {}};
  for (const IterateWayInfo& way : iterate_ways()) table.columns.push_back({way.label});
  for (const auto& [size, row] : rows_of(results)) {
    std::vector<std::string> cells{plate_text(size)};
    for (const IterateWayInfo& way : iterate_ways())
      cells.push_back(row.contains(way.way) ? ui::time_text(row.at(way.way)->ms.median) : missing);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

FindingsTable cost_table(const IterateResults& results) {
  FindingsTable table{
      "A step that does nothing", {{"way", false}, {"what it is", false}, {"time"}, {"p95"}}, {}};
  for (const LaunchCost& cost : results.costs)
    if (cost.timed())
      table.rows.push_back({info_of(cost.way).label, info_of(cost.way).cost,
                            ui::time_text(cost.us.median / 1000),
                            ui::time_text(cost.us.p95 / 1000)});
  return table;
}

FindingsTable sort_table(const NestedSort& sort) {
  FindingsTable table{
      "Quicksort of " + grouped(sort.count) + " numbers", {{"by", false}, {"time"}}, {}};
  if (!sort.timed()) return table;
  table.rows = {{"kernels that launch kernels", ui::time_text(sort.gpu_ms.median)},
                {"std::sort", ui::time_text(sort.host_ms.median)}};
  return table;
}

/// What a text measured of three of the ways, by its own words: history.
FindingsTable iterate_history_table() {
  const TextSource source{"Han & Sharma 2019, ch. 4", "P40"};
  FindingsTable table{"history: " + source_text(source) + ", at its own size",
                      {{"its way", false}, {"as here", false}, {"its time"}},
                      {}};
  table.rows = {{"relaunch", info_of(IterateWay::relaunch).label, ui::time_text(0.094)},
                {"inner loop", info_of(IterateWay::grid_sync).label, ui::time_text(0.012)},
                {"recursion", info_of(IterateWay::tail).label, ui::time_text(0.730)}};
  return table;
}

Graph step_graph(const IterateResults& results) {
  Graph graph;
  graph.title = "Time of a step against cells";
  graph.setting = "five-point heat, fp32";
  graph.x_label = "cells";
  graph.partial = results.interrupted;
  for (const IterateWayInfo& way : iterate_ways()) {
    Curve curve{way.label, CurveKind::bench, int(way.way), {}};
    for (const auto& [size, row] : rows_of(results))
      if (const auto at = row.find(way.way); at != row.end())
        curve.points.push_back({double(size) * size, at->second->ms.median, at->second->ms.p05,
                                at->second->ms.p95, plate_text(size)});
    if (!curve.points.empty()) graph.curves.push_back(std::move(curve));
  }
  return graph;
}

/// "relaunched 2.30 µs (a launch by the host), ...".
std::string cost_verdict(const IterateResults& results) {
  std::vector<std::string> parts;
  for (const LaunchCost& cost : results.costs)
    if (cost.timed())
      parts.push_back(std::string(info_of(cost.way).cost) + " " +
                      ui::time_text(cost.us.median / 1000));
  if (parts.empty()) return {};
  return "A step that does nothing costs: " + joined(parts) + ".";
}

/// How the best way of a size compares with launching each step.
std::string size_verdict(int size, const Row& row) {
  const auto relaunch = row.find(IterateWay::relaunch);
  if (relaunch == row.end() || row.size() < 2) return {};
  const auto best =
      std::ranges::min_element(row, {}, [](const auto& entry) { return entry.second->ms.median; });
  const double base = relaunch->second->ms.median, least = best->second->ms.median;
  const std::string at = plate_text(size) + ": a step takes " + ui::time_text(base) + " relaunched";
  constexpr double gain = 1.05;  // what is less is not worth another way
  if (base < gain * least)
    return at + ", and no other way is more than 5 % faster: the step outlasts its launch.";
  return at + ", " + ui::time_text(least) + " by " + info_of(best->first).label + ": " +
         plain_number(base / least, 2) + " times as fast.";
}

std::string sort_verdict(const NestedSort& sort) {
  if (!sort.timed()) return {};
  const double ratio = sort.host_ms.median / sort.gpu_ms.median;
  return "Quicksort by kernels that launch kernels takes " + ui::time_text(sort.gpu_ms.median) +
         " for " + grouped(sort.count) + " numbers, std::sort " +
         ui::time_text(sort.host_ms.median) + ": " +
         (ratio >= 1 ? plain_number(ratio, 2) + " times as fast."
                     : plain_number(1 / ratio, 2) + " times as slow.");
}

void add_reason(std::vector<std::string>& lines, bool wrong, const std::string& what,
                const std::string& why) {
  if (why.empty()) return;
  std::string line = (wrong ? "Wrong: " : "Left out: ") + what + ": " + why;
  if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
}

}  // namespace

Findings iterate_findings(const IterateResults& results) {
  Findings findings;
  findings.setting = "five-point heat, fp32, all steps of a sample from one start";
  findings.partial = results.interrupted;
  const auto say = [&](std::string sentence) {
    if (!sentence.empty()) findings.verdict.push_back(std::move(sentence));
  };
  const auto show = [&](FindingsTable table) {
    if (!table.rows.empty()) findings.tables.push_back(std::move(table));
  };
  say(cost_verdict(results));
  for (const auto& [size, row] : rows_of(results)) say(size_verdict(size, row));
  show(step_table(results));
  show(cost_table(results));
  if (!findings.tables.empty()) show(iterate_history_table());
  if (results.sort) {
    say(sort_verdict(*results.sort));
    show(sort_table(*results.sort));
    add_reason(findings.left_out, results.sort->wrong, "quicksort", results.sort->why_not);
    findings.wrong = results.sort->wrong;
  }
  if (Graph graph = step_graph(results); !graph.empty())
    findings.graphs.push_back(std::move(graph));
  for (const IteratePoint& point : results.points) {
    add_reason(findings.left_out, point.wrong,
               std::string(info_of(point.way).label) + ", " + plate_text(point.size),
               point.why_not);
    findings.wrong = findings.wrong || point.wrong;
  }
  for (const LaunchCost& cost : results.costs)
    add_reason(findings.left_out, false, info_of(cost.way).cost, cost.why_not);
  return findings;
}

Json to_json(const IterateResults& results) {
  const auto known = [](const Summary& summary, double value) {
    return summary.count > 0 ? Json(value) : Json();
  };
  Json json;
  json["points"] = Json::array();
  for (const IteratePoint& point : results.points)
    json["points"].push_back({{"way", info_of(point.way).id},
                              {"size", point.size},
                              {"steps", point.steps},
                              {"step_ms", known(point.ms, point.ms.median)},
                              {"p05_ms", known(point.ms, point.ms.p05)},
                              {"p95_ms", known(point.ms, point.ms.p95)},
                              {"count", point.ms.count},
                              {"rms", known(point.ms, point.rms)},
                              {"wrong", point.wrong},
                              {"why_not", point.why_not}});
  json["costs"] = Json::array();
  for (const LaunchCost& cost : results.costs)
    json["costs"].push_back({{"way", info_of(cost.way).id},
                             {"us", known(cost.us, cost.us.median)},
                             {"p95_us", known(cost.us, cost.us.p95)},
                             {"why_not", cost.why_not}});
  if (const auto& sort = results.sort)
    json["quicksort"] = {{"count", sort->count},
                         {"gpu_ms", known(sort->gpu_ms, sort->gpu_ms.median)},
                         {"host_ms", known(sort->host_ms, sort->host_ms.median)},
                         {"wrong", sort->wrong},
                         {"why_not", sort->why_not}};
  json["interrupted"] = results.interrupted;
  return json;
}

}  // namespace livewarp
