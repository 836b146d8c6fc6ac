#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/edit/kernel_verdict.h"
#include "app/options/option_group.h"
#include "kernels/core/measure/verification.h"

/// What a check of an edited kernel and the process that runs it tell each other: the task on its
/// standard input, the verdict on its standard output; what the kernel prints is on its error
/// stream.
namespace livewarp {

struct CheckTask {
  std::string library;  ///< path
  std::string workload;
  ParsedOptions given;  ///< variant, launch and problem, as options of the command line
  double launch_seconds = 3, seconds = 30;  ///< see `KernelCheckLimits`
  std::size_t memory = 0;
  CheckShare share;  ///< of the check sizes; the first counts too
};

std::string to_text(const CheckTask& task);
/// Throws `Error`.
CheckTask read_task(const std::string& text);

/// Whose step is made on a GPU: known before there is code.
struct GpuSubject {
  std::string workload;
  ParsedOptions given;  ///< variant, launch, and the problem that is timed
  int device = 0;
  bool operator==(const GpuSubject&) const = default;
};

/// A line. Nothing where the text is none.
std::string to_text(const GpuSubject& subject);
std::optional<GpuSubject> read_gpu_subject(const std::string& text);

/// What is to be done on a GPU.
struct GpuTask {
  std::string code;                            ///< path of a cubin
  std::map<std::string, std::string> symbols;  ///< see `ReplacingCode`
  GpuSubject subject;
  double seconds = 0;  ///< that measuring may take
  bool calls = false;  ///< one step alone is made, and what its calls return is asked for
  /// Of the check sizes those that are compared, before a step of the problem is.
  CheckDepth sizes = CheckDepth::all;
};

std::string to_text(const GpuTask& task);
/// Nothing where the text is another task's.
std::optional<GpuTask> read_gpu_task(const std::string& text);

/// A line.
std::string to_text(const KernelVerdict& verdict);
/// The last line that is one; nothing without any.
std::optional<KernelVerdict> read_verdict(const std::string& text);

}  // namespace livewarp
