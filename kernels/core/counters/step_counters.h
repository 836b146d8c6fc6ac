#pragma once

#include <stop_token>

#include "kernels/core/counters/cupti.h"
#include "kernels/core/telemetry/counter_reading.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

class Exec;

/// What stands against reading any, known before anything is tried; empty words: nothing.
CounterResult counters_refused_here(const Cupti& cupti);

/// What the GPU's counters say of a time step of `choice`, from `state` or its initial one. Warm:
/// caches are as the step before left them, of steps that stream as others left them, just as a
/// bench times them. Copies of the memory mode go through the GPU's memory too, and so does what
/// other processes do there meanwhile: whoever asks has the turn. Where there can be none, that is
/// the result, in words; what goes wrong in the variant itself is thrown. Throws `Cancelled`.
CounterResult step_counters(const Cupti& cupti, const Workload& workload, const Choice& choice,
                            Exec& exec, const HostState* state, const std::stop_token& stop);

}  // namespace livewarp
