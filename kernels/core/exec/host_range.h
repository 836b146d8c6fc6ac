#pragma once

#include <functional>
#include <stop_token>

#include "kernels/core/exec/exec.h"

namespace livewarp {

/// Calls `body` for pieces of [0, n) of at most `grain`, on `threads` threads (1: on the caller
/// alone). Reads `stop` before each piece; once it is set, throws `Cancelled` when all threads have
/// returned. What `body` throws is passed on.
void run_host_range(std::int64_t n, std::int64_t grain, int threads,
                    const std::function<void(Range)>& body, const std::stop_token& stop);

}  // namespace livewarp
