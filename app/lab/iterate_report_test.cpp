// What is said, written and drawn of iterations, of times that a test makes up.
#include "app/lab/iterate_report.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

Summary always(double value) { return summarize(std::vector<double>{value, value, value}); }

IterateResults some_iterations() {
  IterateResults results;
  const auto add = [&](IterateWay way, int size, double ms) {
    results.points.push_back(
        {.way = way, .size = size, .steps = 20, .ms = always(ms), .why_not = {}});
  };
  add(IterateWay::relaunch, 64, 0.003);
  add(IterateWay::graph, 64, 0.0015);
  add(IterateWay::relaunch, 4096, 0.1);
  add(IterateWay::graph, 4096, 0.099);
  results.points.push_back({.way = IterateWay::grid_sync,
                            .size = 64,
                            .ms = {},
                            .why_not = "this GPU has no cooperative launches"});
  results.costs.push_back({IterateWay::relaunch, always(2.5), {}});
  results.costs.push_back({IterateWay::tail, {}, "too deep"});
  results.sort = NestedSort{1000, always(4), always(12), {}, false};
  return results;
}

std::string text_of(const IterateResults& results) {
  return findings_text(iterate_findings(results));
}
void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(IterateReport, TellsCostsGainsAndWhatIsMissing) {
  const std::string text = text_of(some_iterations());
  for (const char* part :
       {"A step that does nothing costs: a launch by the host 2.50 \u00b5s.",
        "64 x 64: a step takes 3.00 \u00b5s relaunched, 1.50 \u00b5s by CUDA graph: 2.0 times as "
        "fast.",
        "4,096 x 4,096: a step takes 100 \u00b5s relaunched, and no other way is more than 5 % "
        "faster",
        "takes 4.00 ms for 1,000 numbers, std::sort 12.0 ms: 3.0 times as fast.",
        "Left out: grid.sync, 64 x 64: this GPU has no cooperative launches",
        "Left out: a tail launch: too deep"})
    expect_part(text, part);
}

TEST(IterateReport, ACurveAWayThatHasTimes) {
  const Findings findings = iterate_findings(some_iterations());
  EXPECT_FALSE(findings.wrong);
  ASSERT_EQ(findings.graphs.size(), 1u);
  ASSERT_EQ(findings.graphs[0].curves.size(), 2u);
  ASSERT_EQ(findings.graphs[0].curves[1].points.size(), 2u);
  EXPECT_EQ(findings.graphs[0].curves[1].points[1].x, 4096.0 * 4096);
  EXPECT_EQ(findings.graphs[0].curves[1].points[1].median, 0.099);
}

TEST(IterateReport, WhatIsWrongHasNoTime) {
  IterateResults results;
  results.points.push_back({.way = IterateWay::graph,
                            .size = 64,
                            .ms = {},
                            .why_not = "its plate is not that of the reference",
                            .wrong = true});
  const Findings findings = iterate_findings(results);
  EXPECT_TRUE(findings.wrong && findings.tables.empty() && findings.graphs.empty());
  expect_part(text_of(results), "Wrong: CUDA graph, 64 x 64: its plate is not");
  EXPECT_TRUE(to_json(results)["points"][0]["step_ms"].is_null());
  EXPECT_TRUE(iterate_findings({}).tables.empty());
}

}  // namespace
}  // namespace livewarp
