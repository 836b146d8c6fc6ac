#include "kernels/core/device/lane.h"

#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/emulator/run/block_runner.h"

namespace livewarp::emulator {

constinit thread_local Index3 threadIdx{};
constinit thread_local Index3 blockIdx{};
constinit thread_local Index3 blockDim{};
constinit thread_local Index3 gridDim{};

namespace {

/// Kernels are plain functions without a handle to their executor: this is it.
constinit thread_local BlockRunner* installed = nullptr;

BlockRunner& runner() {
  if (!installed) {
    throw Error("a kernel's function was called outside a launch", "use Exec::launch");
  }
  return *installed;
}

}  // namespace

// Where the kernel goes on: its words for barriers and shuffles are made part of it.
#define LIVEWARP_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

Installed::Installed(BlockRunner& runner) { installed = &runner; }
Installed::~Installed() { installed = nullptr; }

void attempt_atomic(void* code, const void* address, std::size_t bytes) {
  const Unheard unheard;
  runner().attempt(reinterpret_cast<std::uintptr_t>(code),
                   reinterpret_cast<std::uintptr_t>(address), bytes);
}
void put_off_thread() { runner().put_off(); }
void abandon_thread(std::exception_ptr failure) { runner().abandon(std::move(failure)); }

void* dynamic_shared_memory() { return runner().shared(); }
int lane_index() { return runner().lane(); }
int block_barrier(BarrierKind kind, int predicate) {
  const Unheard unheard;
  return runner().barrier(kind, predicate, LIVEWARP_CALLER);
}
std::uint64_t warp_exchange(WarpOperation operation, unsigned mask, std::uint64_t value,
                            int source) {
  const Unheard unheard;
  return runner().exchange(operation, mask, value, source, LIVEWARP_CALLER);
}

void spin_pause() {
  const Unheard unheard;
  runner().spin(LIVEWARP_CALLER);
}

}  // namespace livewarp::emulator
