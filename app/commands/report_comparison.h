#pragma once

#include <string>
#include <vector>

#include "app/measure/json_report.h"

namespace livewarp {

/// What `bench` or `verify` wrote, read back.
struct SavedReport {
  std::string path;
  Json content;
  /// "NVIDIA H200; AMD EPYC, 16 cores"
  std::string machine() const;
};

/// Throws `Error` where the file cannot be read or is no such report, saying what it lacks.
SavedReport read_report(const std::string& path);

/// A variant in one memory mode as two reports have it.
struct ReportPair {
  const Json *a = nullptr, *b = nullptr;
  /// What is not the same, beside the time: "n 65,536 | 131,072", "block 256 | 128". Then times are
  /// of other work.
  std::vector<std::string> differences;
};

/// The variants that both have, in A's order: of several settings of one, those that are most
/// alike.
std::vector<ReportPair> common_variants(const SavedReport& a, const SavedReport& b);

/// What differs between the reports as a whole, a line each: machine, version, CUDA.
std::vector<std::string> report_differences(const SavedReport& a, const SavedReport& b);

}  // namespace livewarp
