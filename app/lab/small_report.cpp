#include "app/lab/small_report.h"

#include <cctype>

#include "app/base/table.h"
#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

std::string problems_text(const SmallResults& results) {
  const bool plates = results.problem == SmallProblem::plates;
  return grouped(results.count) + (plates ? " plates of 32 x 32 cells" : " systems of 32 bodies");
}

FindingsTable small_table(const SmallResults& results) {
  FindingsTable table{problems_text(results),
                      {{"way", false}, {"all of them"}, {"p95"}, {"problems/s"}, {"speed-up"}},
                      {}};
  const SmallResult* const base = results.one_stream();
  for (const SmallResult& result : results.results)
    if (result.timed())
      table.rows.push_back({label_of(result.way), ui::time_text(result.ms.median),
                            ui::time_text(result.ms.p95),
                            plain_number(results.per_second(result), 3),
                            base ? plain_number(base->ms.median / result.ms.median, 3) : missing});
  return table;
}

/// Against streams; a graph and one launch as points of their own, at one stream.
Graph small_graph(const SmallResults& results) {
  Graph graph;
  graph.title = "Time of all against streams";
  graph.setting = problems_text(results);
  graph.x_label = "streams";
  graph.partial = results.interrupted;
  Curve streams{"a launch each", CurveKind::bench, 0, {}};
  std::vector<Curve> others;
  for (const SmallResult& result : results.results) {
    if (!result.timed()) continue;
    const GraphPoint point{double(result.way.streams), result.ms.median, result.ms.p05,
                           result.ms.p95, label_of(result.way)};
    if (result.way.kind == SmallWay::Kind::streams)
      streams.points.push_back(point);
    else
      others.push_back({label_of(result.way), CurveKind::bench, int(result.way.kind), {point}});
  }
  if (!streams.points.empty()) graph.curves.push_back(std::move(streams));
  for (Curve& curve : others) graph.curves.push_back(std::move(curve));
  return graph;
}

std::vector<std::string> small_verdict(const SmallResults& results) {
  const SmallResult* const base = results.one_stream();
  if (!base) return {};
  std::vector<std::string> verdict{"One stream takes " + ui::time_text(base->ms.median) + " for " +
                                   problems_text(results) + ": " +
                                   ui::time_text(base->ms.median / results.count) +
                                   " each, one after another, while the rest of the GPU idles."};
  const auto compare = [&](SmallWay::Kind kind, const std::string& lesson) {
    const SmallResult* const best = results.best(kind);
    if (best)
      verdict.push_back(label_of(best->way) + ": " + ui::time_text(best->ms.median) + ", " +
                        plain_number(base->ms.median / best->ms.median, 3) +
                        " times as fast as one stream" + lesson);
    if (best) verdict.back()[0] = char(std::toupper(static_cast<unsigned char>(verdict.back()[0])));
  };
  compare(SmallWay::Kind::streams,
          ": what remains is what " + grouped(results.count) + " launches cost the host.");
  compare(SmallWay::Kind::graph,
          ": the host launches once, the GPU still begins " + grouped(results.count) + " kernels.");
  compare(SmallWay::Kind::together, ": a block each, and nothing else to begin.");
  return verdict;
}

}  // namespace

const SmallResult* SmallResults::best(SmallWay::Kind kind) const {
  const SmallResult* best = nullptr;
  for (const SmallResult& result : results) {
    const bool counts = kind != SmallWay::Kind::streams || result.way.streams > 1;
    if (result.timed() && result.way.kind == kind && counts &&
        (!best || result.ms.median < best->ms.median))
      best = &result;
  }
  return best;
}

const SmallResult* SmallResults::one_stream() const {
  for (const SmallResult& result : results)
    if (result.timed() && result.way == SmallWay{}) return &result;
  return nullptr;
}

Findings small_findings(const SmallResults& results) {
  Findings findings;
  findings.setting = problems_text(results) + ", " + grouped(small_steps) + " steps each, fp32";
  findings.partial = results.interrupted;
  findings.verdict = small_verdict(results);
  if (FindingsTable table = small_table(results); !table.rows.empty())
    findings.tables.push_back(std::move(table));
  if (Graph graph = small_graph(results); !graph.empty())
    findings.graphs.push_back(std::move(graph));
  for (const SmallResult& result : results.results) {
    if (!result.why_not.empty())
      findings.left_out.push_back((result.wrong ? "Wrong: " : "Left out: ") + label_of(result.way) +
                                  ": " + result.why_not);
    findings.wrong = findings.wrong || result.wrong;
  }
  if (!results.without_processes.empty())
    findings.left_out.push_back("Left out: two processes on one GPU: " + results.without_processes);
  return findings;
}

Json to_json(const SmallResults& results) {
  Json json{{"problem", results.problem == SmallProblem::plates ? "plates" : "bodies"},
            {"count", results.count},
            {"steps", small_steps}};
  json["points"] = Json::array();
  for (const SmallResult& result : results.results) {
    const auto known = [&](double value) { return result.timed() ? Json(value) : Json(); };
    Json point{{"way", label_of(result.way)}};
    point["streams"] =
        result.way.kind == SmallWay::Kind::streams ? Json(result.way.streams) : Json();
    point["median_ms"] = known(result.ms.median);
    point["p05_ms"] = known(result.ms.p05);
    point["p95_ms"] = known(result.ms.p95);
    point["samples"] = result.ms.count;
    point["problems_per_second"] = result.timed() ? Json(results.per_second(result)) : Json();
    point["wrong"] = result.wrong;
    point["why_not"] = result.why_not;
    json["points"].push_back(std::move(point));
  }
  json["without_processes"] = results.without_processes;
  json["interrupted"] = results.interrupted;
  return json;
}

}  // namespace livewarp
