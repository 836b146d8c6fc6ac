#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/model/param.h"

namespace livewarp {

/// What a variant did on the machine of a report, in one setting.
struct SavedResult {
  std::string workload, variant, backend, executor, memory;
  Values launch, problem;
  bool verified = false;
  std::string no_time;  ///< why there is none; empty if there is one
  /// Of a verified result alone: what is not verified has no numbers. 0: unknown.
  double median_ms = 0, rate = 0, sm_clock_mhz = 0;
  double error = -1;          ///< RMS; -1: unknown
  std::string rate_unit;      ///< "interactions/s"
  std::string version, date;  ///< of the program, of the measurement; empty: unknown
  bool is_timed() const { return median_ms > 0; }
};

/// What `bench`, `verify`, `sweep` or `tour` wrote as JSON, read back.
struct SavedReport {
  std::string path;
  std::vector<std::string> gpus;  ///< their names
  std::string cpu;
  int cores = 0;                          ///< 0: unknown
  std::string driver_cuda, runtime_cuda;  ///< empty: none
  std::string version;                    ///< of the program; empty: each result has its own
  std::vector<SavedResult> results;

  /// "NVIDIA H200; AMD EPYC, 16 cores"
  std::string machine() const;
  /// "H200" where results are of a GPU, else "AMD EPYC": for the head of a column.
  std::string short_name() const;
  /// How many results have a time.
  std::size_t times() const;
};

/// More is no report: the largest sweeps are a few MB.
inline constexpr std::size_t largest_report = std::size_t{16} << 20;

/// Throws `Error` where the file cannot be read or is no such report, saying what it lacks.
SavedReport read_report(const std::string& path);
/// The same of one that must hold a verified time.
SavedReport read_times(const std::string& path);
/// The same of a text; `path` is what it is called.
SavedReport parse_report(std::string_view text, const std::string& path);

}  // namespace livewarp
