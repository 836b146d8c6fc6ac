#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/edit/gpu_check.h"
#include "app/measure/json_report.h"

/// Figures of an edited kernel that are told in several ways: what the lens counts of it, and what
/// a compiler for a GPU makes of it.
namespace livewarp {

/// A kernel's accesses to one kind of memory, added up. Sectors of global memory, wavefronts of
/// shared memory, and what they would be if the lanes' bytes lay side by side.
struct AccessSum {
  double requests = 0, cost = 0, ideal = 0;
};

/// What is to be mended, at a line.
struct CountedFinding {
  std::string file, words;
  int line = 0;
};

struct KernelCounts {
  std::string kernel;  ///< with its template arguments
  double lanes = 0;    ///< that are active, of 32
  AccessSum global, shared;
  std::vector<CountedFinding> findings;
};

/// Of the kernel of that name with the most warps, as `livewarp lens --json` has it; nothing where
/// none was counted.
std::optional<KernelCounts> counts_of(const Json& counted, const std::string& kernel);

/// "24 registers a thread, 4,224 bytes of static shared memory".
std::string needs_text(const GpuCode& code);
/// "0.1213 ms"
std::string ms_text(double ms);

}  // namespace livewarp
