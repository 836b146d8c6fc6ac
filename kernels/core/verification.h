#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/choice.h"
#include "kernels/core/variant.h"

namespace livewarp {

class Workload;
struct HostState;

/// What to compare: every element, or `samples` random ones.
struct CompareScope {
  std::int64_t samples = 0;  ///< 0: all
  std::uint64_t seed = 1;
};

/// Running comparison of one quantity: error = RMS(result - reference) / RMS(reference), worst = the
/// worst element (Euclidean norm over its components) over the same RMS. Any NaN makes it fail.
class Discrepancy {
 public:
  /// With a `unit` that is not 0 both are counted in it instead: of values with a fixed step, levels of
  /// grey, what is a small error does not depend on how large they are.
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

/// Long work that can be stopped and says how far it is (0..1).
struct Job {
  std::stop_token stop;
  std::function<void(double)> progress;
  /// Throws `Cancelled` if stop was asked, else reports.
  void at(double fraction) const;
};

/// Compares a quantity of one real an element: all n of them, or about as many as the scope
/// samples, evenly spread.
Discrepancy compare_elements(std::string quantity, std::int64_t n, const CompareScope& scope,
                             const Job& job, const std::function<double(std::int64_t i)>& result,
                             const std::function<double(std::int64_t i)>& reference);

enum class Verdict { unchecked, checking, at_check_sizes, here, failed };

/// What a check found.
struct CheckResult {
  Verdict verdict = Verdict::unchecked;
  double error = 0, worst = 0;  ///< of the quantity with the largest error
  Tolerance tolerance;
  std::string quantity;  ///< which that was: "acceleration"
  std::string scope;     ///< what was compared: "all 16,384 bodies", "1,024 of 131,072 bodies"
  std::string failure;   ///< in words, when failed: "wrong result: acceleration of body 3, ..."
  bool ok() const { return verdict == Verdict::at_check_sizes || verdict == Verdict::here; }
};

/// Makes an executor; each check runs on its own.
using ExecFactory = std::function<std::unique_ptr<Exec>(Executor)>;

/// The choice at those of its workload's check sizes that its row can compute, and the one of them with most work.
std::vector<Choice> check_choices(const Workload& workload, const Choice& choice,
                                  Executor executor);
std::optional<Choice> largest_check(const Workload& workload, const Choice& choice,
                                    Executor executor);

/// Runs the row of `choice` at all its workload's check sizes that it can compute, whole output against
/// the fp64 reference, result memory poisoned before each step.
CheckResult check_sizes(const Workload& workload, const Choice& choice, Executor executor,
                        const ExecFactory& make_exec, const Job& job);

/// One step from `state` at the present problem against the reference; by samples where the whole
/// reference would take over 2 s.
CheckResult check_here(const Workload& workload, const Choice& choice, Executor executor,
                       const ExecFactory& make_exec, const HostState& state, const Job& job);

/// The tolerance of the chosen row, as its launch stores the state: for anything but fp32 the
/// workload's.
Tolerance tolerance_of(const Workload& workload, const Choice& choice);

}  // namespace livewarp
