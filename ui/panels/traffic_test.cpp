/// The tab Traffic: what is asked for, what it says, and that nothing of it is cut.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>

#include "ui/charts/traffic_chart.h"
#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

TrafficStage bytes(const char* id, StageOrigin origin, double amount, const char* value) {
  TrafficStage stage{.id = id, .label = id, .origin = origin, .about = "So many."};
  stage.amount = amount;
  stage.value = value;
  stage.unit = "MB";
  return stage;
}

/// A plate of which L2 serves three quarters, on a device whose limits are known or not.
TrafficView plate(const Choice& choice, bool limits = true) {
  TrafficView view;
  view.choice = choice;
  view.title = "Naive";
  view.live = true;
  view.stages = {bytes("compulsory", StageOrigin::model, 8.39e6, "8.39"),
                 bytes("requested", StageOrigin::model, 25.2e6, "25.2"),
                 bytes("counted", StageOrigin::lens, 34e6, "34.0"),
                 bytes("L2", StageOrigin::counters, 34e6, "34.0"),
                 bytes("DRAM", StageOrigin::counters, 8.5e6, "8.50")};
  const double ratios[]{3, 1.35, 1, 0.25};
  const char* const roofs[]{"DRAM copy", "L1", "L1", "L2", "DRAM copy"};
  for (int i = 0; i < 5; ++i) {
    TrafficStage& stage = view.stages[std::size_t(i)];
    if (i < 4) stage.to_next = ratios[i];
    if (!limits) continue;
    stage.roof = roofs[i];
    stage.ms = stage.amount / (i % 4 == 0 ? 1e12 : 8e12) * 1000;
    stage.share = stage.ms / 0.01;
  }
  view.stages[4].binds = limits;
  TrafficStage operations = bytes("arithmetic", StageOrigin::model, 6.3e6, "6.29");
  operations.kind = StageKind::operations;
  operations.unit = "MFLOP";
  if (limits) {
    operations.roof = "fp32 FMA";
    operations.ms = 0.0003;
    operations.share = 0.03;
    view.device = "a GPU";
  }
  view.stages.push_back(operations);
  TrafficStage time = bytes("time", StageOrigin::clock, 0.01, "10.0");
  time.kind = StageKind::time;
  time.unit = "\u00b5s";
  time.ms = 0.01;
  view.stages.push_back(time);
  view.pace = "850 GB/s, 85 % of DRAM copy";
  view.sentence =
      "The largest gap is between L2 and DRAM traffic: three quarters of what is asked for comes "
      "from L2.";
  return view;
}

class TrafficTab : public testing::Test {
 protected:
  void SetUp() override {
    app.resize(1280, 720);
    app.frames(model, 4);
    app.key(model, ImGuiKey_W);
    app.activate(model, ids::path(ids::analysis, ids::traffic_tab));
    view = plate(model.choice);
  }
  void show() {
    model.traffic = &view;
    app.frames(model, 3);
  }
  const FakeWorld world;
  Model model = running_model(world);
  TrafficView view;
  Headless app;
};

TEST_F(TrafficTab, AsksForWhatRuns) {
  const Result result = app.frame(model);
  ASSERT_TRUE(result.traffic);
  EXPECT_TRUE(same_setting(*result.traffic, model.choice));
  EXPECT_TRUE(result.animating) << "it comes with the next frame";
  app.key(model, ImGuiKey_W);
  EXPECT_FALSE(app.frame(model).traffic) << "closed";
}

TEST_F(TrafficTab, SaysBytesRatiosLimitsAndTheSentenceInFull) {
  for (const auto& [width, height] : {std::pair{1280, 720}, {1920, 1080}}) {
    app.resize(width, height);
    app.frames(model, 4);
    show();
    for (const char* words :
         {"compulsory", "requested", "counted", "arithmetic", "time", "lens", "counters", "live",
          "8.39", "25.2", "34.0", "\u00d73.00", "\u00d71.35", "\u00d70.250", "10.0 \u00b5s"})
      EXPECT_TRUE(whole(app, words)) << words << " at " << width;
    // The heads of the columns are the first to go: in a small window the tabs take two rows.
    EXPECT_EQ(whole(app, "bytes of a step"), width > 1280) << width;
    EXPECT_TRUE(app.says("DRAM copy")) << width;
    EXPECT_TRUE(app.says("The largest gap is between L2 and DRAM traffic")) << width;
    for (const Written& each : app.written)
      EXPECT_FALSE(each.cut && view.sentence.find(each.text) != std::string::npos) << each.text;
  }
}

TEST_F(TrafficTab, WhatIsMissingSaysWhy) {
  for (TrafficStage& stage : view.stages)
    if (stage.origin == StageOrigin::lens || stage.kind == StageKind::time)
      stage.absent = stage.kind == StageKind::time ? "no CUDA device" : "it is being counted";
  show();
  EXPECT_TRUE(app.says("it is being counted"));
  EXPECT_TRUE(app.says("no CUDA device"));
  EXPECT_FALSE(app.says("10.0 \u00b5s"));
}

TEST_F(TrafficTab, TheLensIsAskedUntilItHasCounted) {
  view.counting = true;
  show();
  const Result result = app.frame(model);
  ASSERT_TRUE(result.lens);
  EXPECT_EQ(result.lens->variant, model.choice.variant);
  EXPECT_EQ(result.lens->problem, model.choice.problem);
  view.counting = false;
  EXPECT_FALSE(app.frame(model).lens);
}

TEST_F(TrafficTab, EnterMeasuresLimitsAndItStays) {
  view = plate(model.choice, false);
  show();
  EXPECT_TRUE(app.says("Measure limits"));
  const Result result = app.key(model, ImGuiKey_Enter);
  EXPECT_TRUE(asked(result, AppCommand::measure_roofs));
  EXPECT_TRUE(app.frame(model).traffic) << "the same tab is shown";
}

TEST_F(TrafficTab, OfAnotherSettingNothingIsShown) {
  view.choice.problem["n"] = std::int64_t{1};
  show();
  EXPECT_FALSE(app.says("The largest gap"));
}

TEST_F(TrafficTab, RowsDoNotOverlapInAnyPanel) {
  show();
  for (const auto& [width, height] : {std::pair{640, 400}, {1280, 720}, {3840, 2160}}) {
    app.resize(width, height);
    app.frames(model, 4);
    for (const Written& each : app.written) {
      const bool ours = each.text == "8.39" || each.text == "DRAM";
      EXPECT_FALSE(ours && each.cut) << each.text << " at " << width;
    }
  }
}

TEST_F(TrafficTab, AStageTellsAllOfItself) {
  const std::string dram = about_stage(view, view.stages[4]);
  for (const char* words : {"DRAM (counters)", "8.50 MB", "at the DRAM copy roof of a GPU",
                            "85 % of the time", "takes the longest"})
    EXPECT_NE(dram.find(words), std::string::npos) << words << "\n" << dram;
  view.stages[2].absent = "no source";
  EXPECT_NE(about_stage(view, view.stages[2]).find("no source"), std::string::npos);
}

}  // namespace
}  // namespace livewarp::ui
