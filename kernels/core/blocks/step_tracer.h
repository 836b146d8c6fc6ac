#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/blocks/block_trace.h"
#include "kernels/core/exec/occupancy.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// A kernel around a kernel, in machine code for the present GPU: it takes the same parameters, and
/// after them the place of a `RawBlock` for each block. Beside it the kernel that reads clocks.
struct KernelWrapper {
  std::vector<std::byte> code;
  std::string symbol, clocks_symbol;
};

/// Makes it, told what the plain kernel needs. Throws `Error`.
using MakeWrapper = std::function<KernelWrapper(const KernelResources& plain)>;

struct TracedStep {
  RawLaunch launch;
  double kernel_us = 0;  ///< of the plain launch, by events around it, median of several steps
  double traced_us = 0;  ///< of the one whose blocks these are, the median of several
};

/// Makes the step that `simulation` would make next several times, some of them with the wrapper in
/// the place of one of its launches, which is the step's `launch`-th, from 0. The step is not
/// committed: what the last one wrote is the next state. Throws `Error` where the launch cannot be
/// traced, with the reason; `Cancelled` once `stop` is requested.
TracedStep trace_step(Simulation& simulation, int launch, int multiprocessors,
                      const MakeWrapper& make_wrapper, const std::stop_token& stop = {});

}  // namespace livewarp
