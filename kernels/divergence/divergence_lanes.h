#pragma once

#include <cstdint>

#include "kernels/core/workload/closed_form.h"
#include "kernels/divergence/divergence.h"

namespace livewarp {

/// Rounds that warps go through, and of how many lanes of them: what the emulator's lens and a
/// GPU's counters find for the loops of a kernel.
struct LaneRounds {
  std::int64_t of_warps = 0, of_lanes = 0;
  /// Active lanes of 32, in the mean.
  double active() const { return of_warps > 0 ? double(of_lanes) / double(of_warps) : 0; }
  bool operator==(const LaneRounds&) const = default;
};

/// How a kernel's warps go through their items: its variant's name.
enum class DivergenceWay { branch, predicated, vote, loop, flattened };

/// Of blocks of so many threads, counted from the items themselves; a thread of a flattened loop
/// takes `items`.
LaneRounds lane_rounds(DivergenceWay way, const DivergenceProblem& problem,
                       const std::int32_t* rounds, std::int64_t block, std::int64_t items = 1);

/// The same a warp in closed form, for full warps and equal counts; at random it is the expected
/// one. Of 32 lanes, each expensive with probability f, some are with 1 - (1 - f)^32. `lanes`: of a
/// warp, or of a vector, that divides a warp.
struct ExpectedRounds {
  double of_warps = 0, of_lanes = 0;
  double active() const { return of_warps > 0 ? of_lanes / of_warps : 0; }
};
ExpectedRounds expected_rounds(DivergenceWay way, const DivergenceProblem& problem,
                               std::int64_t lanes = 32);

/// The same as means over warps, or over vectors of so many lanes; or why there is no formula.
ClosedForm divergence_closed_form(DivergenceWay way, const DivergenceProblem& problem,
                                  std::int64_t lanes = 32);
/// Of items that were sorted: of all warps one may be mixed.
ClosedForm sorted_closed_form(const DivergenceProblem& problem, std::int64_t lanes = 32);

}  // namespace livewarp
