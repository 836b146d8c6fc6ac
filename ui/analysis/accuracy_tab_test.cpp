/// The tab Error: which points it has, and where settings that ran before stand.
#include <gtest/gtest.h>

#include <algorithm>

#include "ui/charts/accuracy_chart.h"
#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

VariantEntry& variant(Model& model, const std::string& name) {
  const auto found = std::ranges::find(model.variants, name,
                                       [](const VariantEntry& entry) { return entry.info->name; });
  EXPECT_NE(found, model.variants.end()) << name;
  return *found;
}

void bench(VariantEntry& entry, double ms, double error) {
  entry.check.verdict = Verdict::here;
  entry.check.error = error;
  entry.bench = Summary{.count = 20, .median = ms};
}

class AccuracyTab : public testing::Test {
 protected:
  void SetUp() override {
    for (VariantEntry& entry : model.variants) entry.bench.reset();
    running_ = std::ranges::find(model.variants, true, &VariantEntry::running)->info->name;
    other_ = std::ranges::find_if(model.variants, [&](const VariantEntry& entry) {
               return !entry.running && entry.reason.empty();
             })->info->name;
    app.resize(1920, 1080);
    app.frames(model, 4);
    app.key(model, ImGuiKey_G);
    app.activate(model, ids::path(ids::analysis, ids::accuracy_tab));
  }
  const FakeWorld world;
  Model model = running_model(world);
  std::string running_, other_;
  Headless app;
};

TEST_F(AccuracyTab, WhatIsNotVerifiedHasNoPlace) {
  bench(variant(model, other_), 2, 1e-4);
  EXPECT_EQ(accuracy_points(model).size(), 2u) << "the running one by its live time";
  EXPECT_TRUE(accuracy_points(model)[0].live != accuracy_points(model)[1].live);
  variant(model, other_).check.verdict = Verdict::failed;
  model.check.verdict = Verdict::failed;
  EXPECT_TRUE(accuracy_points(model).empty());
  app.frames(model, 2);
  EXPECT_TRUE(app.says("once it is verified and timed"));
}

// A measurement of all variants verifies them at the check sizes alone.
TEST_F(AccuracyTab, ErrorsOfTheCheckSizesSaySo) {
  bench(variant(model, other_), 2, 1e-4);
  variant(model, other_).check.verdict = Verdict::at_check_sizes;
  const auto points = accuracy_points(model);
  const auto other = std::ranges::find(points, other_, &AccuracyPoint::variant);
  ASSERT_NE(other, points.end());
  EXPECT_EQ(other->error, 1e-4);
  EXPECT_NE(about_point(*other).find("at the check sizes"), std::string::npos);
  const auto running = std::ranges::find(points, running_, &AccuracyPoint::variant);
  EXPECT_EQ(about_point(*running).find("at the check sizes"), std::string::npos);
}

TEST_F(AccuracyTab, ErrorsLieToTheRightAndTimesUpwards) {
  bench(variant(model, running_), 1, 1e-6);
  bench(variant(model, other_), 4, 0);
  const auto points = accuracy_points(model);
  const RoofPlot plot = accuracy_plot(points, {});
  ASSERT_EQ(plot.marks.size(), 2u);
  const auto& [exact, inexact] = plot.marks[0].working ? std::pair{plot.marks[1], plot.marks[0]}
                                                       : std::pair{plot.marks[0], plot.marks[1]};
  EXPECT_TRUE(inexact.working);
  EXPECT_DOUBLE_EQ(inexact.x, 1e-6);
  EXPECT_LT(exact.x, 0.2 * inexact.x) << "no error stands apart, at the left";
  EXPECT_DOUBLE_EQ(exact.y, 4);
  for (const RoofMark& mark : plot.marks) {
    EXPECT_GT(mark.x, plot.x.low);
    EXPECT_LT(mark.x, plot.x.high);
    EXPECT_GT(mark.y, plot.y.low);
    EXPECT_LT(mark.y, plot.y.high);
  }
  EXPECT_GE(plot.y.high / plot.y.low, 10) << "the axis has figures";
}

TEST_F(AccuracyTab, SettingsThatRanBeforeLeaveALine) {
  std::vector<AccuracyPoint> trail;
  VariantEntry& runs = variant(model, running_);
  runs.choice = model.choice;
  const auto axis = std::ranges::find(runs.info->axes, "block", &Param::id);
  ASSERT_NE(axis, runs.info->axes.end());
  ASSERT_GE(axis->options.size(), 2u);
  follow_running(trail, accuracy_points(model));
  model.step.median *= 2;
  follow_running(trail, accuracy_points(model));
  ASSERT_EQ(trail.size(), 1u) << "the same setting has one place";
  EXPECT_DOUBLE_EQ(trail[0].ms, model.step.median);
  for (const Option& option : axis->options)
    if (option.id != get_text(runs.choice.launch, "block")) runs.choice.launch["block"] = option.id;
  model.step.count = std::size_t(model.wanted_samples) - 1;
  follow_running(trail, accuracy_points(model));
  EXPECT_EQ(trail.size(), 1u) << "not yet timed";
  model.step.count = std::size_t(model.wanted_samples);
  follow_running(trail, accuracy_points(model));
  EXPECT_EQ(trail.size(), 2u);
  EXPECT_NE(trail[0].setting, trail[1].setting);
}

TEST_F(AccuracyTab, NamesItsAxesAndEnterMeasuresAll) {
  bench(variant(model, other_), 2, 1e-4);
  app.frames(model, 2);
  EXPECT_TRUE(app.says("Left is more exact"));
  EXPECT_TRUE(app.says("error against the reference"));
  const Result result = app.key(model, ImGuiKey_Enter);
  EXPECT_EQ(std::ranges::count(result.commands, AppCommand::measure_all), 1);
}

TEST_F(AccuracyTab, IsDrawnInTheSmallestPanel) {
  bench(variant(model, running_), 1, 1e-6);
  bench(variant(model, other_), 4, 0);
  for (const auto& [width, height] : {std::pair{640, 400}, {1280, 720}, {3840, 2160}}) {
    app.resize(width, height);
    app.frames(model, 4);
    EXPECT_FALSE(app.says("once it is verified and timed")) << width;
    EXPECT_TRUE(app.says("error against the reference")) << width;
  }
}

}  // namespace
}  // namespace livewarp::ui
