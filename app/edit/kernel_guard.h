#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace livewarp {

/// Watches over the calling thread while it runs kernels of a user's on the emulator: a crash, or
/// more time than a launch may take, ends the process, and is told first with its line. One a
/// process, to its end; libraries of kernels are loaded before it.
class KernelGuard {
 public:
  /// `tell` hears what has happened, in a process that may be broken in any way.
  explicit KernelGuard(std::function<void(const std::string&)> tell);
  KernelGuard(const KernelGuard&) = delete;
  KernelGuard& operator=(const KernelGuard&) = delete;

  /// A launch begins, which may take so many seconds of the thread's time; it has ended.
  static void begin_launch(const std::string& kernel, double seconds);
  static void end_launch();
};

/// From now on this process has no more than so many seconds of cores, and bytes of addresses
/// beside those that it has by now, and leaves no core file. 0: as many as it likes.
void limit_process(double seconds, std::size_t memory);

}  // namespace livewarp
