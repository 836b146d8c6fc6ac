#pragma once

#include <functional>
#include <string>

#include "kernels/core/workload.h"

namespace livewarp {

/// A size that moves well on this machine.
struct Fitted {
  Choice choice;
  std::string text;  ///< "N 12,288 fitted to this machine"; empty if nothing was changed
};

/// Sets the workload's size parameter so that a step of `choice` is predicted to take at most
/// `target_ms`, among powers of two and one and a half times them, never above `growth` times the default and
/// `growth` squared times its work: a cube grows less than its edge may.
Fitted fit_size(const Workload& workload, const Choice& choice, Executor executor, double target_ms,
                std::int64_t growth);

/// What a window starts a workload with: a step takes at most 8 ms of a GPU or 12 ms of a CPU, and the size grows by
/// 8 or 2 at most.
Fitted fit_to_machine(const Workload& workload, const Choice& choice);
using Fitter = std::function<Fitted(const Workload&, const Choice&)>;

}  // namespace livewarp
