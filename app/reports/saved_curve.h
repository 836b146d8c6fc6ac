#pragma once

#include "app/measure/sweep.h"
#include "app/reports/saved_report.h"
#include "kernels/core/model/graph.h"

namespace livewarp {

/// The bench times of a report that belong into the graph of a sweep of `choice` over `over`: of
/// the same variant and work, with all else as it was swept. Ascending; without points if there are
/// none.
Curve saved_curve(const SavedReport& report, const Workload& workload, const VariantInfo& variant,
                  const Choice& choice, const SweepOver& over, const Graph& graph);

}  // namespace livewarp
