// What the hall guesses: steps of the factor, the answer from two times, the score.
#include "app/lecture/guesses.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

using namespace std::chrono_literals;

constexpr Guesses::Time begin{};

TEST(Guesses, TheAnswerIsARatioOfTwoTimes) {
  Guesses guesses;
  guesses.heard(0, {8});
  guesses.show(1);
  EXPECT_FALSE(guesses.view(1, 0, false, begin).answer) << "its own time is not there yet";
  guesses.heard(1, {2});
  EXPECT_DOUBLE_EQ(guesses.view(1, 0, false, begin).answer->ratio.value, 4) << "a quarter";
  guesses.heard(1, {5});
  EXPECT_DOUBLE_EQ(guesses.view(1, 0, false, begin + 200ms).answer->ratio.value, 4)
      << "nobody reads faster";
  EXPECT_DOUBLE_EQ(guesses.view(1, 0, false, begin + 300ms).answer->ratio.value, 1.6)
      << "it follows what is measured";
  Guesses slower;
  slower.heard(0, {2});
  slower.heard(1, {8});
  slower.show(1);
  EXPECT_DOUBLE_EQ(slower.view(1, 0, true, begin).answer->ratio.value, 4);
  EXPECT_TRUE(slower.view(3, 2, true, begin).other_is_missing);
}

TEST(Guesses, AnAnswerSaysHowSureItIs) {
  // Of five samples no interval can be told: what lies between the extremes.
  const ui::GuessAnswer few = answer_of({18, 20, 19, 22, 21}, {10, 10, 12, 8, 11});
  EXPECT_DOUBLE_EQ(few.ratio.value, 2);
  EXPECT_DOUBLE_EQ(few.ratio.low, 18. / 12);
  EXPECT_DOUBLE_EQ(few.ratio.high, 22. / 8);
  EXPECT_EQ(few.samples, 5u);
  const ui::GuessAnswer uneven = answer_of(std::vector<double>(100, 20), {10, 10, 10});
  EXPECT_EQ(uneven.samples, 3u) << "those of the time with fewer";
  EXPECT_DOUBLE_EQ(uneven.ratio.low, 2);
  // Of many samples the interval of the medians, which one outlier on each side does not move.
  std::vector<double> longer(50, 30), shorter(50, 10);
  longer.back() = 300;
  shorter.back() = 100;
  const ui::GuessAnswer many = answer_of(longer, shorter);
  EXPECT_DOUBLE_EQ(many.ratio.value, 3);
  EXPECT_DOUBLE_EQ(many.ratio.low, 3);
  EXPECT_DOUBLE_EQ(many.ratio.high, 3);
  // Samples from 10 to 29: the median may lie at any of the middle ones.
  std::vector<double> wide;
  for (int i = 0; i < 20; ++i) wide.push_back(10 + i);
  const ui::GuessAnswer open = answer_of(wide, std::vector<double>(20, 10));
  EXPECT_DOUBLE_EQ(open.ratio.value, 1.95);
  EXPECT_LT(open.ratio.low, 1.75);
  EXPECT_GT(open.ratio.low, 1.3);
  EXPECT_GT(open.ratio.high, 2.15);
  EXPECT_LT(open.ratio.high, 2.6);
}

TEST(Guesses, NothingChangesOnceTheAnswerStands) {
  Guesses guesses;
  EXPECT_TRUE(guesses.is_open(1));
  EXPECT_FALSE(guesses.view(1, 0, false, begin).made);
  double before = guesses.view(1, 0, false, begin).factor;
  EXPECT_EQ(before, 1);
  for (int i = 0; i < 100; ++i) {
    guesses.change(1, +1);
    EXPECT_GE(guesses.view(1, 0, false, begin).factor, before);
    before = guesses.view(1, 0, false, begin).factor;
  }
  EXPECT_EQ(before, 1000);
  for (int i = 0; i < 100; ++i) guesses.change(1, -1);
  EXPECT_DOUBLE_EQ(guesses.view(1, 0, false, begin).factor, 0.1);
  EXPECT_FALSE(guesses.view(1, 0, false, begin).answer) << "nobody asked for it";
  guesses.show(1);
  guesses.change(1, +1);
  EXPECT_DOUBLE_EQ(guesses.view(1, 0, false, begin).factor, 0.1);
  EXPECT_FALSE(guesses.is_open(1));
}

