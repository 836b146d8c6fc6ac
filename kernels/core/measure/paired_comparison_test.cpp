#include "kernels/core/measure/paired_comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using Outcome = PairedTest::Verdict;
using Random = std::mt19937_64;

/// The stakes and the capital that each became, multiplied up bet by bet.
struct Bettor {
  std::vector<double> stakes, capitals;
  Bettor() : capitals(11, 1.0) {
    for (int i = 0; i < 11; ++i) stakes.push_back(0.98 / std::pow(std::sqrt(2.0), i));
  }
  void bet(bool won) {
    for (std::size_t i = 0; i < stakes.size(); ++i) capitals[i] *= 1 + (won ? 1 : -1) * stakes[i];
  }
  double mean() const {
    double sum = 0;
    for (const double capital : capitals) sum += capital;
    return sum / double(capitals.size());
  }
};

/// The same from counts.
double capital(int pairs, int won) {
  static const std::vector<double> stakes = Bettor().stakes;
  double sum = 0;
  for (const double stake : stakes)
    sum += std::exp(won * std::log(1 + stake) + (pairs - won) * std::log(1 - stake));
  return sum / 11;
}

/// A pair whose logarithm of B/A is given.
const PairedTest::Result& add(PairedTest& test, double log_ratio) {
  return test.add(10, 10 * std::exp(log_ratio));
}

TEST(PairedTest, ACleanDifferenceTakesAsManyPairsAsABettorNeeds) {
  Bettor bettor;
  std::size_t needed = 0;
  for (; bettor.mean() < 200; ++needed) bettor.bet(true);
  EXPECT_EQ(needed, 11u);
  for (const double ratio : {0.9, 1.1}) {
    PairedTest test;
    while (test.result().verdict == Outcome::undecided && test.result().pairs < 100)
      test.add(10, 10 * ratio);
    EXPECT_EQ(test.result().pairs, needed);
    EXPECT_EQ(test.result().verdict, ratio < 1 ? Outcome::faster : Outcome::slower);
    EXPECT_NEAR(test.result().ratio.value, ratio, 1e-12);
    EXPECT_NEAR(test.result().ratio.low, ratio, 1e-12);
    EXPECT_NEAR(test.result().ratio.high, ratio, 1e-12);
  }
}

// Each difference is larger than all before it, so that what these say of the order decides no
// sign.
TEST(PairedTest, FollowsABettorAlongRandomSigns) {
  for (const double faster : {0.5, 0.65, 0.75, 0.95}) {
    Random random(17);
    std::bernoulli_distribution is_faster(faster);
    PairedTest test({.equivalence = 0});
    Bettor on_faster, on_slower;
    int verdicts = 0;
    for (int pair = 0; pair < 600; ++pair) {
      const bool sign = is_faster(random);
      add(test, (sign ? -1 : 1) * (0.1 + 0.001 * pair));
      on_faster.bet(sign);
      on_slower.bet(!sign);
      const Outcome verdict = on_faster.mean() >= 200   ? Outcome::faster
                              : on_slower.mean() >= 200 ? Outcome::slower
                                                        : Outcome::undecided;
      ASSERT_EQ(test.result().verdict, verdict) << "pair " << pair;
      verdicts += verdict == Outcome::faster;
    }
    EXPECT_EQ(verdicts > 0, faster > 0.5) << faster;
  }
}

// Exact binomial probabilities, pair by pair: what of a fair coin's walks ever reaches the capital
// is at most half the rate, and not so much less that pairs are wasted.
TEST(PairedTest, AFairCoinEverReachesTheCapitalAtMostAtHalfTheRate) {
  constexpr int pairs = 3000;
  std::vector<double> alive{1};
  double reached = 0;
  int needed = 0;
  for (int n = 1; n <= pairs; ++n) {
    std::vector<double> next(std::size_t(n) + 1, 0.0);
    for (std::size_t won = 0; won < alive.size(); ++won) {
      next[won] += alive[won] / 2;
      next[won + 1] += alive[won] / 2;
    }
    while (needed <= n && capital(n, needed) < 200) ++needed;
    for (int won = needed; won <= n; ++won) {
      reached += next[std::size_t(won)];
      next[std::size_t(won)] = 0;
    }
    alive = std::move(next);
  }
  EXPECT_LE(reached, 0.005);
  EXPECT_GE(reached, 0.003);
}

/// The part of runs whose interval ever left out the median that `draw` has.
double misses(const std::function<double(Random&)>& draw, double median) {
  constexpr int runs = 2000, pairs = 400;
  int missed = 0;
  Random random(23);
  for (unsigned run = 0; run < runs; ++run) {
    PairedTest test({.seed = run});
    bool held = true;
    for (int pair = 0; pair < pairs && held; ++pair) {
      const Ratio& ratio = add(test, draw(random)).ratio;
      held = ratio.low <= std::exp(median) + 1e-9 && ratio.high >= std::exp(median) - 1e-9;
    }
    missed += !held;
  }
  return double(missed) / runs;
}

