#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

struct MatmulProblem {
  enum class Left { random, identity, reversal, cosines };
  enum class Right { random, rings };

  std::int64_t m = 1, n = 1, k = 1;
  Left left = Left::random;
  Right right = Right::random;
  std::uint64_t seed = 1;
  static MatmulProblem from(const Values& values);
  bool operator==(const MatmulProblem&) const = default;

  double multiply_adds() const { return double(m) * double(n) * double(k); }
};

/// What a variant's step reads: `a` and `b`, and writes: all of `c`.
struct MatmulStep {
  const float *a, *b;
  float* c;
  const float* shown;  ///< the last step's product
  void* scratch;       ///< that the variant asked for
  bool scratch_kept;   ///< as the last step left it; the operands are the same
  int m, n, k;
  float a_most;  ///< no number of A is larger as this workload makes it; of B none than 1
};

/// The product of two matrices, C = A B:
///
///     c(i, j) = sum over p = 0 ... k - 1 of a(i, p) b(p, j)
///
/// State: A, m rows of k; B, k rows of n, both read alone; C, m rows of n, written alone. All are
/// fp32, row by row without padding. A sum over nothing is refused; one with a NaN or an infinity
/// in it is what fp32 makes of it, and it shows in that row or column of C alone.
struct Matmul : WorkloadBase<MatmulProblem, MatmulStep> {
  using Left = Problem::Left;
  using Right = Problem::Right;

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b) { return a == b; }
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport& viewport) {
    return field_picture(problem.n, problem.m, viewport);
  }
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Matmul> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  /// Of a launch whose threads ask for `loads` operands a multiply-add; without, for two.
  static CostModel cost(const Problem& problem, double loads);
  static CostModel cost(const Problem& problem, const Launch&) { return cost(problem, 2.0); }

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  Tolerance tolerance(Backend backend, Precision precision) const override;
  double time_step(const Problem&) const override { return 0; }
  double reference_seconds(const Problem& problem) const override {
    return 0.5e-9 * problem.multiply_adds();
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
};

/// Rows of the product in fp64, nothing rounded in between: `rows` of them, n numbers each.
void matmul_rows(const float* a, const float* b, std::int64_t n, std::int64_t k, std::int64_t rows,
                 double* to);
/// One of its elements.
double matmul_element(const Matmul::Problem& problem, const float* a, const float* b,
                      std::int64_t element);

}  // namespace livewarp
