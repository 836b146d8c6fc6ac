#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/measure/sweep_sizes.h"
#include "app/reports/saved_curve.h"
#include "app/reports/saved_time.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

/// A report of one machine, made by hand.
class SavedTimeTest : public testing::Test {
 protected:
  SavedTimeTest() {
    report_.path = "a.json";
    report_.gpus = {"NVIDIA H200"};
    for (const std::int64_t n : {16384, 65536, 1048576}) add(n, 1e-9 * double(n) * double(n), 1e11);
  }
  SavedResult& add(std::int64_t n, double ms, double rate) {
    Choice choice = setting(n);
    report_.results.push_back({.workload = "nbody",
                               .variant = "shared",
                               .backend = "cuda",
                               .executor = "cuda",
                               .memory = "device",
                               .launch = choice.launch,
                               .problem = choice.problem,
                               .verified = true,
                               .median_ms = ms,
                               .rate = rate,
                               .rate_unit = "interactions/s",
                               .version = "0.1.0",
                               .date = "2026-01-31"});
    return report_.results.back();
  }
  Choice setting(std::int64_t n) const {
    Choice choice = default_choice(nbody(), "shared", Backend::cuda);
    choice.problem["n"] = n;
    return choice;
  }
  SavedTime beside(const Choice& choice) const {
    return saved_time(report_, nbody(), *nbody().find("shared"), choice);
  }
  const Workload& nbody() const { return *registry_.find("nbody"); }

  Registry registry_;
  SavedReport report_;
};

TEST_F(SavedTimeTest, TheVerySettingHasATime) {
  const SavedTime time = beside(setting(65536));
  EXPECT_EQ(time.median_ms, report_.results[1].median_ms);
  EXPECT_FALSE(time.has_rate());
  EXPECT_TRUE(time.differences.empty());
}

TEST_F(SavedTimeTest, AnotherSizeHasTheRateOfTheNearestOne) {
  const SavedTime time = beside(setting(50000));
  EXPECT_FALSE(time.has_time());
  EXPECT_EQ(time.result, &report_.results[1]);
  EXPECT_EQ(time.rate, report_.results[1].rate);
  ASSERT_EQ(time.differences.size(), 1U);
  EXPECT_EQ(time.differences[0], "bodies 65,536 (here 50,000)");
  EXPECT_EQ(beside(setting(900000)).result, &report_.results[2]);
}

TEST_F(SavedTimeTest, ASettingThatChangesNoWorkIsSaidAndOnlyTheRateStands) {
  Choice choice = setting(16384);
  choice.problem["seed"] = std::int64_t{7};
  choice.launch["block"] = std::string("64");
  const SavedTime time = beside(choice);
  EXPECT_TRUE(time.has_rate());
  EXPECT_EQ(time.differences.size(), 2U);
  EXPECT_TRUE(std::ranges::count(time.differences, "block 256 (here 64)") ||
              std::ranges::count(time.differences, "block 128 (here 64)"));
}

TEST_F(SavedTimeTest, OtherWorkIsNotCompared) {
  Choice choice = setting(16384);
  choice.launch["precision"] = std::string("fp64");
  const SavedTime time = beside(choice);
  EXPECT_FALSE(time.has_time());
  EXPECT_FALSE(time.has_rate());
  EXPECT_NE(time.reason.find("precision fp32 (here fp64)"), std::string::npos) << time.reason;

  // Another filter reads another number of pixels.
  const Workload& scaling = *registry_.find("scaling");
  Choice bilinear = default_choice(scaling, "direct", Backend::cuda);
  bilinear.problem["filter"] = std::string("bilinear");
  report_.results = {{.workload = "scaling",
                      .variant = "direct",
                      .executor = "cuda",
                      .memory = "device",
                      .launch = bilinear.launch,
                      .problem = bilinear.problem,
                      .verified = true,
                      .median_ms = 1,
                      .rate = 1e9,
                      .rate_unit = "pixels/s"}};
  const VariantInfo& direct = *scaling.find("direct");
  EXPECT_TRUE(saved_time(report_, scaling, direct, bilinear).has_time());
  Choice nearest = bilinear;
  nearest.problem["filter"] = std::string("nearest");
  const SavedTime none = saved_time(report_, scaling, direct, nearest);
  EXPECT_FALSE(none.has_time() || none.has_rate());
  EXPECT_NE(none.reason.find("filter"), std::string::npos) << none.reason;
}