TEST(Guesses, AQuarterBesideTheAnswerIsClose) {
  Guesses guesses;
  guesses.heard(0, {1});
  const auto guess = [&](int slide, int steps, double answer) {
    guesses.heard(slide, {1 / answer});
    for (int i = 0; i < steps; ++i) guesses.change(slide, +1);
    guesses.show(slide);
    guesses.view(slide, 0, false, begin);
  };
  guess(1, 6, 2);    // says 2, is 2
  guess(2, 6, 2.4);  // says 2: 1.2 times less
  guess(3, 6, 2.6);  // 1.3 times less
  guess(4, 6, 1.5);  // 1.33 times more
  guess(5, 0, 1);    // nobody said anything
  const ui::GuessView view = guesses.view(4, 0, false, begin);
  EXPECT_EQ(view.factor, 2);
  EXPECT_EQ(view.close, 2);
  EXPECT_EQ(view.counted, 4);
}

TEST(Guesses, OfVariantsTheFastestIsTheAnswer) {
  std::vector<Candidate> candidates{{"Naive", {}, true}, {"Tile", {}, true}, {"Roll", {}, true}};
  Guesses guesses;
  EXPECT_EQ(guesses.view(0, candidates, begin).picked, -1);
  guesses.pick(0, -1, 3);
  EXPECT_EQ(guesses.view(0, candidates, begin).picked, 2) << "from none backwards to the last";
  guesses.pick(0, +1, 3);
  EXPECT_EQ(guesses.view(0, candidates, begin).picked, 0) << "round";
  guesses.pick(0, +1, 3);
  candidates[0].samples.assign(30, 8);
  candidates[2].samples.assign(30, 4);
  guesses.show(0);
  guesses.pick(0, +1, 3);
  ui::GuessView view = guesses.view(0, candidates, begin);
  EXPECT_EQ(view.picked, 1) << "nothing changes any more";
  EXPECT_EQ(view.timed, 2);
  EXPECT_FALSE(view.answer) << "one has no time yet";
  candidates[1].samples.assign(30, 2);
  view = guesses.view(0, candidates, begin);
  ASSERT_TRUE(view.answer);
  EXPECT_EQ(view.fastest, 1);
  EXPECT_DOUBLE_EQ(view.answer->ratio.value, 2) << "against the next one";
  EXPECT_TRUE(view.right);
  EXPECT_EQ(view.close, 1);
  EXPECT_EQ(view.counted, 1);
  EXPECT_EQ(view.candidates, (std::vector<std::string>{"Naive", "Tile", "Roll"}));
}

TEST(Guesses, OneThatIsAsFastWithinNoiseIsRightToo) {
  std::vector<double> tile, roll;
  for (int i = 0; i < 30; ++i) {
    tile.push_back(10 + i % 7);
    roll.push_back(10 + (i + 3) % 7 + 0.01);
  }
  const std::vector<Candidate> candidates{
      {"Tile", tile, false}, {"Roll", roll, false}, {"Slow", std::vector<double>(30, 50), false}};
  Guesses guesses;
  const auto right = [&](int slide, int by) {
    guesses.pick(slide, by, 3);
    guesses.show(slide);
    return guesses.view(slide, candidates, begin).right;
  };
  EXPECT_TRUE(right(0, +1)) << "the fastest";
  guesses.pick(1, +1, 3);
  EXPECT_TRUE(right(1, +1)) << "nobody can tell them apart";
  EXPECT_FALSE(right(2, -1));
  guesses.show(3);
  EXPECT_FALSE(guesses.view(3, candidates, begin).right) << "nobody said anything";
  EXPECT_EQ(guesses.view(3, candidates, begin).counted, 3);
}

