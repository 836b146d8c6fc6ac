#include "kernels/core/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace livewarp {

namespace {

/// The largest l for which [x(l), x(n+1-l)] (1-based order statistics) covers the median with at
/// least 95 %: P(B < l) <= 2.5 % for B ~ binomial(n, 1/2). 0 if n is too small (below 6).
std::size_t interval_rank(std::size_t n) {
  const double size = double(n);
  if (n > 500) return std::size_t(std::floor(size / 2 - 1.959964 * std::sqrt(size) / 2));
  double term = std::ldexp(1.0, -int(n)), below = 0;
  std::size_t rank = 0;
  while (rank < n && below + term <= 0.025) {
    below += term;
    term *= (size - double(rank)) / (double(rank) + 1);
    ++rank;
  }
  return rank;
}

/// Half the 95 % interval of the median; half the range where fewer than 6 samples allow no better.
double median_half_width(std::span<const double> sorted) {
  const std::size_t rank = std::max<std::size_t>(interval_rank(sorted.size()), 1);
  return (sorted[sorted.size() - rank] - sorted[rank - 1]) / 2;
}

std::vector<double> ascending(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// The median of n draws with replacement from `sorted`. Instead of drawing all n, the middle of n
/// uniform numbers is drawn at once: order statistic k of n is beta(k, n + 1 - k), and the next one
/// is the least of the n - k that remain.
double resampled_median(std::span<const double> sorted, std::mt19937_64& random) {
  const std::size_t n = sorted.size(), k = (n + 1) / 2;
  const auto at = [&](double u) { return sorted[std::min(n - 1, std::size_t(u * double(n)))]; };
  const double low = std::gamma_distribution<double>(double(k))(random);
  const double high = std::gamma_distribution<double>(double(n + 1 - k))(random);
  const double u = low / (low + high);
  if (n % 2 == 1) return at(u);
  const double v = std::uniform_real_distribution<double>()(random);
  const double next = u + (1 - u) * (1 - std::pow(1 - v, 1 / double(n - k)));
  return (at(u) + at(next)) / 2;
}

}  // namespace

double quantile(std::span<const double> sorted, double q) {
  const double position = q * double(sorted.size() - 1);
  const auto index = std::size_t(position);
  if (index + 1 >= sorted.size()) return sorted.back();
  return std::lerp(sorted[index], sorted[index + 1], position - double(index));
}

Summary summarize(std::span<const double> samples) {
  Summary summary;
  if (samples.empty()) return summary;
  const std::vector<double> sorted = ascending(samples);
  summary.count = sorted.size();
  summary.min = sorted.front();
  summary.max = sorted.back();
  summary.p05 = quantile(sorted, 0.05);
  summary.p25 = quantile(sorted, 0.25);
  summary.median = quantile(sorted, 0.5);
  summary.p75 = quantile(sorted, 0.75);
  summary.p95 = quantile(sorted, 0.95);
  summary.p99 = quantile(sorted, 0.99);
  if (summary.median > 0) summary.spread = (summary.p75 - summary.p25) / summary.median;
  summary.half_width = median_half_width(sorted);
  return summary;
}

Ratio bootstrap_ratio(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return {};
  constexpr int resamples = 1000;
  const std::vector<double> sorted_a = ascending(a), sorted_b = ascending(b);
  std::mt19937_64 random(1);
  std::vector<double> ratios;
  ratios.reserve(resamples);
  for (int i = 0; i < resamples; ++i) {
    const double numerator = resampled_median(sorted_a, random);
    ratios.push_back(numerator / resampled_median(sorted_b, random));
  }
  std::sort(ratios.begin(), ratios.end());
  return {quantile(sorted_a, 0.5) / quantile(sorted_b, 0.5), quantile(ratios, 0.025),
          quantile(ratios, 0.975)};
}

void SampleRing::add(double sample) {
  if (capacity_ == 0) return;
  if (samples_.size() < capacity_) {
    samples_.push_back(sample);
  } else {
    samples_[next_] = sample;
  }
  next_ = (next_ + 1) % capacity_;
}

void SampleRing::clear() {
  samples_.clear();
  next_ = 0;
}

std::vector<double> SampleRing::in_order() const {
  std::vector<double> ordered(samples_);
  if (samples_.size() == capacity_)
    std::rotate(ordered.begin(), ordered.begin() + std::ptrdiff_t(next_), ordered.end());
  return ordered;
}

Summary SampleRing::summary() const { return summarize(samples_); }

}  // namespace livewarp
