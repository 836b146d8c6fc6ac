#pragma once

#include <chrono>

#include "kernels/core/base/milliseconds.h"

namespace livewarp {

/// Milliseconds of the steady clock since it was made.
class Stopwatch {
 public:
  double ms() const { return ms_since(start_); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace livewarp
