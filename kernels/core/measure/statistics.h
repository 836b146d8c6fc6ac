#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace livewarp {

/// Order statistics of samples; spread = interquartile range / median. All zero when count is 0.
struct Summary {
  std::size_t count = 0;
  double median = 0, min = 0, max = 0, p05 = 0, p25 = 0, p75 = 0, p95 = 0, p99 = 0;
  double spread = 0;
  double half_width = 0;  ///< half the 95 % interval of the median (order statistics), absolute
};

/// Linear interpolation between order statistics; `sorted` must be ascending and not empty.
double quantile(std::span<const double> sorted, double q);

Summary summarize(std::span<const double> samples);

/// A ratio of medians a/b with its 95 % interval by bootstrap (fixed seed).
struct Ratio {
  double value = 0, low = 0, high = 0;
  bool noise() const { return low <= 1 && high >= 1; }
  bool operator==(const Ratio&) const = default;
};
Ratio bootstrap_ratio(std::span<const double> a, std::span<const double> b);

/// The last `capacity` samples.
class SampleRing {
 public:
  explicit SampleRing(std::size_t capacity = 240) : capacity_(capacity) {}
  void add(double sample);
  void clear();
  std::size_t size() const { return samples_.size(); }
  std::size_t capacity() const { return capacity_; }
  std::vector<double> in_order() const;  ///< oldest first
  Summary summary() const;

 private:
  std::size_t capacity_, next_ = 0;
  std::vector<double> samples_;
};

}  // namespace livewarp
