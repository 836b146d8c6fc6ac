#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

enum class AccessTask { copy, gather, reverse, stencil, table, mesh };
enum class AccessOrder { sorted, random };

struct AccessProblem {
  std::int64_t n = 1;
  AccessTask task = AccessTask::copy;
  AccessOrder order = AccessOrder::random;  ///< of a gather's indices, of a mesh's numbers
  std::int64_t radius = 3;                  ///< of a stencil
  std::uint64_t seed = 1;

  static AccessProblem from(const Values& values);
  bool operator==(const AccessProblem&) const = default;

  /// Texels of a row where the array is taken for a picture: a power of two near the square root.
  std::int64_t row() const;
  /// Elements that are there: whole rows, vectors of 16 bytes, and structures of 12 and 24.
  std::int64_t padded() const;
};

/// What a step reads and writes.
struct AccessStep {
  const float* x;                  ///< the elements
  const int* index;                ///< of a gather, else null
  const float* table;              ///< of 32 numbers that are looked up, else null
  const int *edges, *coloured;     ///< of a mesh: pairs of nodes, in order and by colour; else null
  const int *starts, *neighbours;  ///< of its nodes: where theirs begin, and they
  float* result;                   ///< as many
  const float* shown;              ///< the present result
  const TextureArray* array;       ///< that the variant asked for, or null
  bool array_kept;                 ///< it is as the last step left it
  const AccessProblem* problem;    ///< lives as long as the step's enqueuing
};

/// How the addresses of a warp's 32 lanes become sectors of 32 bytes: small kernels, each with one
/// pattern of accesses, on an array of n numbers of 4 bytes. What is computed, result i of
///
///     copy      x[i]
///     gather    x[index[i]]
///     reverse   x[n - 1 - i]
///     stencil   the sum of x[i - radius] to x[i + radius]; x goes on beyond its ends as there
///     table     x[i] + the sum of a table of 32 numbers
///     mesh      the sum of x[j] - x[i] over all nodes j that an edge joins to node i
///
/// Every variant of a task computes the same; only which thread takes which element, and by which
/// path, is its own. All numbers are whole, and no sum rounds.
///
/// State: the elements, read alone, as are indices, table and edges where the task has them; the
/// result, written alone. Beyond n lie zeros up to a whole row, which vectors and structures copy
/// too.
struct Access : WorkloadBase<AccessProblem, AccessStep> {
  static constexpr int table_size = 32, levels = 1024;  ///< elements are below `levels`
  static constexpr unsigned block = 256;                ///< threads, of every kernel

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static bool same_state(const Problem& a, const Problem& b);
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem&, const Viewport&);
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Access> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  static CostModel cost(const Problem& problem, const Launch&);
  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  /// Nothing is rounded.
  Tolerance tolerance(Backend, Precision) const override { return {}; }
  double reference_seconds(const Problem& problem) const override;
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
};

/// Why a variant that computes `task` alone cannot compute this problem; empty if it can.
std::string access_refusal(AccessTask task, const AccessProblem& problem);

}  // namespace livewarp
