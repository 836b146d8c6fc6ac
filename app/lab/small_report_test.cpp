// What is said, written and drawn of small problems, of times that a test makes up.
#include "app/lab/small_report.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

SmallResults some_small() {
  SmallResults results;
  results.count = 1000;
  const auto add = [&](SmallWay way, double ms) {
    results.results.push_back(
        {.way = way, .ms = summarize(std::vector<double>{ms, ms, ms}), .why_not = {}});
  };
  add({SmallWay::Kind::streams, 1}, 20);
  add({SmallWay::Kind::streams, 8}, 4);
  add({SmallWay::Kind::streams, 32}, 5);
  add({SmallWay::Kind::together}, 0.1);
  results.results.push_back(
      {.way = {SmallWay::Kind::graph}, .ms = {}, .why_not = "no such thing", .wrong = true});
  results.sharing = {{.processes = 1, .per_second = {1000}},
                     {.processes = 2, .per_second = {520, 480}},
                     {.processes = 2, .mps = true, .per_second = {900, 950}}};
  return results;
}

TEST(SmallReport, TellsWhatEachWayGains) {
  const Findings findings = small_findings(some_small());
  EXPECT_TRUE(findings.wrong);
  const std::string text = findings_text(findings);
  for (const char* part :
       {"One stream takes 20.0 ms for 1,000 plates of 32 x 32 cells: 20.0 \u00b5s each",
        "8 streams: 4.00 ms, 5.00 times as fast as one stream",
        "One launch: 100 \u00b5s, 200 times as fast as one stream",
        "Wrong: one CUDA graph: no such thing",
        "Two processes without MPS solve 1.00 times as many problems a second as one: together "
        "they get no more of the GPU than one of them.",
        "Two processes with MPS solve 1.85 times as many problems a second as one: their kernels "
        "run side by side.",
        "two processes with MPS", "900, 950"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  ASSERT_EQ(findings.graphs.size(), 1u);
  EXPECT_EQ(findings.graphs[0].curves.size(), 2u);
  EXPECT_EQ(findings.graphs[0].curves[0].points.size(), 3u);
}

TEST(SmallReport, ProcessesThatDidNotRunAreLeftOut) {
  SmallResults results = some_small();
  results.sharing[1] = {.processes = 2, .why_not = "a process was not ready"};
  results.sharing[2] = {.processes = 2, .mps = true, .why_not = "problem 3 is not", .wrong = true};
  const std::string text = findings_text(small_findings(results));
  EXPECT_NE(text.find("Left out: two processes without MPS: a process was not ready\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Wrong: two processes with MPS: problem 3 is not\n"), std::string::npos);
  EXPECT_EQ(text.find("Two processes"), std::string::npos) << text;
  const Json json = to_json(results)["sharing"];
  EXPECT_EQ(json[0]["problems_per_second"], 1000.0);
  EXPECT_TRUE(json[1]["problems_per_second"].is_null());
  EXPECT_TRUE(json[2]["wrong"]);
}

TEST(SmallReport, JsonHasRatesOfWhatWasTimed) {
  const Json json = to_json(some_small());
  EXPECT_EQ(json["points"][0]["problems_per_second"], 50'000.0);
  EXPECT_EQ(json["points"][1]["streams"], 8);
  EXPECT_TRUE(json["points"][4]["median_ms"].is_null());
}

TEST(SmallReport, WithoutOneStreamNothingIsCompared) {
  SmallResults results = some_small();
  results.results.erase(results.results.begin());
  results.sharing.clear();
  EXPECT_TRUE(small_findings(results).verdict.empty());
  EXPECT_FALSE(small_findings(results).tables.empty());
}

}  // namespace
}  // namespace livewarp
