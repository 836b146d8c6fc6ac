#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/edit/compiler_message.h"
#include "app/measure/json_report.h"
#include "kernels/core/exec/returned_calls.h"
#include "kernels/core/measure/paired_comparison.h"
#include "kernels/core/model/tolerance.h"

namespace livewarp {

/// How far an edited kernel came.
enum class KernelOutcome {
  not_compiled,  ///< the compiler has errors
  refused,       ///< it cannot stand in for the kernel: other parameters, no text
  stopped,       ///< it crashed, or did not end
  misused,       ///< an access is out of range or meets another's, or a barrier is not met by all
  wrong,         ///< its result is not the reference's
  right
};
std::string_view name_of(KernelOutcome outcome);

/// An edited kernel beside the one that it stands in for, measured in turn on a GPU.
struct EditedTimes {
  double original_ms = 0, edited_ms = 0;  ///< of a time step, medians over the pairs
  PairedTest::Result result;              ///< of edited over original
};

/// What was found of an edited kernel.
struct KernelVerdict {
  KernelOutcome outcome = KernelOutcome::refused;
  std::string text, advice;               ///< why it is not right; one line each
  std::vector<CompilerMessage> messages;  ///< errors, and warnings where it was compiled
  int launch = 0;     ///< of its step, from 1, in which it was stopped or misused; 0: none
  std::string scope;  ///< of the comparison: "every output at 9 check sizes"
  double error = 0, worst = 0;       ///< see `CheckResult`
  Tolerance tolerance;               ///< of the two
  Json counted;                      ///< by the lens, as `livewarp lens --json` has it
  std::string said;                  ///< what the kernel printed, cut off where it is long
  std::vector<ReturnedCall> calls;   ///< of a GPU, where they were asked for
  std::optional<EditedTimes> times;  ///< of a GPU, and of a right kernel alone
  double compile_seconds = 0, run_seconds = 0;  ///< that making it and checking it took
  bool right() const { return outcome == KernelOutcome::right; }
};

}  // namespace livewarp
