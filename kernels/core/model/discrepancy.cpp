#include "kernels/core/model/discrepancy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace livewarp {

double relative_error(double difference, double reference) {
  if (difference == 0) return 0;
  return reference == 0 ? std::numeric_limits<double>::infinity() : difference / reference;
}

void Discrepancy::add(std::int64_t index, const double* result, const double* reference,
                      int components) {
  double difference = 0, size = 0;
  for (int i = 0; i < components; ++i) {
    const double d = result[i] - reference[i];
    difference += d * d;
    size += reference[i] * reference[i];
  }
  ++count_;
  if (!std::isfinite(difference) || !std::isfinite(size)) {
    if (!not_finite_) worst_index_ = index;  // the first one is named
    not_finite_ = true;
    return;
  }
  sum_difference_ += difference;
  sum_reference_ += size;
  if (not_finite_ || (worst_index_ >= 0 && difference <= worst_difference_)) return;
  worst_difference_ = difference;
  worst_index_ = index;
}

void Discrepancy::add(const Discrepancy& other) {
  count_ += other.count_;
  sum_difference_ += other.sum_difference_;
  sum_reference_ += other.sum_reference_;
  const bool worse = other.not_finite_
                         ? !not_finite_
                         : !not_finite_ && other.worst_index_ >= 0 &&
                               (worst_index_ < 0 || other.worst_difference_ > worst_difference_);
  not_finite_ |= other.not_finite_;
  if (!worse) return;
  worst_difference_ = other.worst_difference_;
  worst_index_ = other.worst_index_;
}

double Discrepancy::rms() const {
  if (not_finite_) return std::numeric_limits<double>::quiet_NaN();
  if (unit_ > 0) return std::sqrt(relative_error(sum_difference_, double(count_))) / unit_;
  return std::sqrt(relative_error(sum_difference_, sum_reference_));
}

double Discrepancy::worst() const {
  if (not_finite_) return std::numeric_limits<double>::quiet_NaN();
  if (unit_ > 0) return std::sqrt(worst_difference_) / unit_;
  return std::sqrt(relative_error(worst_difference_ * double(count_), sum_reference_));
}

bool Discrepancy::within(const Tolerance& tolerance) const {
  return count_ > 0 && rms() <= tolerance.rms && worst() <= tolerance.worst;
}

Discrepancy compare_elements(std::string quantity, std::int64_t n, const CompareScope& scope,
                             const Job& job, const std::function<double(std::int64_t)>& result,
                             const std::function<double(std::int64_t)>& reference) {
  constexpr std::int64_t between_looks = 65'536;
  Discrepancy found(std::move(quantity));
  const std::int64_t every = scope.samples ? std::max<std::int64_t>(1, n / scope.samples) : 1;
  for (std::int64_t i = 0; i < n; i += every) {
    if (i / every % between_looks == 0) job.at(double(i) / double(n));
    const double is = result(i), should_be = reference(i);
    found.add(i, &is, &should_be, 1);
  }
  job.at(1);
  return found;
}

}  // namespace livewarp
