#include "kernels/core/measure/paired_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

double log_ms(double ms) {
  constexpr double least = 1e-6;
  if (!(ms >= 0) || std::isinf(ms)) throw Error("a measured time is no time: look at the clock");
  return std::log(std::max(ms, least));
}

void insert(std::vector<double>& sorted, double value) {
  sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), value), value);
}

}  // namespace

PairedTest::PairedTest(const PairedTestOptions& options)
    : options_(options), random_(options.seed), b_first_(random_() % 2) {
  // From nearly all of the capital, for clear differences, to a fiftieth, for slight ones.
  for (std::size_t i = 0; i < stake_count; ++i) {
    const double stake = 0.98 * std::exp2(-0.5 * double(i));
    stakes_[i] = {std::log1p(stake), std::log1p(-stake)};
  }
  update_interval();
}

const PairedTest::Result& PairedTest::add(double a_ms, double b_ms) {
  const double log_b_to_a = log_ms(b_ms) - log_ms(a_ms);
  const double sign = b_first_ ? -1 : 1;
  insert(log_ratios_, log_b_to_a - sign * order_effect());
  insert(log_second_to_first_[b_first_], sign * log_b_to_a);
  second_longer_ += sign * log_b_to_a > 0;
  second_shorter_ += sign * log_b_to_a < 0;
  b_first_ = random_() % 2;
  update_interval();
  return result_;
}

/// By how much the second of a pair takes longer, as soon as a bet on that has won or lost enough:
/// what would only be noise stays out. A and B differ the other way round in either order, so that
/// the mean of both leaves the effect of the order.
double PairedTest::order_effect() const {
  const auto& [a_first, b_first] = log_second_to_first_;
  if (std::max(second_longer_, second_shorter_) < wins_needed_) return 0;
  if (a_first.empty() || b_first.empty()) return 0;
  return (quantile(a_first, 0.5) + quantile(b_first, 0.5)) / 2;
}

/// The mean over the stakes of what a capital of 1 became.
double PairedTest::capital(std::size_t pairs, std::size_t won) const {
  double sum = 0;
  for (const Stake& stake : stakes_)
    sum += std::exp(double(won) * stake.log_won + double(pairs - won) * stake.log_lost);
  return sum / double(stake_count);
}

void PairedTest::update_interval() {
  const std::size_t pairs = log_ratios_.size();
  while (wins_needed_ <= pairs && capital(pairs, wins_needed_) < 2 / options_.error_rate)
    ++wins_needed_;
  result_.pairs = pairs;
  result_.ratio = {1, 0, std::numeric_limits<double>::infinity()};
  if (pairs > 0) result_.ratio.value = std::exp(quantile(log_ratios_, 0.5));
  if (wins_needed_ <= pairs) {
    result_.ratio.low = std::exp(log_ratios_[pairs - wins_needed_]);
    result_.ratio.high = std::exp(log_ratios_[wins_needed_ - 1]);
  }
  result_.verdict = verdict();
}

PairedTest::Verdict PairedTest::verdict() const {
  const Ratio& ratio = result_.ratio;
  const double most = 1 + options_.equivalence;
  if (ratio.low > 1 / most && ratio.high < most) return Verdict::same;
  if (ratio.high < 1) return Verdict::faster;
  if (ratio.low > 1) return Verdict::slower;
  return Verdict::undecided;
}

}  // namespace livewarp
