#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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

/// Tells memories apart by address, for the thread of the operating system that asks.
class MemorySpaces {
 public:
  MemorySpaces();
  /// Dynamic shared memory of the block that runs.
  void set_shared(const std::byte* first, std::size_t bytes) { shared_ = range(first, bytes); }
  /// `frame` is an address on the stack of the thread that accesses memory.
  MemorySpace of(std::uintptr_t address, std::uintptr_t frame) const;
  /// Where static shared memory lies, among other things.
  std::uintptr_t static_first() const { return thread_locals_.first; }
  std::size_t static_bytes() const { return thread_locals_.end - thread_locals_.first; }

 private:
  struct Range {
    std::uintptr_t first = 0, end = 0;
    bool holds(std::uintptr_t address) const { return address >= first && address < end; }
  };
  static Range range(const void* first, std::size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(first);
    return {begin, begin + bytes};
  }

  Range shared_;
  Range thread_locals_;         ///< of the program: static shared memory, and the built-ins
  std::vector<Range> program_;  ///< constant memory lies among its data
};

}  // namespace livewarp::emulator
