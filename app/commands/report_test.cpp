#include <gtest/gtest.h>

#include <filesystem>

#include "app/measure/json_report.h"
#include "app/reports/saved_report.h"
#include "app/testing/markup_test.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"

namespace livewarp {
namespace {

using test::Bench;
using test::content_of;
using test::has;
using test::run;
using test::TemporaryFolder;

class ReportCommandTest : public testing::Test {
 protected:
  /// The page of a command line that names no files.
  std::string page_of(Bench& bench, const std::string& line, int code = exit_ok) {
    EXPECT_EQ(run(bench, line + " --no-picture --out " + folder_.file("r.html") + " --json " +
                             folder_.file("r.json")),
              code)
        << bench.err.str();
    return content_of(folder_.file("r.html"));
  }
  Json json() const { return Json::parse(content_of(folder_.file("r.json"))); }

  Registry registry_;
  TemporaryFolder folder_;
};

/// Whatever a page could fetch, or run.
void expect_closed(const std::string& page) {
  for (const char* word : {"http:", "https:", "src=\"//", "<script", "<link", "url(", "@import",
                           "onload", "<iframe", "srcset"})
    EXPECT_FALSE(has(page, word)) << word;
  EXPECT_TRUE(has(page, "default-src 'none'"));
}

TEST_F(ReportCommandTest, APageHoldsAllThatWasMeasuredAndAsksForNothing) {
  Bench bench({registry_.find("nbody")});
  const std::string page =
      page_of(bench, "report nbody --variant scalar,vector --n 1024 --time 0.02 --sizes 2");
  EXPECT_EQ(test::markup_problem(page), "");
  expect_closed(page);
  const Workload& nbody = *registry_.find("nbody");
  for (const char* name : {"scalar", "vector"}) {
    EXPECT_TRUE(has(page, "livewarp bench nbody --variant " + std::string(name) + " ")) << name;
    EXPECT_TRUE(has(page, "id=\"v-" + std::string(name) + "\"")) << name;
    EXPECT_TRUE(has(page, nbody.find(name)->title)) << name;
  }
  EXPECT_TRUE(has(page, "verified here"));
  EXPECT_TRUE(has(page, "Traffic of a step: model: compulsory"));
  EXPECT_TRUE(has(page, "counted \u2014"));
  EXPECT_TRUE(has(page, "<svg class=\"wide\"") && has(page, "<svg class=\"narrow\""));
  EXPECT_TRUE(has(page, bench.machine.cpu.name));

  const Json report = json();
  ASSERT_EQ(report["results"].size(), 2u);
  for (const Json& result : report["results"]) {
    EXPECT_TRUE(result["verified"].get<bool>());
    EXPECT_GT(result["median_ms"].get<double>(), 0);
    EXPECT_TRUE(has(result["commands"]["measure it"].get<std::string>(), "--n 1024"));
  }
  const Json& verdict = report["verdict"];
  EXPECT_TRUE(has(verdict["command"].get<std::string>(), "livewarp ab nbody"));
  EXPECT_EQ(report["graphs"].size(), 1u);
  const SavedReport saved = read_times(folder_.file("r.json"));
  EXPECT_EQ(saved.times(), 2u) << "compare and --results read it";
}

/// Each command of a report is one that the program takes: it would measure the same again.
TEST_F(ReportCommandTest, ItsCommandsAreUnderstood) {
  Bench bench({registry_.find("heat")});
  page_of(bench, "report heat --variant threads,scalar --nx 64 --ny 48 --time 0.01 --sizes 0");
  const Json report = json();
  std::vector<std::string> lines{report["command"], report["verdict"]["command"]};
  for (const Json& result : report["results"])
    for (const auto& [what, line] : result["commands"].items())
      if (what != "watch it") lines.push_back(line);
  EXPECT_GE(lines.size(), 6u);
  for (std::string line : lines) {
    std::erase(line, '\'');
    std::vector<std::string> words = test::words(line);
    ASSERT_EQ(words.front(), "livewarp");
    words.erase(words.begin());
    EXPECT_NO_THROW(
        EXPECT_TRUE(parse_command_line(bench.context.workloads, bench.machine, words).command))
        << line;
  }
}

TEST_F(ReportCommandTest, AVariantThatCannotRunHereHasItsLensAndTheReason) {
  Bench bench({registry_.find("transpose")});
  const std::string page =
      page_of(bench, "report transpose --variant naive --time 0.01 --sizes 0", exit_wrong);
  EXPECT_EQ(test::markup_problem(page), "");
  expect_closed(page);
  EXPECT_TRUE(has(page, "no CUDA device: hidden by this test"));
  EXPECT_TRUE(has(page, "global store: 32 sectors (ideal 4)")) << "a column of floats, counted";
  EXPECT_TRUE(has(page, "ncu --set full")) << "for a machine that has a GPU";
  EXPECT_TRUE(has(page, "Nothing was measured and verified."));
  EXPECT_TRUE(has(bench.err.str(), "cannot run here"));
}

TEST_F(ReportCommandTest, AWrongVariantHasNoTime) {
  const auto toy = test::make_wrong_toy();
  Bench bench({toy.get()});
  const std::string page =
      page_of(bench, "report toy --backend cpu --time 0.01 --sizes 0", exit_wrong);
  EXPECT_EQ(test::markup_problem(page), "");
  bool any = false;
  const Json report = json();
  for (const Json& result : report["results"]) {
    if (result["verified"].get<bool>()) continue;
    any = true;
    EXPECT_TRUE(result["median_ms"].is_null());
  }
  EXPECT_TRUE(any);
  EXPECT_TRUE(has(page, "class=\"bad\">failed"));
}

TEST_F(ReportCommandTest, WhatCannotBeWrittenIsSaidBeforeAnythingIsMeasured) {
  Bench bench({registry_.find("nbody")});
  EXPECT_EQ(run(bench, "report nbody --out " + folder_.file("none/r.html")), exit_bad_request);
  EXPECT_EQ(bench.out.str(), "");
  EXPECT_TRUE(has(bench.err.str(), "none/r.html")) << bench.err.str();
  Bench other({registry_.find("nbody")});
  EXPECT_EQ(run(other, "report nbody --out report.pdf"), exit_bad_request);
  EXPECT_TRUE(has(other.err.str(), "a report is an HTML file")) << other.err.str();
}

TEST_F(ReportCommandTest, OneThatIsInterruptedSaysSo) {
  Bench bench({registry_.find("nbody")});
  bench.source.request_stop();
  const std::string page =
      page_of(bench, "report nbody --variant scalar --n 256 --sizes 0", exit_interrupted);
  EXPECT_EQ(test::markup_problem(page), "");
  EXPECT_TRUE(has(page, "Stopped before all was measured"));
  EXPECT_TRUE(json()["partial"].get<bool>());
}

}  // namespace
}  // namespace livewarp
