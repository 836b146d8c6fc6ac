#include "kernels/core/measure/compare_in_turn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using Outcome = PairedTest::Verdict;

/// Two settings whose times are made up, and what was asked of them: no clock decides anything.
class TwoSettings {
 public:
  TwoSettings(double a_ms, double b_ms, double noise = 0) : ms_{a_ms, b_ms}, spread_(0, noise) {}

  Contender contender(int which, int time_steps = 1) {
    const TimedSteps timed = [this, which](int count) { return step(which, count); };
    return {timed, double(time_steps)};
  }
  InTurn compare(const InTurnOptions& options = {}) {
    return compare_in_turn(contender(0), contender(1), options, stop.get_token());
  }

  std::string made;         ///< a letter for each call
  std::vector<int> counts;  ///< of steps, call by call
  std::stop_source stop;
  std::size_t stop_after = 0;  ///< that many calls; 0: never

 private:
  StepTime step(int which, int count) {
    made += char('A' + which);
    counts.push_back(count);
    if (made.size() == stop_after) stop.request_stop();
    StepTime time;
    time.kernel = ms_[std::size_t(which)] * std::exp(spread_(random_));
    return time;
  }

  std::array<double, 2> ms_;
  std::mt19937 random_{11};
  std::normal_distribution<double> spread_;
};

TEST(CompareInTurn, FindsWhichIsFasterAndStops) {
  TwoSettings machine(2, 1.9, 0.03);
  const InTurn faster = machine.compare();
  EXPECT_EQ(faster.result.verdict, Outcome::faster);
  EXPECT_LT(faster.result.ratio.low, 0.95);
  EXPECT_GT(faster.result.ratio.high, 0.95);
  EXPECT_LT(faster.result.pairs, 100u);
  EXPECT_FALSE(faster.interrupted);
  EXPECT_EQ(TwoSettings(2, 2.1, 0.03).compare().result.verdict, Outcome::slower);
  EXPECT_EQ(TwoSettings(2, 2, 0.01).compare().result.verdict, Outcome::same);
}

/// Two equal settings in memory of which the place that is taken first is the slower one.
class TwoPlaces {
 public:
  explicit TwoPlaces(double b_factor) : factor_{1, b_factor} {
    for (const int which : {0, 1}) renew(which);
  }
  Contender contender(int which, bool renews) {
    const TimedSteps timed = [this, which](int) {
      StepTime time;
      time.kernel = factor_[std::size_t(which)] * (place_[std::size_t(which)] == 0 ? 1.4 : 1) *
                    std::exp(noise_(random_));
      return time;
    };
    Contender made{timed, 1};
    if (!renews) return made;
    made.release = [this] { taken_ = 0; };
    made.renew = [this, which] { renew(which); };
    return made;
  }

 private:
  void renew(int which) { place_[std::size_t(which)] = taken_++; }

  std::array<double, 2> factor_;
  std::array<int, 2> place_{};
  int taken_ = 0;
  std::mt19937 random_{3};
  std::normal_distribution<double> noise_{0, 0.002};
};

TEST(CompareInTurn, ExchangesPlacesInMemorySoThatNeitherKeepsTheBetterOne) {
  const auto verdict = [](double b_factor, bool renews) {
    TwoPlaces memory(b_factor);
    return compare_in_turn(memory.contender(0, renews), memory.contender(1, renews), {}, {})
        .result.verdict;
  };
  EXPECT_EQ(verdict(1, false), Outcome::faster) << "the place decides";
  EXPECT_EQ(verdict(1, true), Outcome::same);
  EXPECT_EQ(verdict(1.05, true), Outcome::slower);
  EXPECT_EQ(verdict(0.95, true), Outcome::faster);
}

// What comes after the warm-up: a step that is not timed and a sample of one, then of the other.
TEST(CompareInTurn, PairsComeInTheOrderOfTheTest) {
  TwoSettings machine(2, 2.5);
  InTurnOptions options;
  options.test.seed = 4;
  const InTurn slower = machine.compare(options);
  ASSERT_EQ(slower.result.pairs, 11u);
  std::string expected;
  PairedTest order(options.test);
  for (int pair = 0; pair < 11; ++pair) {
    expected += order.b_first() ? "BBAA" : "AABB";
    order.add(2, 2.5);
  }
  ASSERT_GT(machine.made.size(), expected.size());
  EXPECT_EQ(machine.made.substr(machine.made.size() - expected.size()), expected);
}

TEST(CompareInTurn, ShortStepsAreRepeatedAsInABench) {
  TwoSettings machine(0.02, 0.05);
  EXPECT_EQ(machine.compare().result.verdict, Outcome::slower);
  const std::size_t calls = machine.counts.size();
  for (std::size_t call = calls - 44; call < calls; call += 2) {
    EXPECT_EQ(machine.counts[call], 1) << "not timed";
    EXPECT_EQ(machine.counts[call + 1], machine.made[call + 1] == 'A' ? 50 : 20);
  }
}

