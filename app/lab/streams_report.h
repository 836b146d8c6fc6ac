#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "kernels/core/model/findings.h"
#include "kernels/core/streams/engines.h"
#include "kernels/core/streams/priorities.h"
#include "kernels/core/streams/stream_order.h"

/// What is said, written and drawn of the experiments with streams.
namespace livewarp {

Findings stream_order_findings(const std::vector<StreamOrderResult>& results, double kernel_ms);
Json to_json(const std::vector<StreamOrderResult>& results);

struct PriorityResults {
  PriorityKernels kernels;
  PriorityRange range;
  std::vector<PriorityResult> results;
};
Findings priority_findings(const PriorityResults& results);
Json to_json(const PriorityResults& results);

struct EngineResults {
  std::size_t bytes = 0;
  int copy_engines = 0;
  std::vector<EngineResult> sets;
  std::vector<HostAccessResult> accesses;
};
Findings engine_findings(const EngineResults& results);
Json to_json(const EngineResults& results);

/// "Left out: same priority: why", or "Wrong: ..." of a result that was not what it must be.
void tell_untimed(Findings& findings, const std::string& what, const std::string& why_not,
                  bool wrong);

}  // namespace livewarp
