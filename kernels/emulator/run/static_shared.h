#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace livewarp::emulator {

/// The static `__shared__` arrays of all kernels in this program, and in the libraries of kernels
/// that were loaded before its first launch on the host, for the calling thread. They are
/// thread-local objects that no code could list, so they are found by name in the program's own
/// symbol table; a stripped program has none, and its static shared memory goes unpoisoned.
///
/// A block must not see what the block before left. Poisoning every array for every block would
/// cost more than most blocks: all are poisoned for the first block of a launch, and from then on
/// only those that this block changed.
class StaticShared {
 public:
  /// False in a stripped program.
  static bool known();

  /// Bytes of the arrays that a kernel declares, by its name without template arguments: the most
  /// of all its instantiations. 0 in a stripped program.
  static std::size_t bytes_of(std::string_view kernel);

  void before_first_block(int poison);
  void after_first_block();
  void before_block() const;

 private:
  int poison_ = 0;
  std::vector<std::span<std::byte>> changed_;
};

}  // namespace livewarp::emulator
