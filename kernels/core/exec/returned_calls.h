#pragma once

#include <string>
#include <vector>

namespace livewarp {

/// A call of the CUDA runtime, and what it has returned: "cudaErrorAssert".
struct ReturnedCall {
  std::string call, returned;
};

/// Asks the runtime after a launch, one call after another, and throws nothing: cudaGetLastError at
/// once, an allocation, a wait for the device, and cudaGetLastError again. Throws `Error` in a
/// build without CUDA.
std::vector<ReturnedCall> ask_runtime();

}  // namespace livewarp
