// What the hall guesses: steps of the factor, the answer from two times, the score.
#include "app/lecture/guesses.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

TEST(Guesses, TheAnswerIsARatioOfTwoTimes) {
  Guesses guesses;
  guesses.heard(0, 8);
  guesses.show(1);
  EXPECT_FALSE(guesses.view(1, 0, false).answer) << "its own time is not there yet";
  guesses.heard(1, 2);
  EXPECT_DOUBLE_EQ(*guesses.view(1, 0, false).answer, 4) << "a quarter of the time";
  guesses.heard(1, 5);
  EXPECT_DOUBLE_EQ(*guesses.view(1, 0, false).answer, 1.6) << "it follows what is measured";
  Guesses slower;
  slower.heard(0, 2);
  slower.heard(1, 8);
  slower.show(1);
  EXPECT_DOUBLE_EQ(*slower.view(1, 0, true).answer, 4);
  EXPECT_TRUE(slower.view(3, 2, true).other_is_missing);
}

TEST(Guesses, NothingChangesOnceTheAnswerStands) {
  Guesses guesses;
  EXPECT_TRUE(guesses.is_open(1));
  EXPECT_FALSE(guesses.view(1, 0, false).made);
  double before = guesses.view(1, 0, false).factor;
  EXPECT_EQ(before, 1);
  for (int i = 0; i < 100; ++i) {
    guesses.change(1, +1);
    EXPECT_GE(guesses.view(1, 0, false).factor, before);
    before = guesses.view(1, 0, false).factor;
  }
  EXPECT_EQ(before, 1000);
  for (int i = 0; i < 100; ++i) guesses.change(1, -1);
  EXPECT_DOUBLE_EQ(guesses.view(1, 0, false).factor, 0.1);
  EXPECT_FALSE(guesses.view(1, 0, false).answer) << "nobody asked for it";
  guesses.show(1);
  guesses.change(1, +1);
  EXPECT_DOUBLE_EQ(guesses.view(1, 0, false).factor, 0.1);
  EXPECT_FALSE(guesses.is_open(1));
}

TEST(Guesses, AQuarterBesideTheAnswerIsClose) {
  Guesses guesses;
  guesses.heard(0, 1);
  const auto guess = [&](int slide, int steps, double answer) {
    guesses.heard(slide, 1 / answer);
    for (int i = 0; i < steps; ++i) guesses.change(slide, +1);
    guesses.show(slide);
    guesses.view(slide, 0, false);
  };
  guess(1, 6, 2);    // says 2, is 2
  guess(2, 6, 2.4);  // says 2: 1.2 times less
  guess(3, 6, 2.6);  // 1.3 times less
  guess(4, 6, 1.5);  // 1.33 times more
  guess(5, 0, 1);    // nobody said anything
  const ui::GuessView view = guesses.view(4, 0, false);
  EXPECT_EQ(view.factor, 2);
  EXPECT_EQ(view.close, 2);
  EXPECT_EQ(view.counted, 4);
}

TEST(Guesses, NoTimeIsToldUntilThen) {
  ui::Model model;
  model.step.count = 30;
  model.step.median = 3;
  model.kernel_ms = 2;
  model.steps_per_second = 300;
  model.recent_steps = {3, 3};
  model.block_times["64"] = 3;
  model.intervals.push_back({.label = "kernel", .times = model.step});
  hide_times(model);
  EXPECT_EQ(model.step.count, 0u);
  EXPECT_EQ(model.kernel_ms, 0);
  EXPECT_EQ(model.steps_per_second, 0);
  EXPECT_TRUE(model.recent_steps.empty() && model.block_times.empty());
  EXPECT_EQ(model.intervals.front().times.count, 0u);
  EXPECT_FALSE(model.intervals.front().reason.empty());
}

}  // namespace
}  // namespace livewarp
