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
  for (int i = 0; i < 16; ++i) step_stats.count_step();
  EXPECT_EQ(step_stats.steps_per_second(), 0);
  std::this_thread::sleep_for(250ms);
  for (int i = 0; i < 16; ++i) step_stats.count_step();
  EXPECT_GT(step_stats.steps_per_second(), 0);
  EXPECT_LE(step_stats.steps_per_second(), 31 / 0.25);
}

TEST(StepStats, OfLongStepsTheFirstAloneIsWarmUp) {
  const auto kept_of = [](double ms, int steps) {
    StepStats step_stats;
    for (int i = 0; i < steps; ++i) step_stats.add_step({.kernel = ms}, DrawLog());
    return step_stats.step.size();
  };
  EXPECT_EQ(kept_of(1, 10), 7u);
  EXPECT_EQ(kept_of(30, 10), 8u);
  EXPECT_EQ(kept_of(400, 3), 2u) << "a lecture waits for each of them";
}

}  // namespace
}  // namespace livewarp
