#include "app/lab/small_report.h"

#include <cctype>
#include <numeric>

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

const SharingResult* find_sharing(const SmallResults& results, int processes, bool mps) {
  for (const SharingResult& result : results.sharing)
    if (result.processes == processes && result.mps == mps && !result.per_second.empty())
      return &result;
  return nullptr;
}

FindingsTable sharing_table(const SmallResults& results) {
  FindingsTable table{"Processes on one GPU, one stream each",
                      {{"processes", false}, {"problems/s"}, {"of each"}, {"times one process"}},
                      {}};
  const SharingResult* const one = find_sharing(results, 1, false);
  for (const SharingResult& result : results.sharing) {
    if (result.per_second.empty()) continue;
    std::vector<std::string> each;
    for (const double rate : result.per_second) each.push_back(plain_number(rate, 3));
    table.rows.push_back(
        {label_of(result), plain_number(result.all_per_second(), 3), joined(each),
         one ? plain_number(result.all_per_second() / one->all_per_second(), 3) : missing});
  }
  return table;
}

void add_sharing_verdict(const SmallResults& results, std::vector<std::string>& verdict) {
  constexpr double side_by_side = 1.2;
  const SharingResult* const one = find_sharing(results, 1, false);
  for (const bool mps : {false, true}) {
    const SharingResult* const two = find_sharing(results, 2, mps);
    if (!one || !two) continue;
    const double times = two->all_per_second() / one->all_per_second();
    verdict.push_back(std::string("Two processes ") + (mps ? "with" : "without") + " MPS solve " +
                      plain_number(times, 3) + " times as many problems a second as one: " +
                      (times < side_by_side
                           ? "together they get no more of the GPU than one of them."
                           : "their kernels run side by side."));
  }
}

std::string why_not_text(bool wrong, const std::string& label, const std::string& why_not) {
  return (wrong ? "Wrong: " : "Left out: ") + label + ": " + why_not;
}

Json to_json(const SharingResult& result) {
  const bool known = !result.per_second.empty();
  return {{"processes", result.processes},
          {"mps", result.mps},
          {"problems_per_second", known ? Json(result.all_per_second()) : Json()},
          {"of_each", result.per_second},
          {"wrong", result.wrong},
          {"why_not", result.why_not}};
}

}  // namespace

double SharingResult::all_per_second() const {
  return std::accumulate(per_second.begin(), per_second.end(), 0.0);
}

std::string label_of(const SharingResult& result) {
  const std::string count = result.processes == 1 ? "one process"
                            : result.processes == 2
                                ? "two processes"
                                : std::to_string(result.processes) + " processes";
  return result.processes == 1 ? count : count + (result.mps ? " with MPS" : " without MPS");
}

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
  add_sharing_verdict(results, findings.verdict);
  for (FindingsTable table : {small_table(results), sharing_table(results)})
    if (!table.rows.empty()) findings.tables.push_back(std::move(table));
  if (Graph graph = small_graph(results); !graph.empty())
    findings.graphs.push_back(std::move(graph));
  for (const SmallResult& result : results.results) {
    if (!result.why_not.empty())
      findings.left_out.push_back(why_not_text(result.wrong, label_of(result.way), result.why_not));
    findings.wrong = findings.wrong || result.wrong;
  }
  for (const SharingResult& result : results.sharing) {
    if (!result.why_not.empty())
      findings.left_out.push_back(why_not_text(result.wrong, label_of(result), result.why_not));
    findings.wrong = findings.wrong || result.wrong;
  }
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
  json["sharing"] = Json::array();
  for (const SharingResult& result : results.sharing) json["sharing"].push_back(to_json(result));
  json["interrupted"] = results.interrupted;
  return json;
}

}  // namespace livewarp
