#include "ui/move/panel_clocks.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// The tab Clocks: what is asked for, and what is shown of what was read.
namespace livewarp::ui {
namespace {

StepClocks of_a_gpu() {
  StepClocks clocks;
  const auto warm = [](double ms) { return summarize(std::vector<double>(20, ms)); };
  clocks.device = {8.9, warm(8.37), {}};
  clocks.finished = {42, warm(8.39), {}};
  clocks.returned = {33, warm(0.0041), {}};
  return clocks;
}

StepClocks of_a_cpu() {
  StepClocks clocks = of_a_gpu();
  clocks.device = {{}, {}, "a CPU has no events: its clock is the host's"};
  clocks.returned = {{}, {}, "the call computes: it returns when the step is done"};
  return clocks;
}

class ClocksTab : public testing::Test {
 protected:
  void SetUp() override {
    app.frames(model, 4);
    app.key(model, ImGuiKey_M);
    app.activate(model, ids::path(ids::analysis, ids::clocks_tab));
    app.frames(model, 4);
  }
  static bool asked(const Result& result) {
    return std::ranges::count(result.commands, AppCommand::measure_clocks) > 0;
  }
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
};

TEST_F(ClocksTab, EnterMeasures) {
  EXPECT_TRUE(app.says("Measure the clocks"));
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Enter)));
  model.job = JobStrip{.name = "Measuring Register tile", .total = 1, .holds_run = true};
  app.frames(model, 3);
  EXPECT_TRUE(app.says("The times come in a moment."));
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Enter)));
}

TEST_F(ClocksTab, AllTimesAreReadInFullAtBothSizes) {
  model.clocks = of_a_gpu();
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1920, 1080}}) {
    app.resize(width, height);
    app.frames(model, 6);
    for (const char* text :
         {"GPU events", "Stopwatch, waiting", "Stopwatch, not waiting", "first run", "warm, median",
          "8.37 ms", "8.39 ms", "4.10 \u00b5s", "42.0 ms", "33.0 ms", "8.90 ms"})
      EXPECT_TRUE(app.says(text)) << text << " at " << width;
    for (const std::string& cut : app.cut())
      EXPECT_EQ(cut.find("Stopwatch"), std::string::npos) << cut << " at " << width;
  }
  EXPECT_TRUE(asked(app.key(model, ImGuiKey_Enter))) << "once more";
}

TEST_F(ClocksTab, SaysWhereBarsOfFirstAndWarmRunsHaveTwoAxes) {
  model.clocks = of_a_gpu();
  app.frames(model, 4);
  EXPECT_FALSE(app.says("\u00d7 as long")) << "five times: one axis";
  model.clocks->finished.first = 839;
  app.frames(model, 4);
  EXPECT_TRUE(app.says("bars 100\u00d7 as long"));
}

TEST_F(ClocksTab, WhatHasNoMeaningHasAReason) {
  model.clocks = of_a_cpu();
  app.resize(1920, 1080);
  app.frames(model, 4);
  EXPECT_TRUE(app.says("a CPU has no events"));
  EXPECT_TRUE(app.says("the call computes"));
  EXPECT_TRUE(app.says("8.39 ms"));
  model.clocks_reason = "The variant is executed from its source here, and has no time.";
  app.frames(model, 4);
  EXPECT_TRUE(app.says("executed from its source"));
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Enter)));
}

TEST(ClocksVerdict, SaysWhatTheStopwatchSays) {
  EXPECT_EQ(
      clocks_verdict(of_a_gpu()),
      "Not waiting, a stopwatch says 4.10 \u00b5s, 0.049 % of the step's 8.37 ms; waiting, it "
      "adds 20.0 \u00b5s. The first run takes 5 times as long as a warm one.");
  EXPECT_EQ(clocks_verdict(of_a_cpu()), "The first run takes 5 times as long as a warm one.");
  EXPECT_EQ(clocks_verdict({}), "");
}

}  // namespace
}  // namespace livewarp::ui
