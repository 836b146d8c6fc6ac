#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/model/choice.h"
#include "kernels/core/workload/workload.h"
#include "kernels/emulator/lens/access_recorder.h"
#include "kernels/emulator/run/kernel_library.h"
#include "kernels/emulator/run/source_lines.h"

namespace livewarp::emulator {

/// Accesses of one kind that a line of a kernel's source makes, by all warps that were looked at.
struct LineAccesses {
  SourceLine line;
  AccessCount count;
};

/// One kernel of a step. Launches of the same kernel, grid and block are one.
struct KernelAccesses {
  std::string kernel;
  Dim3 grid, block;
  int launches = 0;
  std::int64_t warps = 0;  ///< that were looked at
  double active = 0;       ///< lanes of 32, mean over the basic blocks that warps went through
  std::vector<LineAccesses> lines;  ///< by file and line
  std::int64_t loop_rounds = 0;     ///< basic blocks of loops that warps went through,
  std::int64_t loop_lanes = 0;      ///< and lanes did
};

struct Lens {
  std::string refusal;  ///< why there is nothing to see; empty: there is
  Values problem;
  std::vector<KernelAccesses> kernels;  ///< in the order of their first launch
};

/// The choice's problem at a size that is small enough to be looked at in less than a second,
/// without files: every size is halved as often as that takes, so that blocks stay whole.
Values lens_problem(const Workload& workload, const Choice& choice);

/// Which warps are looked at.
struct LensScope {
  bool whole_grid = false;       ///< or the block in the middle alone: where borders are not
  std::optional<unsigned> warp;  ///< of each block; none: all
  std::stop_token stop;          ///< throws `Cancelled` once it is asked for
  /// Kernels that are launched in place of the program's of the same name; none without it.
  std::shared_ptr<const KernelLibrary> library = {};
};

/// Counts what one step of the choice does with memory, executed on the host.
Lens look(const Workload& workload, const Choice& choice, const LensScope& scope = {});

}  // namespace livewarp::emulator
