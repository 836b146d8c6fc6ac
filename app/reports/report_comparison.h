#pragma once

#include <string>
#include <vector>

#include "app/reports/saved_report.h"

namespace livewarp {

/// A value as it is shown: whole numbers grouped, an empty text as "none".
std::string shown(const Value& value);

/// What is not the same in two settings: a value that one of them has not is "none".
struct Difference {
  std::string id, a, b;
};
/// 2 and 2.0 are the same.
std::vector<Difference> differences(const Values& a, const Values& b);

/// A variant in one memory mode as two reports have it.
struct ReportPair {
  const SavedResult *a = nullptr, *b = nullptr;
  /// What is not the same, beside the time: n, block. Then times are of other work.
  std::vector<Difference> differences;
};

/// The variants that both have, in A's order: of several settings of one, those that are most
/// alike.
std::vector<ReportPair> common_variants(const SavedReport& a, const SavedReport& b);

/// What differs between the reports as a whole, a line each: machine, version, CUDA.
std::vector<std::string> report_differences(const SavedReport& a, const SavedReport& b);

}  // namespace livewarp
