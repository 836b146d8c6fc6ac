#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

#include "kernels/core/model/choice.h"
#include "kernels/core/workload/workload.h"
#include "kernels/emulator/run/kernel_library.h"
#include "kernels/emulator/run/kernel_observer.h"

namespace livewarp::emulator {

/// Executes one step of the choice on the host, and lets somebody hear its kernels. `library`:
/// whose kernels are launched in place of the program's of the same name; null: none. Returns why
/// that cannot be done; empty: it was. Throws `Cancelled`.
std::string run_traced_step(const Workload& workload, const Choice& choice,
                            std::shared_ptr<KernelObserver> observer,
                            std::shared_ptr<const KernelLibrary> library, std::stop_token stop);

/// Of all blocks of a grid the one that is farthest from borders.
std::uint64_t middle_block(const Dim3& grid);

}  // namespace livewarp::emulator
