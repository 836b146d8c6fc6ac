#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/base/running_child.h"
#include "app/code/kernel_compiler.h"
#include "app/edit/check_protocol.h"
#include "app/edit/edited_unit.h"
#include "app/edit/kernel_verdict.h"
#include "app/options/option_group.h"
#include "kernels/core/exec/cubin.h"
#include "kernels/core/exec/replacing_exec.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

/// An edited kernel as NVRTC compiles it.
struct GpuCode {
  std::string hindrance;  ///< why nothing was compiled; empty: it was, or has errors
  std::string compiler;   ///< "NVRTC 13.0 for 9.0"
  std::vector<CompilerMessage> messages;
  std::vector<std::byte> cubin;  ///< empty where there are errors
  /// Of the program's kernels, by `KernelRef::name`: the symbol that stands in, and its needs.
  std::map<std::string, CubinKernel> kernels;
  double seconds = 0;
  bool made() const { return !cubin.empty(); }
};

/// Why nothing can be compiled for it; empty if it can. 0: for any that the compiler knows.
std::string gpu_code_hindrance(const KernelCompiler& compiler, int compute);

/// For that compute capability; 0: one that the compiler knows, 9.0 if it does. `options`: more of
/// the compiler's.
GpuCode compile_for_gpu(const EditedKernel& edited, const std::vector<std::string>& kernels,
                        const KernelCompiler& compiler, int compute,
                        const std::vector<std::string>& options = {});

/// As it is launched in place of the program's kernels.
ReplacingCode replacing_code(const GpuCode& code);

/// A process for `check_on_gpu` that makes the subject's step once, with the project's kernel, and
/// then waits for its code: to start a driver takes as long as to check a kernel, and nobody need
/// wait for it. Throws `Error` where it cannot be started.
std::shared_ptr<RunningChild> start_gpu_process(const std::vector<std::string>& child,
                                                const GpuSubject& subject);

/// Where it runs, and how long that may take.
struct GpuCheckPlace {
  std::vector<std::string> child;  ///< see `check_child`
  ParsedOptions given;             ///< variant, launch and problem
  int device = 0;
  double seconds = 3;                  ///< that measuring may take
  double patience = 120;               ///< seconds for everything: what takes longer does not end
  bool calls = false;                  ///< see `GpuTask`
  CheckDepth sizes = CheckDepth::all;  ///< likewise
  std::shared_ptr<RunningChild> process = {};  ///< started for it; null: one is now
};

/// Lets another process run the code on a GPU in place of the variant's: verified first, then
/// timed beside it. An error of the kernel's ends that process alone. Throws `Cancelled`.
KernelVerdict check_on_gpu(const EditedKernel& edited, const GpuCode& code,
                           const GpuCheckPlace& place, const std::stop_token& stop = {});

}  // namespace livewarp
