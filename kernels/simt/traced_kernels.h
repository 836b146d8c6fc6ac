#pragma once

#include <functional>

#include "kernels/core/exec.h"

namespace livewarp::simt {

// Launches of kernels that are compiled with instrumentation, for tests.

/// `launch_truth`.
void launch_traced_truth(Exec& exec, void* a, void* b,
                         const std::function<void(const char*)>& each);

/// One warp, 64 rounds: in round k lanes for which k + lane is odd write out[32 k + lane].
void launch_alternating(Exec& exec, float* out);
/// One block of 64 threads: each goes as many rounds through a loop as its number says and reads in[round].
void launch_uneven_loop(Exec& exec, const float* in, float* out);
/// One warp: the lower half multiplies its number often, all write it.
void launch_half_warp(Exec& exec, float* out);

}  // namespace livewarp::simt
