#pragma once

#include <cstddef>
#include <string>

namespace livewarp {

/// Global memory that a step may touch, for executors that check it.
struct NamedMemory {
  std::string name;
  const void* first = nullptr;
  std::size_t bytes = 0;
  bool written = false;  ///< or only read
};

}  // namespace livewarp
