#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/emulator/run/kernel_modules.h"

namespace livewarp::emulator {

/// Which of CUDA's memories an address of a host copy stands for.
enum class MemorySpace : std::uint8_t {
  global,
  shared,
  constant,
  local  ///< the thread's own: its stack, its built-ins and parameters; registers, on a GPU
};

/// A thread's stack, downwards from its kernel: what lies less than this above a frame of a fibre
/// is its own.
inline constexpr std::uintptr_t stack_reach = 64 * 1024;

/// Tells memories apart by address, for the thread of the operating system that asks, and the
/// kernels that were loaded when it was made.
class MemorySpaces {
 public:
  MemorySpaces();
  /// Dynamic shared memory of the block that runs.
  void set_shared(const std::byte* first, std::size_t bytes) { shared_ = range(first, bytes); }
  /// `frame` is an address on the stack of the thread that accesses memory.
  MemorySpace of(std::uintptr_t address, std::uintptr_t frame) const;
  /// Bytes of all that static shared memory lies among, and which of them the address is.
  std::size_t static_bytes() const;
  std::size_t static_offset(std::uintptr_t address) const;

 private:
  static AddressRange range(const void* first, std::size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(first);
    return {begin, begin + bytes};
  }

  AddressRange shared_;
  /// Of the program and of libraries: static shared memory, and the built-ins.
  std::vector<AddressRange> thread_locals_;
  std::vector<AddressRange> modules_;  ///< constant memory lies among their data
};

}  // namespace livewarp::emulator
