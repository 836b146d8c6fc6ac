#include <gtest/gtest.h>

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

class AbCommandTest : public testing::Test {
 protected:
  Json compared(const std::string& line) {
    const TemporaryFolder folder;
    Bench bench({registry_.find("nbody")});
    EXPECT_EQ(run(bench, line + " --json " + folder.file("r.json")), exit_ok)
        << bench.out.str() << bench.err.str();
    said_ = bench.out.str();
    return Json::parse(content_of(folder.file("r.json")));
  }
  /// The refusal, and that nothing was measured.
  std::string refused(const std::string& line) {
    Bench bench({registry_.find("nbody")});
    EXPECT_EQ(run(bench, line), exit_bad_request) << line;
    EXPECT_EQ(bench.out.str(), "");
    return bench.err.str();
  }

  Registry registry_;
  std::string said_;
};

TEST_F(AbCommandTest, SaysWhichOfTwoIsFaster) {
  const Json faster = compared("ab nbody --variant scalar --n 1024 --against vector");
  EXPECT_TRUE(has(said_, "B is FASTER")) << said_;
  EXPECT_TRUE(has(said_, "other: variant")) << said_;
  EXPECT_EQ(faster["verdict"], "faster");
  EXPECT_EQ(faster["a"]["variant"], "scalar");
  EXPECT_EQ(faster["b"]["variant"], "vector");
  EXPECT_TRUE(faster["a"]["verified"].get<bool>() && faster["b"]["verified"].get<bool>());
  const double ratio = faster["time_ratio"], low = faster["low"], high = faster["high"];
  EXPECT_LT(low, ratio);
  EXPECT_LT(ratio, high);
  EXPECT_LT(high, 1);
  EXPECT_NEAR(faster["rate_ratio"].get<double>() * ratio, 1, 1e-9);
  EXPECT_GE(faster["pairs"].get<int>(), 11) << "no verdict comes from fewer signs";
  EXPECT_EQ(faster["gpu"]["unknown"], "not measured on a GPU");
  EXPECT_TRUE(faster["machine"].is_object() && faster["date"].is_string());

  const Json slower = compared("ab nbody --variant vector --n 1024 --against scalar");
  EXPECT_EQ(slower["verdict"], "slower");
  EXPECT_GT(slower["low"].get<double>(), 1);
}

TEST_F(AbCommandTest, AnotherVariantKeepsThePrecision) {
  const Json json =
      compared("ab nbody --variant scalar --precision fp64 --n 512 --against vector --time 0.5");
  EXPECT_EQ(json["b"]["launch"]["precision"], "fp64");
  EXPECT_EQ(json["differ"], Json::array({"variant"}));
}

// Twice the bodies are four times the interactions, which the rate counts.
TEST_F(AbCommandTest, SizesMayDiffer) {
  const Json json = compared("ab nbody --variant scalar --n 512 --against n=1024");
  EXPECT_EQ(json["verdict"], "slower");
  EXPECT_EQ(json["differ"], Json::array({"n"}));
  EXPECT_GT(json["time_ratio"].get<double>(), 1);
  EXPECT_NEAR(json["rate_ratio"].get<double>(), 4 / json["time_ratio"].get<double>(), 1e-9);
}

TEST_F(AbCommandTest, WhatCannotBeComparedIsSaidBeforeAnythingIsMeasured) {
  EXPECT_TRUE(has(refused("ab nbody"), "--against is missing"));
  EXPECT_TRUE(has(refused("ab nbody --against ,"), "names nothing"));
  EXPECT_TRUE(has(refused("ab nbody --variant vector --against vector"), "that is A itself"));
  EXPECT_TRUE(has(refused("ab nbody --variant vector --against scaler"), "scalar"));
  EXPECT_TRUE(has(refused("ab nbody --variant scalar --against blok=7"), "no such setting"));
  EXPECT_TRUE(has(refused("ab nbody --variant scalar --against n=0"), "0"));
  EXPECT_TRUE(has(refused("ab nbody --variant scalar --against shared"), "cannot run here"));
}

TEST(AbCommand, OfAVariantThatIsWrongNoTimeIsShown) {
  const auto toy = test::make_wrong_toy();
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "ab toy --n 1000 --variant wrong --against plain"), exit_wrong);
  EXPECT_TRUE(has(bench.err.str(), "No time is shown for it")) << bench.err.str();
  EXPECT_FALSE(has(bench.out.str(), "interval")) << bench.out.str();
}

}  // namespace
}  // namespace livewarp