// Else the longer samples, which are interrupted more often, would seem to be of the slower.
TEST(CompareInTurn, SamplesOfAboutEqualStepsAreOfAsManySteps) {
  TwoSettings machine(0.099, 0.101);
  machine.compare();
  const std::size_t calls = machine.counts.size();
  for (std::size_t call = calls - 20; call < calls; call += 2)
    EXPECT_EQ(machine.counts[call + 1], 11) << "one of them would not be repeated alone";
}

TEST(CompareInTurn, NoLeadInBeforeColdOrLongSteps) {
  InTurnOptions cold;
  cold.cold = true;
  TwoSettings flushed(2, 3), slow(60, 90);
  for (TwoSettings* machine : {&flushed, &slow}) {
    const InTurn slower = machine->compare(cold);
    EXPECT_EQ(slower.result.verdict, Outcome::slower);
    cold.cold = false;
    const std::string pairs = machine->made.substr(machine->made.size() - 22);
    EXPECT_EQ(std::count(pairs.begin(), pairs.end(), 'A'), 11);
    for (std::size_t pair = 0; pair < pairs.size(); pair += 2)
      EXPECT_NE(pairs[pair], pairs[pair + 1]);
  }
}

TEST(CompareInTurn, TimesCountPerTimeStep) {
  TwoSettings machine(4, 2);
  const InTurn two_at_once =
      compare_in_turn(machine.contender(0, 4), machine.contender(1, 1), {}, {});
  EXPECT_EQ(two_at_once.result.verdict, Outcome::slower);
  EXPECT_DOUBLE_EQ(two_at_once.result.ratio.value, 2);
}

TEST(CompareInTurn, StopsUndecidedWhenTheTimeIsOut) {
  TwoSettings machine(10, 10, 0.5);
  InTurnOptions options;
  options.seconds = 2;
  double last = 0;
  std::size_t pairs = 0;
  options.progress = [&](const PairedTest::Result& result, double fraction) {
    EXPECT_EQ(result.pairs, ++pairs);
    EXPECT_GE(fraction, last);
    last = fraction;
  };
  const InTurn undecided = machine.compare(options);
  EXPECT_EQ(undecided.result.verdict, Outcome::undecided);
  EXPECT_FALSE(undecided.interrupted);
  EXPECT_EQ(undecided.result.pairs, pairs);
  EXPECT_EQ(last, 1);
  EXPECT_GE(pairs, 25u) << "2 s for pairs of four steps of some 11 ms";
  EXPECT_LE(pairs, 60u);
}

TEST(CompareInTurn, AStepThatTakesAllTheTimeLeavesNoPairs) {
  TwoSettings machine(11'000, 5);
  const InTurn none = machine.compare();
  EXPECT_EQ(machine.made, "A");
  EXPECT_EQ(none.result.pairs, 0u);
  EXPECT_EQ(none.result.verdict, Outcome::undecided);
}

TEST(CompareInTurn, AStopLeavesWhatIsKnown) {
  TwoSettings whole(10, 10, 0.2);
  InTurnOptions options;
  options.seconds = 3;
  const std::size_t calls = (whole.compare(options), whole.made.size());
  TwoSettings stopped(10, 10, 0.2);
  stopped.stop_after = calls / 2;
  const InTurn half = stopped.compare(options);
  EXPECT_TRUE(half.interrupted);
  EXPECT_GT(half.result.pairs, 10u);
  EXPECT_LT(half.result.pairs, calls / 8);
  TwoSettings at_once(10, 10);
  at_once.stop.request_stop();
  EXPECT_TRUE(at_once.compare().interrupted);
  EXPECT_EQ(at_once.made, "");
}

TEST(CompareInTurn, MarksPairsOfAThrottledGpu) {
  TwoSettings machine(2, 1.9, 0.03);
  EXPECT_EQ(machine.compare().gpu.unknown, "not measured on a GPU");
  Contender b = machine.contender(1);
  GpuReading reading;
  reading.sm_mhz = 1980;
  reading.throttle = throttle_thermal;
  b.timed.gpu.read = [&] { return reading; };
  const InTurn throttled = compare_in_turn(machine.contender(0), b, {}, {});
  EXPECT_EQ(throttled.gpu.throttled_samples, throttled.result.pairs);
  EXPECT_EQ(throttled.gpu.sm_mhz.median, 1980);
  reading.throttle = 0;
  EXPECT_EQ(compare_in_turn(machine.contender(0), b, {}, {}).gpu.throttled_samples, 0u);
}

}  // namespace
}  // namespace livewarp
