#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/counters/page_faults.h"
#include "kernels/core/model/findings.h"
#include "kernels/core/paging/paging.h"

namespace livewarp {

/// What a method of touching managed memory took, and what the driver told of its pages.
struct UnifiedRow {
  PagingResult result;
  std::optional<PageFaults> faults;  ///< of the first pass, in a round that was not timed
};
struct UnifiedResults {
  PagingRequest request;
  std::vector<UnifiedRow> rows;
  std::string no_faults;  ///< why the driver tells none: a sentence
};

/// The figures of a text for the same steps, on its own GPU and at its own size: history.
struct TextFigure {
  PagingMethod method;
  const char* first;   ///< "2.62 ms"
  const char* steady;  ///< empty: it has none
};
std::vector<TextFigure> unified_history();
/// Where they are from: text, GPU, year.
const char* unified_history_source();

Findings unified_findings(const UnifiedResults& results);

}  // namespace livewarp
