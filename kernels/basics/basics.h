#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/core/typed_workload.h"

namespace livewarp {

/// Vector addition, the smallest workload there is, and the one to copy when a new one is begun: copy
/// the folder, rename `basics` and `Basics`, add the name to kernels/workloads.txt.
///
/// State: sum and addend, one float an element each. A step computes
///
///     sum_i = sum_i + addend_i
///
/// and carries the addend on, since a step reads one copy of the state and writes the other.
struct Basics {
  struct Problem {
    std::int64_t n = 1;
    std::uint64_t seed = 1;
    static Problem from(const Values& values);
  };

  struct Arrays {
    float *sum, *addend;
  };

  /// What a row's step reads: pointers into memory that its executor can reach, and numbers.
  struct Step {
    Arrays in, out;
    int n;
  };

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static Step bind(const Problem& problem, const std::vector<void*>& in,
                   const std::vector<void*>& out, void* scratch);
  static HostState initial(const Problem& problem);
  static std::optional<Problem> priming(const Problem&) { return std::nullopt; }
  static bool same_state(const Problem& a, const Problem& b);
  static double time_step(const Problem&) { return 1; }
  static PictureSpec picture(const Problem& problem);
  static View view(const Problem& problem, const Values& values);

  static Rows<Basics> cpu_rows(), simt_rows(), traced_rows(), cuda_rows();

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static Values checkable(const Values& problem) { return problem; }
  static double reference_seconds(const Problem& problem);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);
  static std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                       const Job& job);

  /// Of every row: two floats read and two written, each once, so no cache can save any of it.
  static Work work(const Problem& problem);
};

}  // namespace livewarp