TEST_F(SavedTimeTest, WhatIsNotThereIsSaid) {
  const VariantInfo& naive = *nbody().find("naive");
  EXPECT_EQ(saved_time(report_, nbody(), naive, setting(100)).reason,
            "the file has no result of this variant");
  for (SavedResult& result : report_.results) {
    result.median_ms = 0;
    result.no_time = "not verified";
  }
  EXPECT_EQ(beside(setting(16384)).reason, "no time in the file: not verified");
}

// What a window shows of a picture is not what was benched: a rate to look at, and no time in a
// sweep.
TEST_F(SavedTimeTest, OperationsAloneAreNoWork) {
  const Workload& scaling = *registry_.find("scaling");
  const VariantInfo& direct = *scaling.find("direct");
  Choice choice = default_choice(scaling, "direct", Backend::cuda);
  choice.problem["filter"] = std::string("bilinear");
  report_.results = {{.workload = "scaling",
                      .variant = "direct",
                      .executor = "cuda",
                      .memory = "device",
                      .launch = choice.launch,
                      .problem = choice.problem,
                      .verified = true,
                      .median_ms = 1,
                      .rate = 1e9,
                      .rate_unit = "pixels/s"}};
  EXPECT_EQ(saved_curve(report_, scaling, direct, choice, {}, {}).points.size(), 1U);
  EXPECT_EQ(size_text(scaling, choice.problem), "3,840\u00d72,160");
  choice.problem["scale"] = 3.5;
  const SavedTime time = saved_time(report_, scaling, direct, choice);
  EXPECT_FALSE(time.has_time() || time.has_rate());
  EXPECT_EQ(time.distant_rate, 1e9);
  EXPECT_NE(time.reason.find("scale 2 (here 3.5)"), std::string::npos) << time.reason;
  EXPECT_TRUE(saved_curve(report_, scaling, direct, choice, {}, {}).points.empty());
  // The same work an item, of four times as many.
  choice.problem["scale"] = 2.0;
  choice.problem["result_width"] = std::int64_t{3840};
  choice.problem["result_height"] = std::int64_t{2160};
  EXPECT_TRUE(saved_curve(report_, scaling, direct, choice, {}, {}).points.empty());
}

TEST_F(SavedTimeTest, ValuesThatNobodyHasAreOtherWorkAndNoFailure) {
  report_.results.resize(1);
  report_.results[0].problem["integrator"] = std::string("none such");
  EXPECT_FALSE(beside(setting(16384)).has_rate());
  report_.results[0].problem["integrator"] = 2.5;
  EXPECT_FALSE(beside(setting(16384)).has_rate());
  report_.results[0].problem = {{"n", std::string("many")}};
  EXPECT_NO_THROW(beside(setting(16384)));
  report_.results[0].launch = {{"block", std::string("9x9x9")}, {"strange", true}};
  EXPECT_NO_THROW(beside(setting(16384)));
}

TEST_F(SavedTimeTest, ASweepHasTheTimesOfTheSameWorkAtItsPlaces) {
  Graph graph;
  const VariantInfo& shared = *nbody().find("shared");
  const Curve sizes = saved_curve(report_, nbody(), shared, setting(4096), {}, graph);
  ASSERT_EQ(sizes.points.size(), 3U);
  EXPECT_EQ(sizes.kind, CurveKind::other);
  EXPECT_EQ(sizes.points[1].x, 65536);
  EXPECT_EQ(sizes.points[1].median, report_.results[1].median_ms);
  EXPECT_EQ(sizes.points[1].setting, "65,536") << "it labels the axis";
  EXPECT_EQ(sizes.points[1].note, "");
  Choice galaxies = setting(4096);
  galaxies.problem["start"] = std::string("galaxies");
  const Curve other_start = saved_curve(report_, nbody(), shared, galaxies, {}, graph);
  ASSERT_EQ(other_start.points.size(), 3U);
  EXPECT_EQ(other_start.points[1].setting, "65,536");
  EXPECT_EQ(other_start.points[1].note, "start plummer (here galaxies)");
  EXPECT_NE(sizes.label.find("H200"), std::string::npos) << sizes.label;

  report_.results.clear();
  for (const char* block : {"64", "256"})
    add(16384, block[0] == '6' ? 2 : 1, 1e11).launch["block"] = std::string(block);
  SweepOver blocks;
  blocks.id = "block";
  const Curve curve = saved_curve(report_, nbody(), shared, setting(16384), blocks, graph);
  ASSERT_EQ(curve.points.size(), 2U);
  EXPECT_EQ(curve.points[0].x, 64);
  EXPECT_EQ(curve.points[0].median, 2);
  EXPECT_TRUE(saved_curve(report_, nbody(), shared, setting(4096), blocks, graph).points.empty())
      << "of another size";
}

}  // namespace
}  // namespace livewarp
