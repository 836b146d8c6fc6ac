#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>

#include "kernels/core/exec/exec.h"

namespace livewarp {

namespace emulator {
class KernelObserver;
class KernelLibrary;
}  // namespace emulator

struct EmulatorOptions {
  std::uint64_t seed =
      1;            ///< of the order in which a block's threads take turns; equal: reproducible
  int threads = 0;  ///< cores that blocks are spread over; 0: all
  /// Hears what instrumented kernels do; then blocks run one after another, in the order of the
  /// grid.
  std::shared_ptr<emulator::KernelObserver> observer;
  /// Kernels that are launched in place of the program's of the same name; none without it.
  std::shared_ptr<const emulator::KernelLibrary> library;
};

/// What a launch must keep to, as on every GPU of compute capability 9.0.
struct LaunchLimits {
  static constexpr unsigned block_threads = 1024, block_x = 1024, block_y = 1024, block_z = 64;
  static constexpr unsigned grid_x = 2147483647, grid_y = 65535, grid_z = 65535;
  static constexpr std::size_t shared_bytes = 227 * 1024;
};

/// Executes kernels from their source on the host, to check them: one fibre a thread, blocks spread
/// over cores, a new order of threads at every barrier. Shared memory begins as NaN in every block
/// (static shared memory too, unless the program is stripped). Never a source of times. A launch
/// returns when it is done.
///
/// A launch throws `Error` if it breaks a limit or if threads wait for each other for ever, and
/// passes on what a thread throws; `Cancelled` once `stop` is requested, which is read at every
/// block and barrier. `__constant__` data are one a process: of executors that use any, one
/// launches at a time, and finds its own.
std::unique_ptr<KernelExec> make_emulator_exec(const EmulatorOptions& options = {},
                                               std::stop_token stop = {});

}  // namespace livewarp
