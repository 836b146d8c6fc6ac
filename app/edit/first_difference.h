#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "kernels/core/model/choice.h"
#include "kernels/core/workload/workload.h"
#include "kernels/emulator/run/kernel_library.h"

namespace livewarp {

/// Who writes what: runs a step of the choice with the project's kernels, and one with those of the
/// library in their place, from the same state. "block (0, 0, 0), thread (1, 0, 0), my.cuh:12" of
/// who writes the first byte that differs; empty where none does, or nobody has written it.
std::string first_difference(const Workload& workload, const Choice& choice,
                             const std::shared_ptr<const emulator::KernelLibrary>& library,
                             const std::stop_token& stop);

}  // namespace livewarp
