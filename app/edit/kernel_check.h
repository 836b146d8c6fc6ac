#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "app/edit/edited_unit.h"
#include "app/edit/host_compiler.h"
#include "app/edit/kernel_verdict.h"
#include "app/options/option_group.h"

namespace livewarp {

/// What a check of an edited kernel starts, and how long it may go on.
struct KernelCheckLimits {
  std::vector<std::string> child;  ///< the command whose process runs the kernel; see `check_child`
  double launch_seconds = 3;       ///< of one core, for one launch on the emulator
  double seconds = 30;             ///< of one core, for all of a process
  std::size_t memory = std::size_t{4} << 30;  ///< bytes that each may ask for; 0: no limit
  int shares = 1;  ///< processes side by side, each with some of the check sizes
};

/// The command of this program; empty in a test program, which has another.
std::vector<std::string> check_child();

/// The choice as options of a command line: what a process that runs the kernel is given. The
/// problem goes with variant and launch, since what a step launches depends on its kind.
ParsedOptions options_of(const Choice& choice);

/// Compiles the kernel for the emulator, and lets other processes run it in place of the variant's:
/// every access checked at the check sizes, results compared with the reference, and what its warps
/// do with memory counted. A slip of the kernel's ends its process alone. Throws `Error` where
/// that cannot be done at all (no compiler, no kernel of that name), and `Cancelled`.
KernelVerdict check_kernel(const EditedKernel& edited, HostCompiler& compiler,
                           const KernelCheckLimits& limits, const std::stop_token& stop = {});

/// Likewise where the kernel's instantiations are known already (see edited_unit.h).
KernelVerdict check_kernel(const EditedKernel& edited, const std::vector<std::string>& kernels,
                           HostCompiler& compiler, const KernelCheckLimits& limits,
                           const std::stop_token& stop = {});

/// Why a process that ended with that status has given no verdict.
KernelVerdict broken_off(int status);
/// What a kernel has printed, in the user's words, cut off where it is long.
std::string shown_of(const std::string& printed);

}  // namespace livewarp
