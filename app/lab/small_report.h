#pragma once

#include <string>
#include <vector>

#include "app/lab/experiment.h"
#include "kernels/core/launches/small.h"

namespace livewarp {

/// Processes that solve the same problems on one GPU at once, each in one stream.
struct SharingResult {
  int processes = 1;
  bool mps = false;                ///< with the Multi-Process Service
  std::vector<double> per_second;  ///< problems, of each process; empty: no figure
  std::string why_not;             ///< why there is none
  bool wrong = false;
  double all_per_second() const;
};
std::string label_of(const SharingResult& result);

/// All that the experiment "small" has measured by now.
struct SmallResults {
  SmallProblem problem = SmallProblem::plates;
  int count = 0;
  std::vector<SmallResult> results;
  std::vector<SharingResult> sharing;
  bool interrupted = false;

  double per_second(const SmallResult& result) const { return count / result.ms.median * 1000; }
  /// What has a time and is of that kind; null without one. Of streams the fastest of several.
  const SmallResult* best(SmallWay::Kind kind) const;
  const SmallResult* one_stream() const;
};
Findings small_findings(const SmallResults& results);
Json to_json(const SmallResults& results);

}  // namespace livewarp
