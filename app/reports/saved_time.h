#pragma once

#include <string>
#include <vector>

#include "app/reports/saved_report.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// What a report says of a variant, beside a setting of this machine. It has a time where the
/// report has the very setting, a rate where only that can be compared, or the reason for neither.
struct SavedTime {
  const SavedResult* result = nullptr;  ///< the nearest one; null: there is none
  double median_ms = 0;                 ///< of the same setting; else 0
  /// Items per second of another setting whose step does the same work an item; else 0.
  double rate = 0;
  /// The same where an item takes the same operations but not the same bytes: it may be shown with
  /// what differs, and compared with nothing. Else 0.
  double distant_rate = 0;
  std::vector<std::string> differences;  ///< "N 16,384 (here 65,536)"
  std::string reason;                    ///< why neither

  bool has_time() const { return median_ms > 0; }
  bool has_rate() const { return rate > 0; }
};

/// The nearest setting of the report: the same work an item, the same memory mode and launch, and
/// of those the nearest size. The result lives as long as the report.
SavedTime saved_time(const SavedReport& report, const Workload& workload,
                     const VariantInfo& variant, const Choice& choice);

/// Whether the result is one of the variant, run by what it is made for.
bool is_of(const SavedResult& result, const Workload& workload, const VariantInfo& variant);
/// Whether its step does the same work an item as the choice's, so that their rates compare.
bool rates_compare(const Workload& workload, const VariantInfo& variant, const Choice& choice,
                   const SavedResult& result);

/// Whether its step does the same work as the choice's, which has its size: then times compare too.
bool times_compare(const Workload& workload, const VariantInfo& variant, const Choice& choice,
                   const SavedResult& result);

/// Names of variants of the report, as "nbody tensor", that the workloads do not have.
std::vector<std::string> unknown_variants(const SavedReport& report,
                                          const std::vector<const Workload*>& workloads);

}  // namespace livewarp
