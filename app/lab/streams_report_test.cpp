// What is said of streams, priorities and copy engines, of results that a test makes up.
#include "app/lab/streams_report.h"

#include <gtest/gtest.h>

#include "app/lab/experiment.h"

namespace livewarp {
namespace {

Summary same_times(double ms) { return summarize(std::vector<double>{ms, ms, ms}); }

bool says(const std::vector<std::string>& lines, const std::string& text) {
  for (const std::string& line : lines)
    if (line.find(text) != std::string::npos) return true;
  return false;
}

TEST(StreamsReport, EachCaseHasARowASentenceAndATimeline) {
  StreamOrderResult serial{.which = StreamCase::blocking_legacy,
                           .total_ms = same_times(6),
                           .kernels = {{{0, 2}, {2, 4}, {4, 6}}}};
  StreamOrderResult beside{.which = StreamCase::non_blocking_legacy,
                           .total_ms = same_times(2.02),
                           .overlaps = {0.99, 0.99, 0.98},
                           .kernels = {{{0, 2}, {0.01, 2.01}, {0.02, 2.02}}}};
  StreamOrderResult against{.which = StreamCase::non_blocking,
                            .total_ms = same_times(4),
                            .overlaps = {0.99, 0, 0},
                            .kernels = {{{0, 2}, {0.01, 2.01}, {2, 4}}}};
  StreamOrderResult wrong{.which = StreamCase::blocking_per_thread};
  wrong.why_not = "kernel 2: byte 8 is not what was sent";
  wrong.wrong = true;
  const Findings findings = stream_order_findings({serial, beside, against, wrong}, 2);
  ASSERT_EQ(findings.tables.size(), 1u);
  const auto& rows = findings.tables[0].rows;
  ASSERT_EQ(rows.size(), 3u);
  for (const auto& row : rows) EXPECT_EQ(row.size(), findings.tables[0].columns.size());
  EXPECT_EQ(rows[0][2], "nothing");
  EXPECT_EQ(rows[0][3], "yes");
  EXPECT_EQ(rows[1][2], "all three");
  EXPECT_EQ(rows[2][2], "stream A and stream C");
  EXPECT_EQ(rows[2][3], "no");
  EXPECT_TRUE(says(findings.verdict, "Blocking streams, legacy default: the kernels ran one after "
                                     "another, 6.00 ms in all, as the rule says"));
  EXPECT_TRUE(says(findings.verdict, "the rule says otherwise"));
  ASSERT_EQ(findings.timelines.size(), 3u);
  EXPECT_EQ(findings.timelines[0].lanes,
            (std::vector<std::string>{"stream A", "legacy default", "stream B"}));
  EXPECT_EQ(findings.timelines[0].end_ms, 6);
  EXPECT_TRUE(findings.wrong);
  EXPECT_EQ(findings.left_out, std::vector<std::string>{
                                   "Wrong: blocking streams, per-thread default: kernel 2: byte 8 "
                                   "is not what was sent."});
  const Json json = to_json(std::vector<StreamOrderResult>{serial, wrong});
  EXPECT_EQ(json["cases"][0]["total_ms"], 6);
  EXPECT_TRUE(json["cases"][1]["total_ms"].is_null());
}

TEST(StreamsReport, LatenciesAreComparedWithTheSamePriority) {
  PriorityResults results;
  const auto add = [&](PriorityCase which, double ms, std::size_t before) {
    PriorityResult result{.which = which, .latency_ms = same_times(ms)};
    if (which != PriorityCase::idle) result.long_ms = same_times(20);
    result.ended_before = before;
    results.results.push_back(result);
  };
  add(PriorityCase::idle, 0.03, 0);
  add(PriorityCase::same, 18, 0);
  add(PriorityCase::short_high, 0.5, 3);
  Findings findings = priority_findings(results);
  ASSERT_EQ(findings.tables.size(), 1u);
  EXPECT_EQ(findings.tables[0].rows[0].back(), "\u2014");
  EXPECT_EQ(findings.tables[0].rows[2].back(), "3");
  EXPECT_TRUE(says(findings.verdict, "done after 18.0 ms in a stream of the same priority; on an "
                                     "idle GPU after 30.0 \u00b5s"));
  EXPECT_TRUE(says(findings.verdict, "36 times as soon"));
  EXPECT_EQ(findings.timelines[0].lanes.size(), 1u) << "no long kernel on an idle GPU";

  results.results.back() = {.which = PriorityCase::short_high};
  results.results.back().why_not = "this GPU's streams have one priority only";
  findings = priority_findings(results);
  EXPECT_EQ(findings.left_out,
            std::vector<std::string>{"Left out: short kernel high, long kernel low: this GPU's "
                                     "streams have one priority only."});
  EXPECT_FALSE(findings.wrong);
  EXPECT_FALSE(says(findings.verdict, "as soon"));
}

TEST(StreamsReport, WhatRunsTogetherStandsBesideItsTimeAlone) {
  EngineResults results{.bytes = 64 << 20, .copy_engines = 2, .sets = {}, .accesses = {}};
  for (const EngineSet& set : engine_sets()) {
    EngineResult result{.set = set};
    for (const EngineTask task : all_engine_tasks)
      if (set.has(task)) result.ms[std::size_t(task)] = same_times(set.size() == 3 ? 1.5 : 1);
    result.total_ms = same_times(set.size() == 3 ? 1.5 : 1);
    results.sets.push_back(result);
  }
  for (const auto& [access, ms] : {std::pair{HostAccess::read, 2.0}, {HostAccess::memcpy_in, 1.0}})
    results.accesses.push_back({.access = access, .bytes = 64 << 20, .ms = same_times(ms)});
  results.accesses.push_back({.access = HostAccess::write});
  results.accesses.back().why_not = "the launch failed";
  Findings findings = engine_findings(results);
  ASSERT_EQ(findings.tables.size(), 2u);
  for (const FindingsTable& table : findings.tables)
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  EXPECT_EQ(
      findings.tables[0].rows[0],
      (std::vector<std::string>{"kernel", "1.00", "\u2014", "\u2014", "1.00", "1.00", "\u2014"}));
  EXPECT_EQ(findings.tables[0].rows[6][1], "1.50 (1.50 x)");
  EXPECT_EQ(findings.tables[0].rows[6][5], "3.00");
  EXPECT_EQ(findings.tables[1].rows[0][3], "0.500");
  EXPECT_TRUE(says(findings.verdict, "at once take 1.50 ms; one after another they take 3.00 ms"));
  EXPECT_TRUE(says(findings.verdict, "This GPU has 2 copy engines"));
  EXPECT_EQ(findings.left_out, std::vector<std::string>{"Left out: kernel writes: the launch "
                                                        "failed."});
  results.sets[0] = {.set = EngineSet{1}};  // without its time alone nothing is compared
  findings = engine_findings(results);
  EXPECT_FALSE(says(findings.verdict, "at once take"));
}

TEST(StreamsReport, TheExperimentsAreInTheList) {
  for (const char* id : {"streams", "priorities", "engines"}) {
    const auto experiment = make_experiment(id);
    ASSERT_TRUE(experiment) << id;
    EXPECT_TRUE(experiment->info().needs_gpu) << id;
    EXPECT_NO_THROW(experiment->check(defaults(experiment->params()))) << id;
  }
}

}  // namespace
}  // namespace livewarp
