#pragma once

#include "kernels/core/typed_workload.h"

namespace livewarp {

/// A workload for tests: n numbers x, of which a step makes x * factor + 1. Rows differ in what they
/// do wrong.
struct Line {
  struct Problem {
    std::int64_t n = 0;
    double factor = 1;
    static Problem from(const Values& values);
  };
  struct Step {
    const double* in;
    double* out;
    std::int64_t n;
    double factor;
  };
  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static Step bind(const Problem& problem, const std::vector<void*>& in,
                   const std::vector<void*>& out, void* scratch);
  static HostState initial(const Problem& problem);
  static std::optional<Problem> priming(const Problem&) { return {}; }
  static bool same_state(const Problem& a, const Problem& b) { return a.n == b.n; }
  static double time_step(const Problem&) { return 1; }
  static PictureSpec picture(const Problem& problem);
  static View view(const Problem&, const Values&) { return {}; }
  static Rows<Line> cpu_rows();
  static Rows<Line> simt_rows();
  static Rows<Line> cuda_rows() { return simt_rows(); }
  static std::vector<Values> check_problems(const Values& problem, const Launch&);
  static Values checkable(const Values& problem) { return problem; }
  /// A nanosecond a number, so that a test can choose whether the reference takes long.
  static double reference_seconds(const Problem& problem);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem&, const HostState&) { return {}; }
  static std::vector<Readout> diagnose(const Problem&, const HostState&, const Job&) { return {}; }
};

using LineWorkload = TypedWorkload<Line>;

}  // namespace livewarp
