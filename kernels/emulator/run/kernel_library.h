#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/exec/exec.h"

namespace livewarp::emulator {

/// Kernels of a library that was compiled while the program runs, from an edited copy of their
/// source, and that stand in for the program's own. What it is made from: see
/// kernels/core/device/library_kernel.h.
///
/// To be loaded before the program's first launch on the host, by a process that can be lost with
/// it: its code is whatever a user wrote.
class KernelLibrary {
 public:
  /// Its file's name begins with `library_prefix`. Throws `Error` where it cannot be loaded, or a
  /// kernel's parameters are not those of the one that it stands in for.
  explicit KernelLibrary(const std::string& path);

  /// What is launched where `kernel` is asked for: the library's of the same name, else itself.
  KernelRef in_place_of(const KernelRef& kernel) const;
  /// Whether it has one of that name.
  bool holds(const KernelRef& kernel) const;

 private:
  struct Entry {
    std::string name;
    void (*call)(void* const*) = nullptr;
  };
  struct Close {
    void operator()(void* handle) const;
  };
  std::unique_ptr<void, Close> handle_;
  std::vector<Entry> kernels_;
};

}  // namespace livewarp::emulator
