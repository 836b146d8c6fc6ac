#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

/// Where the expensive items stand among the others.
enum class DivergenceArrangement { lanes, warps, random, sorted };

struct DivergenceProblem {
  std::int64_t n = 1;
  DivergenceArrangement arrangement = DivergenceArrangement::lanes;
  double fraction = 0.5;  ///< of the items that are expensive
  std::int64_t cheap = 2, expensive = 64;
  bool varied = false;  ///< expensive items have cheap + 1 ... expensive rounds, else all as many
  std::uint64_t seed = 1;

  static DivergenceProblem from(const Values& values);
  bool operator==(const DivergenceProblem&) const = default;

  /// Expensive ones of 32 neighbouring lanes, or warps, where these are chosen by their number.
  int expensive_of_32() const;
  /// Whether an item's number tells on which side it is.
  bool by_index() const {
    return arrangement == DivergenceArrangement::lanes ||
           arrangement == DivergenceArrangement::warps;
  }
  /// Share of items that are expensive, as the arrangement rounds it; of random ones the expected.
  double expensive_share() const;
  /// Rounds of an expensive item, in the mean.
  double expensive_rounds() const;
};

/// What a step reads and writes, an element an item.
struct DivergenceStep {
  const std::uint32_t* value;
  const std::int32_t* rounds;  ///< at least 1
  std::uint32_t* result;
  void* scratch;                     ///< that the variant asked for
  bool scratch_kept;                 ///< as the last step left it, of the same items
  const DivergenceProblem* problem;  ///< lives as long as the step's enqueuing
};

/// Items of which some take many rounds of computing and others few. A warp goes on until the last
/// of its 32 lanes is done.
///
/// A round is eight steps of a linear congruential generator, each of which replaces the value v by
/// a v + c modulo 2^32; expensive items have other a and c than cheap ones. Nothing is rounded, and
/// after s steps the value is known in closed form:
///
///     a^s v + c (1 + a + ... + a^(s-1))
///
/// State: values and rounds, read alone; the results, written alone.
struct Divergence : WorkloadBase<DivergenceProblem, DivergenceStep> {
  static constexpr int steps_a_round = 8;

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b) { return a == b; }
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&);
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Divergence> cpu_variants(), emulator_variants(), traced_variants(),
      cuda_variants();

  /// Counts the rounds that items need, not those for which lanes wait.
  static CostModel cost(const Problem& problem, const Launch&);
  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  /// Nothing is rounded.
  Tolerance tolerance(Backend, Precision) const override { return {}; }
  double reference_seconds(const Problem& problem) const override {
    return 5e-8 * double(problem.n);
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
};

}  // namespace livewarp