TEST(Guesses, WhereTimesNeverComeNothingIsClaimed) {
  Guesses guesses;
  guesses.show(0);
  const ui::GuessView one =
      guesses.view(0, {{"Naive", {3, 3, 3}, false}, {"Tile", {}, false}}, begin);
  EXPECT_FALSE(one.answer);
  EXPECT_TRUE(one.other_is_missing);
  EXPECT_EQ(one.timed, 1);
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
  model.reserve_times["16"] = 3;
  model.clocks = StepClocks{};
  model.graphs.emplace_back();
  ui::VariantEntry variant;
  variant.bench = model.step;
  variant.times_a = Ratio{2, 1.9, 2.1};
  variant.recorded = ui::OtherTime{.median_ms = 3};
  variant.others = {{.median_ms = 3, .rate = 5, .at = "N 4,096", .about = "H200"}};
  model.variants = {variant};
  model.pinned = ui::Pinned{.live = model.step, .ratio = Ratio{2, 1.9, 2.1}};
  hide_times(model);
  EXPECT_EQ(model.step.count, 0u);
  EXPECT_EQ(model.kernel_ms, 0);
  EXPECT_EQ(model.steps_per_second, 0);
  EXPECT_TRUE(model.recent_steps.empty() && model.block_times.empty());
  EXPECT_EQ(model.intervals.front().times.count, 0u);
  EXPECT_FALSE(model.intervals.front().reason.empty());
  EXPECT_TRUE(model.reserve_times.empty() && model.graphs.empty());
  EXPECT_FALSE(model.clocks);
  const ui::VariantEntry& row = model.variants.front();
  EXPECT_FALSE(row.bench || row.times_a || row.recorded);
  ASSERT_EQ(row.others.size(), 1u) << "a column for each machine";
  EXPECT_EQ(row.others.front().median_ms + row.others.front().rate, 0);
  EXPECT_FALSE(row.others.front().reason.empty());
  EXPECT_EQ(model.pinned->live.count, 0u);
  EXPECT_FALSE(model.pinned->ratio || model.pinned->elsewhere.empty());
}

TEST(Guesses, TheHallVotesAsLongAsNobodyAtTheDeskHasSpoken) {
  Guesses guesses;
  guesses.vote(1, {2, 9, 11}, 5, 0);
  ui::GuessView view = guesses.view(1, 0, false, begin);
  EXPECT_TRUE(view.made);
  EXPECT_DOUBLE_EQ(view.factor, 10) << "the median is 9: 8 is 1.125 times less, 10 1.11 times more";
  EXPECT_EQ(view.voted, 3);
  EXPECT_EQ(view.could_vote, 5);
  guesses.change(1, +1);
  const double said = guesses.view(1, 0, false, begin).factor;
  guesses.vote(1, {2, 2, 2}, 5, 0);
  view = guesses.view(1, 0, false, begin);
  EXPECT_DOUBLE_EQ(view.factor, said) << "the desk has the last word";
  EXPECT_EQ(view.voted, 3);
}

TEST(Guesses, OfVariantsTheMostChosenIsTheGuess) {
  Guesses guesses;
  guesses.vote(0, {2, 1, 2, 7, -1, 0.5}, 9, 3);
  const ui::GuessView view =
      guesses.view(0, {{.title = "a"}, {.title = "b"}, {.title = "c"}}, begin);
  EXPECT_EQ(view.picked, 2);
  EXPECT_EQ(view.voted, 3) << "what is no candidate is no vote";
  EXPECT_EQ(view.votes, (std::vector<int>{0, 1, 2}));
  guesses.show(0);
  guesses.vote(0, {0, 0, 0}, 9, 3);
  EXPECT_EQ(guesses.view(0, {{.title = "a"}, {.title = "b"}, {.title = "c"}}, begin).picked, 2)
      << "once the answer is shown it is too late";
}

}  // namespace
}  // namespace livewarp
