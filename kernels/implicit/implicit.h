#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

struct ImplicitProblem {
  enum class Start { random, sine, disc };

  std::int64_t nx = 1, ny = 1;
  double number = 4;
  Start start = Start::disc;
  std::uint64_t seed = 1;
  static ImplicitProblem from(const Values& values);
  bool operator==(const ImplicitProblem&) const = default;
};

/// A step reads `in` and writes all of `out`: nx * ny temperatures, row by row.
struct ImplicitStep {
  const float* in;
  float* out;
  void* scratch;  ///< that the variant asked for
  int nx, ny;
  float number;
};

/// Heat conduction in a plate of nx x ny square cells whose border keeps its temperature, implicit
/// in time, in alternating directions (Peaceman and Rachford 1955): half a step in which what flows
/// along rows is that of the new temperatures, and half a step in which what flows along columns
/// is. With D the second difference along x or y and r the diffusion number alpha dt / h^2:
///
///     (1 - r/2 Dx) H  = (1 + r/2 Dy) T       a tridiagonal system a row
///     (1 - r/2 Dy) T' = (1 + r/2 Dx) H       one a column
///
/// Both halves together are stable for every r, where the explicit step (workload heat) grows
/// without bound above 1/4. Border cells are equations too: they keep their value.
///
/// State: temperature, row by row; 0 ... 1 is shown as 0 ... 100 degrees Celsius.
struct Implicit : WorkloadBase<ImplicitProblem, ImplicitStep> {
  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b);
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport& viewport);
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Implicit> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  static CostModel cost(const Problem& problem, const Launch&);
  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  /// In roundings of 2^-24 times 1 + 2 r. The right-hand side sums products of up to 1 + 2 r, and
  /// what it misses the solution misses too, but no more: the inverse of 1 - r/2 D has no negative
  /// entry and rows that sum up to 1. Two halves of some eight operations each, and the systems'
  /// own roundings, of which as many again are multiplied by r: 64 is room for all of them.
  Tolerance tolerance(Backend, Precision) const override { return {16, 64, {}}; }
  double time_step(const Problem& problem) const override { return problem.number; }
  double reference_seconds(const Problem& problem) const override {
    return 4e-8 * double(problem.nx * problem.ny);
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
};

}  // namespace livewarp
