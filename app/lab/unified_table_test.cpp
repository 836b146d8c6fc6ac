// What is said of managed memory, of times that a test makes up.
#include "app/lab/unified_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "app/experiments/experiments.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

Summary ms(double value) { return summarize(std::vector<double>{value, value, value}); }

UnifiedRow row(PagingMethod method, double first, double steady, double host) {
  PagingResult result;
  result.method = method;
  result.first = ms(first);
  result.steady = ms(steady);
  result.host = ms(host);
  result.host_again = ms(2);
  result.bytes = 256e6;
  return {result, {}};
}

UnifiedResults some_unified_results() {
  UnifiedResults results;
  results.rows = {
      row(PagingMethod::host_first, 40, 0.08, 90),  row(PagingMethod::prefetch, 0.1, 0.08, 90),
      row(PagingMethod::read_mostly, 44, 0.08, 10), row(PagingMethod::accessed_by, 8, 8, 10),
      row(PagingMethod::elements, 12, 0.07, 80),    row(PagingMethod::warp_64k, 6, 0.09, 80)};
  results.rows[1].result.moved = ms(9.9);
  results.fault_bytes = 16 << 20;
  results.rows[0].faults = PageFaults{1'234, 65'536, 16 << 20, 2'048, 0, 0};
  results.rows[2].faults = PageFaults{0, 0, 11 << 20, 500, 0, 0};  // the driver has dropped some
  results.rows[4].faults = PageFaults{39, 92, 0, 0, 0, 0};         // nothing has to move
  PagingResult wrong;
  wrong.method = PagingMethod::warp_2m;
  wrong.why_not = "the host: word 3 is not what was written";
  wrong.wrong = true;
  results.rows.push_back({wrong, {}});
  PagingResult failed;
  failed.method = PagingMethod::preferred_gpu;
  failed.why_not = "the GPU has 3 MiB free";
  results.rows.push_back({failed, {}});
  results.no_faults = "Left out: fault groups: nobody tells";
  return results;
}

const std::vector<std::string>* line_of(const FindingsTable& table, PagingMethod method) {
  for (const auto& cells : table.rows)
    if (cells.front() == info_of(method).label) return &cells;
  return nullptr;
}

bool any_has(const std::vector<std::string>& texts, const std::string& part) {
  return std::ranges::any_of(
      texts, [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

TEST(UnifiedTable, FirstAndSteadyStandBesideTheTextsFigures) {
  const Findings findings = unified_findings(some_unified_results());
  EXPECT_EQ(findings.setting, "256 MiB of managed memory, the GPU reads what the host wrote");
  ASSERT_EQ(findings.tables.size(), 2u);
  const FindingsTable& times = findings.tables[0];
  for (const auto& cells : times.rows) EXPECT_EQ(cells.size(), times.columns.size());
  EXPECT_EQ(times.rows.size(), 6u) << "none for what is wrong or failed";
  EXPECT_EQ(times.columns.back().heading.find("history: "), 0u);
  EXPECT_NE(times.columns.back().heading.find("Han & Sharma"), std::string::npos);
  EXPECT_EQ(line_of(times, PagingMethod::host_first)->back(), "2.62 ms");
  EXPECT_EQ(line_of(times, PagingMethod::elements)->back(), "1.11 ms, then 18.8 \u00b5s");
  EXPECT_EQ(line_of(times, PagingMethod::accessed_by)->back(), "") << "the text has none";
  EXPECT_EQ(line_of(times, PagingMethod::host_first)->at(4), "3,200") << "GB/s of a steady pass";
  EXPECT_NE(findings.tables[1].title.find("over 16 MiB"), std::string::npos);
  EXPECT_EQ(findings.tables[1].rows,
            (std::vector<std::vector<std::string>>{
                {info_of(PagingMethod::host_first).label, "1,234", "65,536", "16 MiB", "2,048",
                 "0 bytes"},
                {info_of(PagingMethod::elements).label, "39", "92", "0 bytes", "0", "0 bytes"}}));
}

TEST(UnifiedTable, TheVerdictHasTheFiguresMeasured) {
  UnifiedResults results = some_unified_results();
  const Findings findings = unified_findings(results);
  EXPECT_TRUE(any_has(findings.verdict, "the first is 500 times as long"));
  EXPECT_TRUE(any_has(findings.verdict, "4.0 times as fast as by faults"));
  EXPECT_TRUE(any_has(findings.verdict, "(2.0 times as fast)"));
  EXPECT_TRUE(any_has(findings.verdict, "its own copy"));
  EXPECT_TRUE(any_has(findings.verdict, "100 times as long as one over pages on the GPU"));
  results.request.touch = PagingTouch::update;
  EXPECT_FALSE(any_has(unified_findings(results).verdict, "its own copy"));
  EXPECT_TRUE(unified_findings({}).verdict.empty());
}

TEST(UnifiedTable, WhatHasNoTimeSaysWhy) {
  const Findings findings = unified_findings(some_unified_results());
  EXPECT_TRUE(findings.wrong);
  EXPECT_EQ(findings.left_out,
            (std::vector<std::string>{
                "Wrong: GPU writes, a warp for 2 MiB: the host: word 3 is not what was written",
                "Left out: host writes, preferred location GPU: the GPU has 3 MiB free",
                "Left out: fault groups of: host writes, read-mostly: the driver has told of "
                "11 MiB that moved, and 16 MiB had to.",
                "Left out: fault groups: nobody tells"}));
}

TEST(UnifiedExperiment, BadInputAndAGpuThatCannotAreSentences) {
  const auto experiment = make_unified_experiment();
  const std::vector<Param> params = experiment->params();
  try {
    parse_value(*find_param(params, "size"), "600");
    FAIL() << "more than the cap";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("512"), std::string::npos) << error.what();
  }
  Machine machine;
  EXPECT_NE(lab_refusal(experiment->info(), machine), "");
  machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9, .managed = true}};
  LabTools tools;
  tools.machine = &machine;
  LabReport report;
  try {
    experiment->run(defaults(params), tools, report);
    FAIL() << "no concurrent managed access";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("ConcurrentManagedAccess is 0"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace livewarp
