// What a result should be, to the last bit of fp64.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/core/base/job.h"
#include "kernels/reduce/reduce.h"

namespace livewarp {

/// A sum in fp64 that keeps what each addition rounds away (Neumaier 1974): its error does not grow
/// with the number of terms. Infinities and NaN are counted beside it.
class CompensatedSum {
 public:
  void add(double term) {
    if (!std::isfinite(term)) return note(term);
    const double sum = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - sum) + term : (term - sum) + sum_;
    sum_ = sum;
    size_ += std::abs(term);
  }
  /// x y, with what the product rounds away.
  void add_product(double x, double y) {
    const double product = x * y;
    const double size = size_;
    add(product);
    if (std::isfinite(product)) {
      add(std::fma(x, y, -product));
      size_ = size + std::abs(product);
    }
  }
  void add(const CompensatedSum& other);

  double value() const;
  /// Sum of the absolute values.
  double size() const { return size_; }

 private:
  void note(double term) {
    nan_ |= std::isnan(term);
    (term > 0 ? infinite_ : minus_infinite_) |= std::isinf(term);
  }
  double sum_ = 0, lost_ = 0, size_ = 0;
  bool nan_ = false, infinite_ = false, minus_infinite_ = false;
};

/// The result that a step should have: exact but for one rounding to fp64.
struct ReduceExact {
  double value = 0;
  double size = 0;  ///< sum of the absolute values of what was added; of a minimum its own

  ReduceExact(const Reduce::Problem& problem, const HostState& state, const Job& job);
  /// The difference of a result, in roundings: see `Reduce::tolerance`. Where there is no rounding
  /// any difference is a large one.
  double roundings(const Reduce::Problem& problem, double result) const;
};

/// The number that a step has written.
double reduce_result(const Reduce::Problem& problem, const HostState& state);

}  // namespace livewarp
