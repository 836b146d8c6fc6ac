#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "kernels/core/base/job.h"
#include "kernels/core/model/tolerance.h"

namespace livewarp {

/// difference / reference, where 0/0 is no error at all, and a difference from nothing an infinite
/// one.
double relative_error(double difference, double reference);

/// Running comparison of one quantity: error = RMS(result - reference) / RMS(reference), worst =
/// the worst element (Euclidean norm over its components) over the same RMS. Any NaN makes it fail.
class Discrepancy {
 public:
  /// With a `unit` that is not 0 both are counted in it instead: of values with a fixed step,
  /// levels of grey, what is a small error does not depend on how large they are.
  explicit Discrepancy(std::string quantity, double unit = 0)
      : quantity_(std::move(quantity)), unit_(unit) {}
  /// Element `index` with `components` result and reference values.
  void add(std::int64_t index, const double* result, const double* reference, int components);
  /// What another found of other elements of the same quantity.
  void add(const Discrepancy& other);
  const std::string& quantity() const { return quantity_; }
  std::int64_t count() const { return count_; }
  double rms() const;  ///< NaN if any element was not finite; 0/0 counts as 0, x/0 as infinity
  double worst() const;
  std::int64_t worst_index() const { return worst_index_; }
  bool within(const Tolerance& tolerance) const;

 private:
  std::string quantity_;
  double unit_ = 0;
  std::int64_t count_ = 0, worst_index_ = -1;
  double sum_difference_ = 0, sum_reference_ = 0, worst_difference_ = 0;
  bool not_finite_ = false;
};

/// What to compare: every element, or `samples` random ones.
struct CompareScope {
  std::int64_t samples = 0;  ///< 0: all
  std::uint64_t seed = 1;
};

/// Compares a quantity of one real an element: all n of them, or about as many as the scope
/// samples, evenly spread.
Discrepancy compare_elements(std::string quantity, std::int64_t n, const CompareScope& scope,
                             const Job& job, const std::function<double(std::int64_t i)>& result,
                             const std::function<double(std::int64_t i)>& reference);

}  // namespace livewarp
