#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>
  #include <string>

  #include <cuda_runtime_api.h>

  #include "kernels/core/base/error.h"
  #include "kernels/core/base/fault.h"
  #include "kernels/core/exec/executors.h"

/// A call of CUDA, or the status that a test wants instead: `LIVEWARP_CUDA(cudaMalloc, &memory,
/// bytes)`.
  #define LIVEWARP_CUDA(function, ...)                                                             \
    LIVEWARP_FALLIBLE(#function, cudaError_t(::livewarp::fault_status()), function(__VA_ARGS__))

namespace livewarp {

/// Throws `Error` with the driver's words if a CUDA call failed. The failure is taken out of the
/// runtime's "last error", so that whoever comes next does not inherit it.
inline void check_cuda(cudaError_t status, const std::string& what,
                       const std::string& advice = {}) {
  if (status == cudaSuccess) return;
  cudaGetLastError();
  throw Error(what + ": " + cudaGetErrorString(status) + " (" + cudaGetErrorName(status) + ")",
              advice);
}

/// Lets a kernel have that much dynamic shared memory: where a block has more than 48 KiB in all,
/// it must be asked for. Never takes back what another executor has asked for.
void allow_dynamic_shared(const void* kernel, std::size_t bytes, const std::string& what);

}  // namespace livewarp

#endif
