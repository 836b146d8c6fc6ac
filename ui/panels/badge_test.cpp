#include <gtest/gtest.h>

#include <algorithm>

#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// What the readout says of live times: when drawing is in them, and what a bench has found.
namespace livewarp::ui {
namespace {

VariantEntry& running_entry(Model& model) {
  return *std::ranges::find_if(model.variants, [](const auto& each) { return each.running; });
}

/// Whether the last frame wrote that, across its lines too.
bool says_in_lines(const Headless& app, const std::string& text) {
  std::string all;
  for (const Written& each : app.written) all += each.text + " ";
  return all.find(text) != std::string::npos;
}

TEST(Badge, SaysThatDrawingSharesTheCores) {
  const FakeWorld world;
  Model model = cpu_model(world);
  Headless app;
  app.frames(model, 4);
  EXPECT_FALSE(app.says("cores shared")) << "a GPU may draw";
  model.drawn_by_cpu = true;
  for (const auto& [width, height] :
       {std::pair{1280, 720}, std::pair{1920, 1080}, std::pair{800, 460}}) {
    app.resize(width, height);
    for (const double spread : {0.01, 0.5, 7.0})
      for (const double error : {3.1e-7, 0.0}) {
        model.step.spread = spread;
        model.check.error = error;
        app.frames(model, 20);
        EXPECT_TRUE(app.says("cores shared")) << width << " " << spread << " " << error;
        EXPECT_TRUE(app.says("verified"));
        for (const std::string& text : app.cut())
          EXPECT_EQ(text.find("cores shared"), std::string::npos) << "cut: " << text;
      }
  }
  app.resize(1280, 720);
  app.key(model, ImGuiKey_F9);
  app.frames(model, 20);
  EXPECT_TRUE(app.says("verified"));
  EXPECT_TRUE(app.says("cores shared")) << "on stage too";
}

TEST(Badge, WhatRunsOnAGpuSharesNoCores) {
  const FakeWorld world;
  Model gpu = running_model(world);
  gpu.drawn_by_cpu = true;
  Headless app;
  app.frames(gpu, 4);
  EXPECT_TRUE(app.says("verified"));
  EXPECT_FALSE(app.says("cores shared"));
}

TEST(Badge, AThrottledGpuIsSaidWithItsReasons) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.dt = 0.1;
  app.resize(1920, 1080);
  app.frames(model, 4);
  EXPECT_FALSE(app.says("throttled"));
  model.gpu_state->throttle = throttle_power_cap | throttle_thermal;
  model.gpu_state->power_limit_w = 350;
  app.frames(model, 8);
  ASSERT_TRUE(app.says("throttled: power cap, thermal"));
  const auto word = std::ranges::find_if(app.written, [](const Written& each) {
    return each.text.find("throttled") != std::string::npos;
  });
  app.mouse_to(model, (word->x0 + word->x1) / 2, 18);
  app.frames(model, 8);
  EXPECT_TRUE(says_in_lines(app, "power limit")) << "what it means";
  EXPECT_TRUE(says_in_lines(app, "352 W of 350 W"));
  model.gpu_state->throttle = 0;
  app.frames(model, 8);
  EXPECT_FALSE(app.says("throttled"));
}

TEST(Badge, WhoElseComputesOnTheGpuIsSaid) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.dt = 0.1;
  app.resize(1920, 1080);
  model.gpu_state->others.emplace();
  app.frames(model, 8);
  EXPECT_FALSE(app.says("GPU shared"));
  model.gpu_state->others->push_back({4711, "python", "anna", std::size_t{1} << 30});
  app.frames(model, 8);
  EXPECT_TRUE(app.says("GPU shared: python"));
  model.gpu_state->others->push_back({});
  app.frames(model, 8);
  EXPECT_TRUE(app.says("GPU shared: 2 others"));
  model.variant = model.workload->find("threads");
  if (model.variant) {
    app.frames(model, 8);
    EXPECT_FALSE(app.says("GPU shared")) << "the variant runs on the CPU";
  }
}

