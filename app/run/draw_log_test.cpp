#include "app/run/draw_log.h"

#include <gtest/gtest.h>

#include "app/run/step_stats.h"

namespace livewarp {
namespace {

StepTime step_at(double begin, double ms) {
  StepTime time{.kernel = ms};
  time.span = {begin, begin + ms};
  return time;
}

TEST(DrawLog, SharesAreThoseOfTheSpans) {
  DrawLog log;
  EXPECT_TRUE(log.knows(steady_ms())) << "nothing is drawn";
  const double now = steady_ms();
  log.add({.scenes = {{now - 100, now - 98}, {now - 84, now - 82}},
           .panels = {{now - 97, now - 96.5}},
           .unknown_since = now - 20});
  EXPECT_TRUE(log.knows(now - 21));
  EXPECT_FALSE(log.knows(now - 19));
  EXPECT_NEAR(log.share({now - 101, now - 81}), 4.5 / 20, 1e-6);
  EXPECT_NEAR(log.share({now - 95, now - 85}), 0, 1e-9);
  EXPECT_NEAR(log.share({now - 99, now - 98.5}), 1, 1e-6);
  EXPECT_EQ(log.share({}), 0);
}

TEST(DrawLog, ClocksThatMayBeOffWidenWhatWasDrawn) {
  DrawLog log;
  const double now = steady_ms();
  log.add({.scenes = {{now - 10, now - 9}}, .uncertainty = 0.5});
  EXPECT_NEAR(log.share({now - 9, now - 8}), 0.5, 1e-6);
}

TEST(StepStats, SamplesBesideADrawingAreLeftOutAndCounted) {
  DrawLog log;
  StepStats stats;
  const double now = steady_ms();
  for (int i = 0; i < 3; ++i) stats.add_step(step_at(now - 200, 1), log);  // warm-up
  // Sixteen steps of 1 ms after each of three frames; the last runs on into the next drawing.
  std::vector<TimeSpan> drawn;
  for (int frame = 0; frame < 4; ++frame) {
    const double begin = now - 100 + 16.7 * frame;
    drawn.push_back({begin, begin + 0.3});
  }
  log.add({.unknown_since = now - 100});  // the results come frames later
  for (int frame = 0; frame < 3; ++frame)
    for (int k = 0; k < 16; ++k)
      stats.add_step(step_at(now - 100 + 16.7 * frame + 0.9 + k, k == 15 ? 1.2 : 1), log);
  EXPECT_EQ(stats.step.size(), 0u) << "nobody knows yet what was drawn meanwhile";
  log.add({.scenes = drawn});
  stats.sort_out(log);
  EXPECT_EQ(stats.step.size(), 45u);
  EXPECT_EQ(stats.beside_drawing, 3);
  EXPECT_DOUBLE_EQ(stats.step.summary().max, 1);
}

TEST(StepStats, StepsLongerThanFramesAreKeptWithWhatIsDrawn) {
  DrawLog log;
  StepStats stats;
  const double now = steady_ms();
  std::vector<TimeSpan> drawn;
  for (int frame = 0; frame < 30; ++frame)
    drawn.push_back({now - 500 + 16.7 * frame, now - 499.5 + 16.7 * frame});
  log.add({.scenes = drawn});
  stats.add_step(step_at(now - 500, 100), log);  // warm-up
  stats.add_step(step_at(now - 400, 100), log);
  EXPECT_EQ(stats.step.size(), 1u);
  EXPECT_EQ(stats.beside_drawing, 0);
}

TEST(StepStats, WhereAllStepsShareTheGpuTheyAreTakenAfterAWhile) {
  DrawLog log;
  StepStats stats;
  const double now = steady_ms(), begin = now - 1500;
  std::vector<TimeSpan> drawn;
  for (int frame = 0; frame < 90; ++frame)
    drawn.push_back({begin + 16.7 * frame, begin + 0.5 + 16.7 * frame});
  log.add({.scenes = drawn});
  for (int i = 0; i < 3; ++i) stats.add_step(step_at(begin, 24), log);  // warm-up
  for (int i = 0; i < 20; ++i) stats.add_step(step_at(begin + 24 * i, 24), log);
  EXPECT_EQ(stats.step.size(), 0u);
  EXPECT_EQ(stats.beside_drawing, 20);
  for (int i = 20; i < 30; ++i) stats.add_step(step_at(begin + 24 * i, 24), log);
  EXPECT_EQ(stats.step.size(), 10u);
  EXPECT_EQ(stats.kept_beside, 10);
  // One that had the GPU to itself: those beside a drawing are left out again.
  stats.add_step(step_at(begin + 1, 5), log);
  stats.add_step(step_at(begin, 24), log);
  EXPECT_EQ(stats.step.size(), 11u);
  EXPECT_EQ(stats.beside_drawing, 21);
}

TEST(StepStats, WithoutTimeStampsSamplesAreKeptAndThatIsSaid) {
  DrawLog log;
  StepStats stats;
  const double now = steady_ms();
  for (int i = 0; i < 3; ++i) stats.add_step(step_at(now - 3000, 1), log);
  log.add({.unknown_since = now - 5000});  // a driver whose results never come
  stats.add_step(step_at(now - 2000, 1), log);
  stats.sort_out(log);
  EXPECT_EQ(stats.step.size(), 1u);
  EXPECT_EQ(stats.unsorted, 1);
}

}  // namespace
}  // namespace livewarp
