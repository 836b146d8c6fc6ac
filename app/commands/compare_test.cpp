#include <gtest/gtest.h>

#include <fstream>

#include "app/measure/json_report.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"

namespace livewarp {
namespace {

using test::Bench;
using test::content_of;
using test::has;
using test::run;
using test::TemporaryFolder;

class CompareCommandTest : public testing::Test {
 protected:
  /// What a bench of the toy wrote.
  Json measured(int n) {
    const auto toy = test::make_toy();
    Bench bench({toy.get()});
    EXPECT_EQ(run(bench, "bench toy --backend cpu --time 0.02 --n " + std::to_string(n) +
                             " --json " + folder_.file("measured.json")),
              exit_ok)
        << bench.err.str();
    return Json::parse(content_of(folder_.file("measured.json")));
  }
  std::string saved(const std::string& name, const Json& report) {
    std::ofstream(folder_.file(name)) << report.dump();
    return folder_.file(name);
  }
  int compare(const std::string& a, const std::string& b) {
    Bench bench({});
    const int code = run(bench, "compare " + a + " " + b);
    out_ = bench.out.str();
    err_ = bench.err.str();
    return code;
  }

  TemporaryFolder folder_;
  std::string out_, err_;
};

TEST_F(CompareCommandTest, RatiosAreThoseOfTheNumbers) {
  Json a = measured(500), b = a;
  a["results"][0]["median_ms"] = 2.0;
  a["results"][0]["rate"] = 1000.0;
  b["results"][0]["median_ms"] = 3.0;
  b["results"][0]["rate"] = 500.0;
  b["machine"]["cpu"]["name"] = "Another CPU";
  b["machine"]["cpu"]["cores"] = 64;
  b["version"] = "9.9.9";
  ASSERT_EQ(compare(saved("a.json", a), saved("b.json", b)), exit_ok) << err_;
  EXPECT_TRUE(has(out_, "1.500")) << out_;
  EXPECT_TRUE(has(out_, "0.500")) << out_;
  EXPECT_TRUE(has(out_, "| Another CPU, 64 cores")) << out_;
  EXPECT_TRUE(has(out_, "| 9.9.9")) << out_;
  EXPECT_FALSE(has(out_, "driver_cuda")) << "what is alike is not said\n" << out_;
}

TEST_F(CompareCommandTest, TimesOfOtherWorkAreNoRatio) {
  Json a = measured(500), b = measured(1500);
  // A measured rate could have the ratio that must not be told.
  const auto tell_alone = [](Json& report, double ms) {
    report["results"] = Json::array({report["results"][0]});
    report["results"][0]["median_ms"] = ms;
    report["results"][0]["rate"] = 1000.0;
  };
  tell_alone(a, 2.0);
  tell_alone(b, 3.0);
  ASSERT_EQ(compare(saved("a.json", a), saved("b.json", b)), exit_ok) << err_;
  EXPECT_TRUE(has(out_, "n 500 | 1,500")) << out_;
  EXPECT_FALSE(has(out_, "1.500")) << out_;
}

TEST_F(CompareCommandTest, WhatIsNotVerifiedHasNoTime) {
  Json a = measured(500), b = a;
  b["results"][0]["median_ms"] = 123.25;
  b["results"][0]["verified"] = false;
  ASSERT_EQ(compare(saved("a.json", a), saved("b.json", b)), exit_ok) << err_;
  EXPECT_FALSE(has(out_, "123.")) << out_;
  EXPECT_TRUE(has(out_, "B: not verified")) << out_;
}

TEST_F(CompareCommandTest, OfSeveralSettingsTheMostAlikeAreCompared) {
  Json a = measured(500), b = a;
  Json other = b["results"][0];
  other["problem"]["n"] = 501;
  b["results"].insert(b["results"].begin(), other);
  ASSERT_EQ(compare(saved("a.json", a), saved("b.json", b)), exit_ok) << err_;
  EXPECT_FALSE(has(out_, "n 500 | 501")) << out_;
  EXPECT_TRUE(has(out_, "1 result stands in one of them only")) << out_;
}

TEST_F(CompareCommandTest, WhatIsNoReportIsNamed) {
  const std::string good = saved("a.json", measured(500));
  std::ofstream(folder_.file("text.json")) << "hello";
  EXPECT_EQ(compare(good, folder_.file("none.json")), exit_bad_request);
  EXPECT_TRUE(has(err_, "cannot read " + folder_.file("none.json"))) << err_;
  EXPECT_EQ(compare(good, folder_.file("text.json")), exit_bad_request);
  EXPECT_TRUE(has(err_, "is no JSON file")) << err_;
  EXPECT_EQ(compare(saved("list.json", Json::array({1, 2})), good), exit_bad_request);
  EXPECT_TRUE(has(err_, "is no report of results")) << err_;
  for (const char* const key : {"variant", "launch", "verified"}) {
    Json odd = Json::parse(content_of(good));
    odd["results"][0][key] = 7;
    EXPECT_EQ(compare(saved("odd.json", odd), good), exit_bad_request) << key;
    EXPECT_TRUE(has(err_, "is no report of results")) << err_;
  }
  Json empty = Json::parse(content_of(good));
  empty["results"] = Json::array();
  EXPECT_EQ(compare(good, saved("empty.json", empty)), exit_wrong);
  EXPECT_TRUE(has(err_, "no variant in common")) << err_;
  Bench bench({});
  EXPECT_EQ(run(bench, "compare " + good), exit_bad_request);
}

}  // namespace
}  // namespace livewarp
