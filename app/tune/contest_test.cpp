#include "app/tune/contest.h"

#include <gtest/gtest.h>

#include <limits>

namespace livewarp {
namespace {

/// Steps of so many ms, by a clock of so many MHz.
Contender steps_of(double ms, int mhz) {
  Contender contender;
  contender.timed = [ms](int) {
    StepTime time;
    time.kernel = ms;
    return time;
  };
  if (mhz > 0) contender.timed.sm_clock_mhz = [mhz] { return mhz; };
  return contender;
}

TEST(Contest, SaysWhichIsFasterInTimeAndInCycles) {
  int told = 0;
  InTurnOptions options;
  options.progress = [&](const PairedTest::Result&, double) { ++told; };
  const Contest outcome = contest(steps_of(2, 1000), steps_of(1, 2000), options, {});
  EXPECT_EQ(outcome.time.result.verdict, PairedTest::Verdict::faster);
  EXPECT_NEAR(outcome.time.result.ratio.value, 0.5, 1e-9);
  EXPECT_EQ(std::size_t(told), outcome.time.result.pairs);
  ASSERT_TRUE(outcome.cycles);
  EXPECT_EQ(outcome.cycles->pairs, outcome.time.result.pairs);
  EXPECT_NEAR(outcome.cycles->ratio.value, 1, 1e-9) << "half the time at twice the clock";
  EXPECT_NE(outcome.cycles->verdict, PairedTest::Verdict::faster);
}

TEST(Contest, SaysNothingOfCyclesWhereAClockIsNotKnown) {
  EXPECT_FALSE(contest(steps_of(2, 1000), steps_of(1, 0), {}, {}).cycles);
}

TEST(Contest, ComparesByTheItemWhereItIsToldTo) {
  const Contest outcome = contest(steps_of(1, 0), steps_of(2, 0), {}, {}, {100, 400});
  EXPECT_EQ(outcome.time.result.verdict, PairedTest::Verdict::faster);
  EXPECT_NEAR(outcome.time.result.ratio.value, 0.5, 1e-9);
}

TEST(Contest, WithoutAPairItSaysWhy) {
  InTurn outcome;
  EXPECT_EQ(ratio_text(outcome), "no pair was measured, a single step takes the whole time");
  outcome.interrupted = true;
  EXPECT_EQ(ratio_text(outcome), "interrupted before a pair was measured");
}

TEST(Contest, AnIntervalThatExcludesNothingIsNone) {
  const auto unbounded = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ratio_text({PairedTest::Verdict::undecided, {1.25, 0, unbounded}, 8}, "its time"),
            "1.2500 times its time (8 pairs: too few for an interval)");
  EXPECT_EQ(ratio_text({PairedTest::Verdict::slower, {1.25, 1.1, unbounded}, 9}, "its time"),
            "1.2500 times its time (99 % interval 1.1000 \u2026 \u221e, 9 pairs)");
}

TEST(Contest, AResultCanBeReadTheOtherWayRound) {
  const PairedTest::Result result{PairedTest::Verdict::slower, {1.25, 1.2, 1.6}, 12};
  const PairedTest::Result other = inverted(result);
  EXPECT_EQ(other.verdict, PairedTest::Verdict::faster);
  EXPECT_DOUBLE_EQ(other.ratio.value, 0.8);
  EXPECT_DOUBLE_EQ(other.ratio.low, 0.625);
  EXPECT_DOUBLE_EQ(other.ratio.high, 1 / 1.2);
  EXPECT_EQ(ratio_text(other, "its time"),
            "0.8000 times its time (99 % interval 0.6250 \u2026 0.8333, 12 pairs)");
  EXPECT_EQ(inverted(PairedTest::Result{PairedTest::Verdict::same, {1, 1, 1}, 3}).verdict,
            PairedTest::Verdict::same);
  EXPECT_EQ(verdict_word(PairedTest::Verdict::undecided), "UNDECIDED");
  EXPECT_EQ(verdict_words(PairedTest::Verdict::undecided, "tile"), "UNDECIDED against tile");
  EXPECT_EQ(verdict_words(PairedTest::Verdict::same, "tile"), "SAME as tile");
  EXPECT_EQ(verdict_words(PairedTest::Verdict::faster, "tile"), "FASTER than tile");
}

}  // namespace
}  // namespace livewarp
