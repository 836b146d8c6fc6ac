#pragma once

#include <string>
#include <vector>

#include "app/lab/experiment.h"
#include "kernels/core/launches/small.h"

namespace livewarp {

/// All that the experiment "small" has measured by now.
struct SmallResults {
  SmallProblem problem = SmallProblem::plates;
  int count = 0;
  std::vector<SmallResult> results;
  std::string without_processes;  ///< why two processes were not tried
  bool interrupted = false;

  double per_second(const SmallResult& result) const { return count / result.ms.median * 1000; }
  /// What has a time and is of that kind; null without one. Of streams the fastest of several.
  const SmallResult* best(SmallWay::Kind kind) const;
  const SmallResult* one_stream() const;
};
Findings small_findings(const SmallResults& results);
Json to_json(const SmallResults& results);

}  // namespace livewarp
