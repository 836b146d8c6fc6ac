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

inline constexpr const char* no_traced_kernels =
    "this program was built without the kernels that are traced: a build from source has them";

/// The step of a choice from its first state, again and again, for who needs no result. Derived
/// fields are taken as they are: no kernel runs before it.
class FirstSteps {
 public:
  /// The workload outlives it.
  FirstSteps(const Workload& workload, Choice choice, std::stop_token stop);
  /// Before the step; null: the program has no kernels that are traced.
  std::unique_ptr<Simulation> simulation() const;
  /// Makes the step; there must be a simulation. Throws `Error` and `Cancelled`.
  void run(std::shared_ptr<KernelObserver> observer) const;

 private:
  const Workload& workload_;
  Choice choice_;
  std::stop_token stop_;
  HostState state_;
};

/// Of all blocks of a grid the one that is farthest from borders.
std::uint64_t middle_block(const Dim3& grid);

}  // namespace livewarp::emulator
