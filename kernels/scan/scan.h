#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

enum class ScanOperation { inclusive, exclusive, recurrence, compaction, split };
enum class ScanPattern { uniform, walk, waves, whole, nan, infinity, infinities };

struct ScanProblem {
  std::int64_t n = 1;
  ScanOperation operation = ScanOperation::inclusive;
  ScanPattern pattern = ScanPattern::uniform;
  double above = 0;  ///< what compaction and split keep is larger
  std::uint64_t seed = 1;

  static ScanProblem from(const Values& values);
  bool operator==(const ScanProblem&) const = default;

  bool is_sum() const { return operation <= ScanOperation::exclusive; }
  bool is_exclusive() const { return operation == ScanOperation::exclusive; }
  bool is_recurrence() const { return operation == ScanOperation::recurrence; }
  /// Elements are moved, none is added.
  bool selects() const { return operation >= ScanOperation::compaction; }
  bool splits() const { return operation == ScanOperation::split; }
  bool keeps(float element) const { return element > float(above); }
  /// Whether no order of adding rounds: whole numbers of at most 3, and sums below 2^24.
  bool is_exact() const {
    return is_sum() && pattern == ScanPattern::whole && 3 * n < (std::int64_t{1} << 24);
  }
  /// Where an element stands that is not like the others, if the pattern has one, and the second.
  std::int64_t special() const { return n / 3; }
  std::int64_t second_special() const { return 2 * n / 3; }
  /// Between which elements lie, and results mostly do.
  double lowest() const;
  double highest() const;
  double lowest_result() const;
  double highest_result() const;
  /// Between which sums of the first 32 elements mostly lie.
  double lowest_step() const;
  double highest_step() const;
};

/// What a step reads and writes.
struct ScanStep {
  const float* x;              ///< the elements
  const float* factors;        ///< of a recurrence, else null
  float* result;               ///< as many
  int* kept;                   ///< how many elements a selection has kept, else null
  const float* shown;          ///< the present result
  const int* shown_kept;       ///< of a selection
  void* scratch;               ///< that the variant asked for
  const ScanProblem* problem;  ///< lives as long as the step's enqueuing
};

/// A running sum: element i of the result is the sum of the elements up to i, or of those before
/// it. By the same scan of something else: a linear recurrence, and the elements that are kept.
///
/// State: the elements, read alone; the result, written alone; of a recurrence its factors, read
/// alone; of a selection how many it has kept, written alone.
struct Scan : WorkloadBase<ScanProblem, ScanStep> {
  static constexpr double tree_roundings = 64;                  ///< see `tolerance`
  static constexpr double chain_rms = 256, chain_worst = 1024;  ///< of a long chain

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b);
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&);
  /// The rows of the picture at which the result begins, and the steps, where a view wants them.
  static int result_row(const Values& view);
  static int steps_row(const Values& view);
  /// Elements of a colour: a block's, or all where so few would make stripes that nobody could
  /// tell.
  static std::int64_t shown_chunk(const Problem& problem, const Launch& launch);
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Scan> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  /// Of a launch that moves `more` bytes beside what must be read and written once.
  static CostModel cost(const Problem& problem, double more);
  static CostModel cost(const Problem& problem, const Launch&) { return cost(problem, 0.0); }
  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  /// In roundings: for element i one is the unit roundoff of fp32, 2^-24, times the sum of absolute
  /// values up to i. An order of adding in which no element takes part in more than d additions is
  /// right to d roundings (Higham 2002, ch. 4), so that trees are far below 64. Where sums of tiles
  /// or of chunks are added one after another d is the number of tiles; their roundings are of
  /// either sign and grow like its root. Whole numbers whose sums stay below 2^24 must be exact,
  /// and so must what a selection keeps.
  Tolerance tolerance(Backend, Precision) const override {
    return {tree_roundings, tree_roundings, {}};
  }
  double reference_seconds(const Problem& problem) const override {
    return 6e-9 * double(problem.n);
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
};

/// Tolerance of a variant that adds many partial sums one after another; `chain` says which.
Tolerance chain_tolerance(const std::string& chain);

}  // namespace livewarp
