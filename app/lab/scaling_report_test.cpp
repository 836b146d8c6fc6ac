// What is said of scaling, of times that a test makes up; and the experiment itself on threads.
#include "app/lab/scaling_report.h"

#include <gtest/gtest.h>

#include "app/experiments/experiments.h"
#include "kernels/core/exec/executors.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

ScalingPoint timed(const Decomposition& parts, bool weak, double ms, double rate) {
  return {.parts = parts, .weak = weak, .size = "cells 8 x 8", .ms = ms, .rate = rate};
}

ScalingResults scaling_results() {
  ScalingResults results{"heat", "naive", "cells/s", {"GPU 0", "GPU 1"}, {}};
  const Decomposition beside{.parts = 2, .way = ExchangeWay::peer, .overlap = true};
  const Decomposition behind{.parts = 2, .way = ExchangeWay::staged, .overlap = false};
  results.points = {timed({}, false, 4, 1000), timed(beside, false, 2.1, 1900),
                    timed(behind, false, 4, 1000), timed(beside, true, 4, 1960)};
  results.points.push_back(
      {.parts = {.parts = 2, .way = ExchangeWay::nccl}, .why_not = "NCCL is not here"});
  return results;
}

TEST(ScalingReport, EfficiencyIsTheRateOfAPartOverThatOfASingleOne) {
  const ScalingResults results = scaling_results();
  EXPECT_DOUBLE_EQ(results.efficiency(results.points[0]), 1);
  EXPECT_DOUBLE_EQ(results.efficiency(results.points[1]), 0.95);
  EXPECT_DOUBLE_EQ(results.efficiency(results.points[2]), 0.5);
  EXPECT_DOUBLE_EQ(results.efficiency(results.points[3]), 0.98);
  EXPECT_EQ(results.efficiency(results.points[4]), 0);
  ScalingResults shared = results;
  shared.places = {"GPU 0", "GPU 0"};
  EXPECT_DOUBLE_EQ(shared.efficiency(shared.points[1]), 1.9) << "two parts of one GPU";
  EXPECT_EQ(ScalingResults().efficiency(results.points[1]), 0) << "without a single part";
}

TEST(ScalingReport, AStepIsDrawnWithALaneForTheEdgesOfEachPart) {
  ScalingResults results = scaling_results();
  results.points[1].spans = {{1, false, "interior", 0.1, 0.9},
                             {0, false, "interior", 0.1, 1},
                             {0, true, "edges", 0, 0.1},
                             {0, true, "exchange", 0.1, 0.2}};
  const Findings findings = scaling_findings(results);
  ASSERT_EQ(findings.timelines.size(), 1u);
  const Timeline& timeline = findings.timelines[0];
  EXPECT_EQ(timeline.title, "2 parts, peer copy, overlapped");
  EXPECT_EQ(timeline.lanes,
            (std::vector<std::string>{"part 0, GPU 0", "part 0, GPU 0, edges", "part 1, GPU 1"}));
  EXPECT_EQ(timeline.spans.size(), 4u);
  EXPECT_EQ(timeline.end_ms, 1);
  EXPECT_EQ(timeline.spans[2].kind, SpanKind::copy_in);
}

TEST(ScalingReport, TablesHoldEveryExchangeAndTheReasonOfWhatIsLeftOut) {
  const Findings findings = scaling_findings(scaling_results());
  ASSERT_EQ(findings.tables.size(), 3u);
  for (const FindingsTable& table : findings.tables)
    for (const auto& cells : table.rows) EXPECT_EQ(cells.size(), table.columns.size());
  const FindingsTable& strong = findings.tables[0];
  EXPECT_EQ(strong.rows[0], (std::vector<std::string>{"peer copy, overlapped", "1.000", "0.950"}));
  EXPECT_EQ(strong.rows[1],
            (std::vector<std::string>{"staged, behind the step", "1.000", "0.500"}));
  EXPECT_EQ(findings.verdict,
            (std::vector<std::string>{
                "Strong scaling, 2 parts: 0.95 of the ideal by peer copy, overlapped, 0.50 of the "
                "ideal by staged, behind the step.",
                "Weak scaling, 2 parts: 0.98 of the ideal by peer copy, overlapped."}));
  EXPECT_EQ(findings.left_out,
            std::vector<std::string>{"Left out: 2 parts, NCCL, overlapped: NCCL is not here"});
  ASSERT_EQ(findings.graphs.size(), 1u);
  EXPECT_EQ(findings.graphs[0].curves.size(), 3u);
  const Json json = to_json(scaling_results());
  EXPECT_EQ(json["points"][1]["efficiency"], 0.95);
  EXPECT_TRUE(json["points"][4]["median_ms"].is_null());
}

// Threads of this machine: every setting is verified, and has a time or a reason.
TEST(ScalingReport, TheExperimentMeasuresPartsOnThreads) {
  const Registry registry;
  Machine machine;
  machine.gpu_reason = "not asked for";
  LabTools tools{.machine = &machine};
  for (const auto& workload : registry.workloads()) tools.workloads.push_back(workload.get());
  tools.make_exec = [](Executor) { return make_cpu_exec(); };
  tools.seconds = 0.02;
  const auto experiment = make_experiment("scaling");
  ASSERT_TRUE(experiment);
  for (const auto& [problem, size] : {std::pair("heat", 192), std::pair("nbody", 512)}) {
    LabReport report;
    Values values = defaults(experiment->params());
    values["problem"] = std::string(problem);
    values["size"] = std::int64_t{size};
    values["most"] = std::int64_t{3};
    experiment->run(values, tools, report);
    EXPECT_FALSE(report.findings.wrong);
    EXPECT_FALSE(report.findings.partial);
    for (const Json& point : report.json["points"]) {
      const bool nccl = point["exchange"] == "nccl" && point["parts"] > 1;
      EXPECT_EQ(point["median_ms"].is_null(), nccl) << point;
      EXPECT_EQ(point.contains("why_not"), nccl) << point;
    }
    EXPECT_EQ(report.json["places"].size(), 3u);
    ASSERT_FALSE(report.findings.timelines.empty());
    for (const Timeline& timeline : report.findings.timelines) EXPECT_GE(timeline.spans.size(), 3u);
  }
}

}  // namespace
}  // namespace livewarp
