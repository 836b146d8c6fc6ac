#include "app/run/step_stats.h"

#include <gtest/gtest.h>

#include <thread>

namespace livewarp {
namespace {

using namespace std::chrono_literals;

// Sixteen steps that a first frame counts are no rate: they ended at one moment for whoever looks
// once a frame.
TEST(StepStats, StepsOfOneFrameAreNoRate) {
  StepStats step_stats;
  for (int i = 0; i < 16; ++i) step_stats.count_steps(1);
  EXPECT_EQ(step_stats.steps_per_second(), 0);
  std::this_thread::sleep_for(250ms);
  for (int i = 0; i < 16; ++i) step_stats.count_steps(1);
  EXPECT_GT(step_stats.steps_per_second(), 0);
  EXPECT_LE(step_stats.steps_per_second(), 31 / 0.25);
}

TEST(StepStats, OfLongStepsFewOrNoneAreWarmUp) {
  const auto kept_of = [](double ms, int steps) {
    StepStats step_stats;
    for (int i = 0; i < steps; ++i) step_stats.add_step({.kernel = ms}, DrawLog());
    return step_stats.step.size();
  };
  EXPECT_EQ(kept_of(1, 10), 7u);
  EXPECT_EQ(kept_of(30, 10), 8u);
  EXPECT_EQ(kept_of(100, 3), 2u);
  EXPECT_EQ(kept_of(400, 3), 3u) << "a lecture waits for each of them";
}

TEST(StepStats, StepsTimedTogetherAreOneSampleAndCountAsManyInTheRate) {
  StepStats apart, together;
  for (int i = 0; i < 64; ++i) apart.add_step({.kernel = 0.01}, DrawLog());
  for (int i = 0; i < 8; ++i) together.add_step({.kernel = 0.01, .steps = 8}, DrawLog());
  EXPECT_EQ(apart.step.size(), 61u);
  EXPECT_EQ(together.step.size(), 5u);
  EXPECT_EQ(together.together, 8);
  EXPECT_EQ(together.step.summary().median, apart.step.summary().median);
  std::this_thread::sleep_for(250ms);
  apart.count_steps(8);
  together.count_steps(8);
  EXPECT_GT(together.steps_per_second(), 64 / 0.35);
  EXPECT_LT(together.steps_per_second(), 64 / 0.25);
  EXPECT_GE(apart.steps_per_second(), together.steps_per_second());
}

TEST(StepStats, OfStepsBesideADrawingAllAreLeftOutThatWereTimedTogether) {
  const double now = steady_ms();
  DrawLog log;
  log.add({.scenes = {{now - 60, now - 59.5}}, .unknown_since = now});
  StepStats stats;
  for (int i = 0; i < 3; ++i) stats.add_step({.kernel = 0.01, .steps = 100}, log);
  for (int i = 0; i < 4; ++i)
    stats.add_step({.kernel = 0.01, .steps = 100, .span = {now - 62 + i, now - 61 + i}}, log);
  EXPECT_EQ(stats.step.size(), 3u);
  EXPECT_EQ(stats.beside_drawing, 100);
}

}  // namespace
}  // namespace livewarp
