#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

enum class ReduceOperation { sum, minimum, dot };
enum class ReduceType { fp32, fp64, int32 };
enum class ReducePattern { uniform, waves, alternating, large, nan, infinity, infinities };

struct ReduceProblem {
  std::int64_t n = 1;
  ReduceOperation operation = ReduceOperation::sum;
  ReduceType type = ReduceType::fp32;
  ReducePattern pattern = ReducePattern::uniform;
  std::uint64_t seed = 1;

  static ReduceProblem from(const Values& values);
  bool operator==(const ReduceProblem&) const = default;

  bool is_dot() const { return operation == ReduceOperation::dot; }
  bool is_minimum() const { return operation == ReduceOperation::minimum; }
  bool is_fp32_sum() const { return operation == ReduceOperation::sum && type == ReduceType::fp32; }
  std::size_t element_bytes() const { return type == ReduceType::fp64 ? 8 : 4; }
  /// Where an element stands that is not like the others, if the pattern has one, and the second.
  std::int64_t special() const { return n / 3; }
  std::int64_t second_special() const { return 2 * n / 3; }
  /// Between which most elements lie.
  double lowest() const;
  double highest() const;
};

/// What a step reads and writes: arrays of the problem's type.
struct ReduceStep {
  const void *x, *y;             ///< y of a dot product alone, else null
  void* result;                  ///< one number
  void* scratch;                 ///< that the variant asked for
  bool scratch_kept;             ///< as the last step left it
  const ReduceProblem* problem;  ///< lives as long as the step's enqueuing

  template <class T>
  const T* elements() const {
    return static_cast<const T*>(x);
  }
  template <class T>
  const T* others() const {
    return static_cast<const T*>(y);
  }
  template <class T>
  T* written() const {
    return static_cast<T*>(result);
  }
};

/// Many numbers become one: their sum, their minimum, or the dot product of two vectors.
///
/// State: the elements, read alone; the result, written alone; of a dot product the second vector.
struct Reduce : WorkloadBase<ReduceProblem, ReduceStep> {
  static constexpr double tree_roundings = 64;  ///< see `tolerance`

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b) { return a == b; }
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&);
  /// Rows of pixels of the first block's tree, where a view wants one: at the lower edge.
  static int tree_rows(int height, const Values& view);
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Reduce> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  /// Of a launch whose blocks write `partials` results and read them again.
  static CostModel cost(const Problem& problem, double partials);
  static CostModel cost(const Problem& problem, const Launch&) { return cost(problem, 0.0); }
  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  /// In roundings: 1 is the unit roundoff of the type (2^-24 of fp32, 2^-53 of fp64) times the sum
  /// of the absolute values. An order of adding in which no element takes part in more than d
  /// additions is right to d roundings (Higham 2002, ch. 4). A tree over 2^30 elements has d = 30;
  /// a thread's own chain before it is longer, but then there are many chains, whose errors differ
  /// and cancel. Minimum and integers must be exact.
  Tolerance tolerance(Backend, Precision) const override {
    return {tree_roundings, tree_roundings, {}};
  }
  double reference_seconds(const Problem& problem) const override {
    return 6e-9 * double(problem.n);
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
};

}  // namespace livewarp
