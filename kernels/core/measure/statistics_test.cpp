#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "kernels/core/measure/statistics.h"

namespace livewarp {
namespace {

std::vector<double> one_to(int n) {
  std::vector<double> samples(static_cast<std::size_t>(n));
  std::iota(samples.begin(), samples.end(), 1.0);
  return samples;
}

TEST(Statistics, QuantilesInterpolate) {
  const std::vector<double> sorted{1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(quantile(sorted, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.95), 7.4);
  EXPECT_DOUBLE_EQ(quantile(sorted, 1), 8);
  EXPECT_DOUBLE_EQ(quantile(std::vector<double>{7}, 0.3), 7);
}

TEST(Statistics, SummaryByHand) {
  const std::vector<double> samples{5, 1, 4, 2, 3};
  const Summary summary = summarize(samples);
  EXPECT_EQ(summary.count, 5u);
  EXPECT_DOUBLE_EQ(summary.median, 3);
  EXPECT_DOUBLE_EQ(summary.min, 1);
  EXPECT_DOUBLE_EQ(summary.max, 5);
  EXPECT_DOUBLE_EQ(summary.p25, 2);
  EXPECT_DOUBLE_EQ(summary.p75, 4);
  EXPECT_DOUBLE_EQ(summary.p05, 1.2);
  EXPECT_DOUBLE_EQ(summary.p95, 4.8);
  EXPECT_DOUBLE_EQ(summary.p99, 4.96);
  EXPECT_DOUBLE_EQ(summary.spread, 2.0 / 3);
  EXPECT_EQ(summarize({}).count, 0u);
  EXPECT_EQ(summarize({}).median, 0);
}

TEST(Statistics, IntervalOfTheMedianFromTheBinomialTable) {
  // Ranks of the 95 % interval from tables of the sign test: 6: 1, 9: 2, 10: 2, 20: 6, 50: 18,
  // 100: 40. Among 1 ... n the interval is [rank, n + 1 - rank].
  const std::pair<int, int> table[]{{6, 1}, {9, 2}, {10, 2}, {20, 6}, {50, 18}, {100, 40}};
  for (const auto& [n, rank] : table)
    EXPECT_DOUBLE_EQ(summarize(one_to(n)).half_width, (n + 1 - 2 * rank) / 2.0) << n;
  // Fewer than 6 samples have no such interval: the whole range then.
  EXPECT_DOUBLE_EQ(summarize(one_to(5)).half_width, 2);
  EXPECT_DOUBLE_EQ(summarize(one_to(1)).half_width, 0);
}

TEST(Statistics, IntervalOfTheMedianGoesOnSmoothlyForManySamples) {
  // Where the normal approximation takes over the rank must not jump.
  const double at_500 = summarize(one_to(500)).half_width;
  const double at_501 = summarize(one_to(501)).half_width;
  EXPECT_NEAR(at_500, at_501, 1);
  EXPECT_NEAR(summarize(one_to(10'000)).half_width, 98, 1.5);  // 1.96 * 100 / 2
}

TEST(Statistics, IntervalCoversTheMedianOftenEnough) {
  std::mt19937 random(7);
  std::exponential_distribution<double> skewed(1);  // median ln 2
  int covered = 0;
  constexpr int trials = 1000, n = 40;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> samples(n);
    for (double& sample : samples) sample = skewed(random);
    std::sort(samples.begin(), samples.end());
    // Rank 14 of 40: the interval that half_width is half of.
    EXPECT_DOUBLE_EQ(summarize(samples).half_width, (samples[26] - samples[13]) / 2);
    covered += samples[13] <= std::log(2.0) && samples[26] >= std::log(2.0);
  }
  EXPECT_GE(covered, 930);
}

/// The textbook way: resample everything, take the median, sort the ratios.
Ratio plain_bootstrap(const std::vector<double>& a, const std::vector<double>& b) {
  std::mt19937 random(99);
  const auto median_of_resample = [&](const std::vector<double>& from) {
    std::uniform_int_distribution<std::size_t> pick(0, from.size() - 1);
    std::vector<double> drawn(from.size());
    for (double& value : drawn) value = from[pick(random)];
    return summarize(drawn).median;
  };
  std::vector<double> ratios(20'000);
  for (double& ratio : ratios) {
    const double top = median_of_resample(a);
    ratio = top / median_of_resample(b);
  }
  std::sort(ratios.begin(), ratios.end());
  return {0, quantile(ratios, 0.025), quantile(ratios, 0.975)};
}

TEST(Statistics, BootstrapAgreesWithPlainResampling) {
  std::mt19937 random(3);
  std::lognormal_distribution<double> spread(0, 0.1);
  for (const std::size_t n : {25u, 24u, 5u, 2u, 1u}) {
    std::vector<double> a(n), b(n + 1);
    for (double& value : a) value = spread(random);
    for (double& value : b) value = 2 * spread(random);
    const Ratio ratio = bootstrap_ratio(a, b), expected = plain_bootstrap(a, b);
    EXPECT_DOUBLE_EQ(ratio.value, summarize(a).median / summarize(b).median);
    EXPECT_NEAR(ratio.low, expected.low, 0.015) << n;
    EXPECT_NEAR(ratio.high, expected.high, 0.015) << n;
    EXPECT_LE(ratio.low, ratio.value);
    EXPECT_GE(ratio.high, ratio.value);
  }
}

TEST(Statistics, RatioKnowsNoiseFromDifference) {
  std::mt19937 random(5);
  std::normal_distribution<double> noisy(1, 0.05);
  std::vector<double> a(200), b(200), faster(200);
  for (double& value : a) value = noisy(random);
  for (double& value : b) value = noisy(random);
  for (double& value : faster) value = 0.9 * noisy(random);
  EXPECT_TRUE(bootstrap_ratio(a, a).noise());
  EXPECT_FALSE(bootstrap_ratio(a, faster).noise());
  EXPECT_NEAR(bootstrap_ratio(a, faster).value, 1 / 0.9, 0.02);
  EXPECT_EQ(bootstrap_ratio(a, b).low, bootstrap_ratio(a, b).low);  // a fixed seed
  EXPECT_EQ(bootstrap_ratio({}, b).value, 0);
}

TEST(Statistics, RingKeepsTheLastSamplesInOrder) {
  SampleRing ring(3);
  EXPECT_EQ(ring.summary().count, 0u);
  for (const double sample : {1.0, 2.0, 3.0, 4.0, 5.0}) ring.add(sample);
  EXPECT_EQ(ring.in_order(), (std::vector<double>{3, 4, 5}));
  EXPECT_EQ(ring.size(), 3u);
  EXPECT_DOUBLE_EQ(ring.summary().median, 4);
  ring.clear();
  EXPECT_EQ(ring.size(), 0u);
  ring.add(9);
  EXPECT_EQ(ring.in_order(), std::vector<double>{9});
}

}  // namespace
}  // namespace livewarp
