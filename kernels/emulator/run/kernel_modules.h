#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace livewarp::emulator {

/// Addresses [first, end).
struct AddressRange {
  std::uintptr_t first = 0, end = 0;
  bool holds(std::uintptr_t address) const { return address >= first && address < end; }
  std::size_t size() const { return end - first; }
};

/// A file that kernels were loaded from: the program itself, or a library of kernels.
struct KernelModule {
  std::string path;
  std::vector<AddressRange> parts;  ///< code and data
  std::size_t tls_number = 0;       ///< of its thread-local objects; 0: it has none
  std::size_t tls_bytes = 0;
  /// Where the calling thread keeps them.
  AddressRange thread_locals() const;
};

/// What names of libraries of kernels begin with: others are no kernels' memory.
inline constexpr const char* library_prefix = "livewarp-kernels";

/// The program first, then the libraries that are loaded now.
std::vector<KernelModule> kernel_modules();

}  // namespace livewarp::emulator
