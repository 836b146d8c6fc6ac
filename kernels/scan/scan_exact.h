// What a result should be, and by how much one misses it.
#pragma once

#include <vector>

#include "kernels/core/base/job.h"
#include "kernels/scan/scan.h"

namespace livewarp {

/// Sums, or a recurrence, against fp64: in roundings (see `Scan::tolerance`), and which elements
/// are of another kind: finite, NaN, or either infinity. Of a recurrence all that is not finite is
/// of one kind: a product of many factors may be 0, and 0 times infinity is NaN, so that the order
/// decides which of them it is.
std::vector<Discrepancy> compare_sums(const Scan::Problem& problem, const HostState& in,
                                      const HostState& out, const Job& job);

/// Compaction and split, where every element has its place.
std::vector<Discrepancy> compare_selection(const Scan::Problem& problem, const HostState& in,
                                           const HostState& out, const Job& job);

/// The sum of absolute values, or the largest x of a recurrence of those.
double scan_size(const Scan::Problem& problem, const HostState& state);

}  // namespace livewarp
