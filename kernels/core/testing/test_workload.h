#pragma once

#include "kernels/core/workload/typed_workload.h"

namespace livewarp {

struct LineProblem {
  std::int64_t n = 0;
  double factor = 1;
  static LineProblem from(const Values& values);
};
struct LineStep {
  const double* in;
  double* out;
  std::int64_t n;
  double factor;
};

/// A workload for tests: n numbers x, of which a step makes x * factor + 1. Variants differ in what
/// they do wrong.
struct Line : WorkloadBase<LineProblem, LineStep> {
  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b) { return a.n == b.n; }
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&);
  static View view(const Problem&, const Values&, const Launch&) { return {}; }
  static Variants<Line> cpu_variants(), emulator_variants();
  static Variants<Line> traced_variants() { return {}; }
  static Variants<Line> cuda_variants() { return emulator_variants(); }
  static CostModel cost(const Problem& problem, const Launch&);
  static std::vector<Values> check_problems(const Values& problem, const Launch&);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem&, const HostState&) { return {}; }
  /// A nanosecond a number, so that a test can choose whether the reference takes long.
  double reference_seconds(const Problem& problem) const override {
    return problem.n > 100'000 ? 3 : 1e-9 * double(problem.n);
  }
};

using LineWorkload = TypedWorkload<Line>;

}  // namespace livewarp
