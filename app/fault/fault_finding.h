#pragma once

#include <string>
#include <vector>

#include "app/edit/kernel_check.h"
#include "app/edit/kernel_verdict.h"
#include "app/fault/planted_kernel.h"

namespace livewarp {

/// Who has something against a kernel.
enum class FoundBy {
  nobody,
  checker,     ///< that holds every access, barrier and end of it against the rules
  comparison,  ///< of its result with the reference
  compiler     ///< it is right, and a warning says what it costs
};
std::string_view name_of(FoundBy by);

/// What was found of a kernel, with its fault or without.
struct FaultFinding {
  FoundBy by = FoundBy::nobody;
  std::string text, advice;  ///< in their words; empty: nothing
  int line = 0;              ///< of the kernel's text; 0: of none
  KernelVerdict verdict;
};

/// Reads it out of what a check has found of the text that messages call `file`.
FaultFinding finding_of(KernelVerdict verdict, const std::string& file);
/// Of a planted kernel, run by that command: one process looks at the check sizes in their order,
/// so that what finds a fault is the same each time.
KernelCheckLimits fault_limits(std::vector<std::string> child);

/// Which call of a step an error comes from, and which ones tell of it. On the emulator a launch is
/// executed before it returns; on a GPU it is only queued.
struct StepCall {
  std::string call;      ///< "launch 1: reduce_sequential"
  std::string emulator;  ///< what happens there
  std::string gpu;       ///< what a GPU's runtime returns
};

/// The calls of a step whose launch `number`, from 1, fails with an error of that name, as CUDA's
/// manual promises them: a model, no measurement.
std::vector<StepCall> calls_of(const std::vector<std::string>& launches, int number,
                               const std::string& error);

}  // namespace livewarp
