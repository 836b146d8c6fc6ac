#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/counters/page_faults.h"
#include "kernels/core/model/findings.h"
#include "kernels/core/model/history.h"
#include "kernels/core/paging/paging.h"

namespace livewarp {

/// What a method of touching managed memory took, and what the driver told of its pages.
struct UnifiedRow {
  PagingResult result;
  std::optional<PageFaults> faults;  ///< of the first pass over `fault_bytes`, in a round untimed
};
struct UnifiedResults {
  PagingRequest request;
  std::vector<UnifiedRow> rows;
  std::size_t fault_bytes = 0;  ///< that the faults were counted over
  std::string no_faults;        ///< why the driver tells none: a sentence
};

/// The figures of a text for the same steps, on its own GPU and at its own size: history.
struct PagingHistory {
  PagingMethod method;
  const char* first;   ///< "2.62 ms"
  const char* steady;  ///< empty: it has none
};
std::vector<PagingHistory> unified_history();
TextSource unified_history_source();

/// Whether the driver has told of what had to move, no less and no more: it drops records where
/// many come at once, and tells some late.
bool told_all(const PageFaults& faults, PagingMethod method, std::size_t bytes);

Findings unified_findings(const UnifiedResults& results);

}  // namespace livewarp
