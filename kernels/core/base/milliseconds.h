#pragma once

#include <chrono>

namespace livewarp {

/// Times are kept in milliseconds, fp64.
inline double to_ms(std::chrono::duration<double, std::milli> time) { return time.count(); }

/// Milliseconds from `start` until now.
inline double ms_since(std::chrono::steady_clock::time_point start) {
  return to_ms(std::chrono::steady_clock::now() - start);
}

}  // namespace livewarp