TEST(PairedTest, TheIntervalHoldsTheMedianAtAllTimesAtOnce) {
  std::normal_distribution<double> normal(0.02, 0.05);
  EXPECT_LE(misses(normal, 0.02), 0.01);
  std::cauchy_distribution<double> cauchy(-0.01, 0.02);
  EXPECT_LE(misses([&](Random& random) { return std::clamp(cauchy(random), -20.0, 20.0); }, -0.01),
            0.01);
  std::lognormal_distribution<double> skewed(-2, 1);
  EXPECT_LE(misses(skewed, std::exp(-2)), 0.01);
  const auto two_values = [](Random& random) {
    return std::bernoulli_distribution(0.4)(random) ? std::log(1.05) : 0.0;
  };
  EXPECT_LE(misses(two_values, 0), 0.01);
}

TEST(PairedTest, TheIntervalNarrowsAndItsMiddleIsTheMedian) {
  PairedTest test;
  EXPECT_EQ(test.result().ratio.low, 0);
  EXPECT_EQ(test.result().ratio.high, std::numeric_limits<double>::infinity());
  Random random(3);
  std::normal_distribution<double> noise(std::log(0.97), 0.05);
  double width = std::numeric_limits<double>::infinity();
  for (const std::size_t pairs : {100u, 400u, 1600u, 6400u}) {
    while (test.result().pairs < pairs) add(test, noise(random));
    const Ratio& ratio = test.result().ratio;
    EXPECT_LE(ratio.low, ratio.value);
    EXPECT_LE(ratio.value, ratio.high);
    EXPECT_LT(ratio.high - ratio.low, 0.65 * width) << "half of it, but for the logarithm";
    width = ratio.high - ratio.low;
  }
  EXPECT_NEAR(test.result().ratio.value, 0.97, 0.003);
  EXPECT_LT(width, 0.97 * 0.05 * 0.15);
}

// A clock of coarse steps shows most pairs as equal.
TEST(PairedTest, TiesAreEvidenceForNeither) {
  PairedTest equal;
  while (equal.result().verdict == Outcome::undecided && equal.result().pairs < 100)
    equal.add(0.5, 0.5);
  EXPECT_EQ(equal.result().verdict, Outcome::same);
  EXPECT_EQ(equal.result().pairs, 11u);

  PairedTest mostly({.seed = 5});
  Random random(5);
  for (int pair = 0; pair < 2000; ++pair) {
    add(mostly, random() % 10 < 3 ? std::log(0.9) : 0.0);
    EXPECT_NE(mostly.result().verdict, Outcome::faster) << pair;
  }
  EXPECT_EQ(mostly.result().verdict, Outcome::same) << "seven of ten pairs are equal";
}

TEST(PairedTest, SameIsWithinTheRegionOnly) {
  const auto verdict = [](double ratio, double equivalence) {
    PairedTest test({.equivalence = equivalence});
    for (int pair = 0; pair < 40; ++pair) test.add(2, 2 * ratio * (1 + 1e-4 * (pair % 5 - 2)));
    return test.result().verdict;
  };
  EXPECT_EQ(verdict(1.007, 0.01), Outcome::same);
  EXPECT_EQ(verdict(0.993, 0.01), Outcome::same);
  EXPECT_EQ(verdict(1.007, 0.005), Outcome::slower);
  EXPECT_EQ(verdict(0.993, 0.005), Outcome::faster);
  EXPECT_EQ(verdict(1.02, 0.01), Outcome::slower);
  EXPECT_EQ(verdict(1.0, 0), Outcome::undecided) << "no region, no such verdict";
}

TEST(PairedTest, TheOrderIsAFairCoinThatASeedRepeats) {
  PairedTest one({.seed = 8}), same({.seed = 8}), other({.seed = 9});
  int first = 0, changes = 0, differ = 0;
  for (int pair = 0; pair < 4000; ++pair) {
    EXPECT_EQ(one.b_first(), same.b_first());
    const bool before = one.b_first();
    first += before;
    differ += before != other.b_first();
    add(one, 0);
    add(same, 0);
    add(other, 0);
    changes += before != one.b_first();
  }
  for (const int count : {first, changes, differ}) EXPECT_NEAR(count, 2000, 4 * std::sqrt(1000.0));
}

TEST(PairedTest, RefusesWhatIsNoTime) {
  PairedTest test;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {nan, -1.0, std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(test.add(bad, 1), Error);
    EXPECT_THROW(test.add(1, bad), Error);
  }
  EXPECT_EQ(test.result().pairs, 0u);
  for (int pair = 0; pair < 20; ++pair) test.add(0, 0);
  EXPECT_EQ(test.result().verdict, Outcome::same) << "the clock saw neither";
}

}  // namespace
}  // namespace livewarp
