#pragma once

#include <string>
#include <vector>

#include "kernels/core/workload/workload.h"

namespace livewarp {

/// The kernel of a variant that a user edits, and where the project has it.
struct KernelOrigin {
  std::string kernel;                   ///< "transpose_tile"
  std::string file;                     ///< "kernels/transpose/transpose.cuh"
  std::vector<std::string> structures;  ///< among its template arguments, of the same file
};

/// The kernel of that name which a step of the choice launches; without a name its main one. Throws
/// `Error` with those that it launches, or why none can be edited.
KernelOrigin origin_of(const Workload& workload, const Choice& choice, const std::string& kernel);

/// What an edit begins with: the kernel as the project has it, with the structures that its variant
/// is made of, behind the file that they come from.
std::string starter_of(const KernelOrigin& origin);

/// The project's file with the user's definitions in the place of its own; what else stands between
/// their macros comes before the kernel. Throws `Error` where the text has no kernel of that name.
std::string patched_source(const KernelOrigin& origin, const std::string& text);

}  // namespace livewarp
