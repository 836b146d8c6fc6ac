#pragma once

#include <string>

#include "kernels/core/workload.h"

namespace livewarp {

/// A size that moves well on this machine.
struct Fitted {
  Choice choice;
  std::string text;  ///< "N 12,288 fitted to this machine"; empty if nothing was changed
};

/// Sets the workload's size parameter so that a step of `choice` is predicted to take at most
/// `target_ms`, among powers of two and one and a half times them, never above `most`.
Fitted fit_size(const Workload& workload, const Choice& choice, Executor executor, double target_ms,
                std::int64_t most);

}  // namespace livewarp
