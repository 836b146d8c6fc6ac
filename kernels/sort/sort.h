#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

enum class SortPattern { random, nearly, reversed, few, special };

struct SortProblem {
  std::int64_t n = 1;
  SortPattern pattern = SortPattern::random;
  std::uint64_t seed = 1;

  static SortProblem from(const Values& values);
  bool operator==(const SortProblem&) const = default;
};

/// What a step reads and writes: keys by their bits.
struct SortStep {
  const std::uint32_t* keys;
  std::uint32_t* sorted;
  const std::uint32_t* shown;  ///< what the last step wrote
  void* scratch;               ///< that the variant asked for
  const SortProblem* problem;  ///< lives as long as the step's enqueuing
};

/// Keys of fp32 fall into order: that of IEEE 754's totalOrder, in which every two bit patterns
/// have an order. NaN with a sign, -infinity, negative numbers, -0, 0, positive ones, infinity,
/// NaN.
///
/// State: the keys, read alone; the same in order, written alone.
struct Sort : WorkloadBase<SortProblem, SortStep> {
  static constexpr double lowest = -1, highest = 1;  ///< between which keys are that are numbers

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b) { return a == b; }
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&);
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Sort> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  /// Of a launch that reads or writes each key so many times.
  static CostModel cost(const Problem& problem, double accesses);
  static CostModel cost(const Problem& problem, const Launch&) { return cost(problem, 2.0); }
  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  /// Nothing is computed: every bit must be right.
  Tolerance tolerance(Backend, Precision) const override { return {0, 0, {}}; }
  double reference_seconds(const Problem& problem) const override {
    return 1.5e-7 * double(problem.n);
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
};

}  // namespace livewarp
