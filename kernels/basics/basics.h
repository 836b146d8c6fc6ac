#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

struct BasicsProblem {
  std::int64_t n = 1;
  std::uint64_t seed = 1;
  static BasicsProblem from(const Values& values);
  bool operator==(const BasicsProblem&) const = default;
};

/// What a variant's step reads: pointers into memory that its executor can reach, and numbers.
struct BasicsStep {
  const float *sum, *addend;
  float *new_sum, *new_addend;
  int n;
};

/// Vector addition, the smallest workload there is, and the one to copy when a new one is begun:
/// see CONTRIBUTING.md.
///
/// State: sum and addend, one float an element each. A step computes sum_i = sum_i + addend_i and
/// carries the addend on, since a step reads one copy of the state and writes the other.
struct Basics : WorkloadBase<BasicsProblem, BasicsStep> {
  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b) { return a == b; }
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&);
  static View view(const Problem&, const Values&, const Launch&);
  static Variants<Basics> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  static CostModel cost(const Problem& problem, const Launch&);
  static std::vector<Values> check_problems(const Values& problem, const Launch&);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);
  std::vector<Readout> diagnose(const Problem&, const HostState&, const Job&) const override;
};

}  // namespace livewarp
