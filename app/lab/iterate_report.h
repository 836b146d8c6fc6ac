#pragma once

#include <optional>
#include <vector>

#include "app/lab/experiment.h"
#include "kernels/core/launches/iterate.h"

namespace livewarp {

/// All that the experiment "iterate" has measured by now.
struct IterateResults {
  std::vector<IteratePoint> points;
  std::vector<LaunchCost> costs;
  std::optional<NestedSort> sort;
  bool interrupted = false;
};
Findings iterate_findings(const IterateResults& results);
Json to_json(const IterateResults& results);

}  // namespace livewarp