TEST(Badge, ADisturbedBenchIsMarkedInItsRow) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.dt = 0.1;
  app.resize(1920, 1080);
  app.frames(model, 4);
  EXPECT_FALSE(app.says("disturbed"));
  running_entry(model).disturbed = "throttled: power cap in all samples";
  running_entry(model).bench_state = "SM clock 1,200 MHz, 700 W, 2.34 mJ a step";
  app.find(model, ids::path(ids::variants, ids::row, model.variant->name), 1700);
  app.frames(model, 10);
  EXPECT_TRUE(says_in_lines(app, "power cap in all samples"));
  EXPECT_TRUE(says_in_lines(app, "2.34 mJ a step"));
}

TEST(Badge, ItsHoverTextSaysWhy) {
  const FakeWorld world;
  Model model = cpu_model(world);
  model.drawn_by_cpu = true;
  Headless app;
  app.dt = 0.1;
  app.frames(model, 4);
  const auto word = std::ranges::find_if(app.written, [](const Written& each) {
    return each.text.find("cores shared") != std::string::npos;
  });
  ASSERT_NE(word, app.written.end());
  const float x = (word->x0 + word->x1) / 2;
  for (float y = 36; y < 110 && !app.says("twice the bench's"); y += 8) {
    app.mouse_to(model, x, y);
    app.frames(model, 8);
  }
  EXPECT_TRUE(app.says("twice the bench's"));
  EXPECT_TRUE(app.says("llvmpipe"));
  EXPECT_TRUE(app.says("RMS error")) << "what was compared is still said";
}

TEST(Badge, TheBenchOfTheSameSettingStandsBesideTheLiveTime) {
  const FakeWorld world;
  Model model = running_model(world);
  running_entry(model).bench->median = 7.9;
  const std::string both = "live 8.37 ms \u00b7 bench 7.90 ms";
  Headless app;
  app.frames(model, 20);
  EXPECT_TRUE(app.says(both));
  EXPECT_EQ(app.cut(), std::vector<std::string>{});
  app.key(model, ImGuiKey_F9);
  app.frames(model, 20);
  EXPECT_TRUE(app.says("bench 7.90 ms")) << "on stage too";
  app.key(model, ImGuiKey_F9);
  model.step.median = 0.955;
  running_entry(model).bench->median = 1.004;
  app.frames(model, 20);
  EXPECT_TRUE(app.says("live 955 \u00b5s \u00b7 bench 1,004 \u00b5s")) << "in one unit";
  model.step.median = 8.37;
  running_entry(model).bench->median = 7.9;
  running_entry(model).partial = true;
  app.frames(model, 20);
  EXPECT_FALSE(app.says("bench 7.90 ms")) << "it was stopped early";
  running_entry(model).partial = false;
  running_entry(model).bench.reset();
  app.frames(model, 20);
  EXPECT_TRUE(app.says("live median of 240"));
  EXPECT_FALSE(app.says("bench 7"));
}

/// Moves the mouse down over the bar beside the number until it says `text`.
bool hover_says(Headless& app, const Model& model, const std::string& text) {
  app.frames(model, 4);
  for (float y = 36; y < 80 && !app.says(text); y += 6) {
    app.mouse_to(model, 560, y);
    app.frames(model, 30);
  }
  return app.says(text);
}

TEST(Badge, TheBarSaysHowStepsWereTaken) {
  const FakeWorld world;
  Model model = running_model(world);
  model.steps_together = 28;
  model.steps_beside_drawing = 1234;
  Headless app;
  EXPECT_TRUE(hover_says(app, model, "28 steps"));
  EXPECT_TRUE(app.says("1,234"));
  model.steps_together = 1;
  model.slices = 10;
  app.frames(model, 4);
  EXPECT_TRUE(app.says("10 parts"));
  model.slices = 1;
  app.frames(model, 4);
  EXPECT_TRUE(app.says("percentile"));
  EXPECT_FALSE(app.says("parts"));
}

}  // namespace
}  // namespace livewarp::ui
