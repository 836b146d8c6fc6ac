#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>

  #include <cuda_runtime_api.h>

  #include "kernels/core/base/text.h"
  #include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

/// Owner of page-locked memory of the host that its caches leave out: it is written in whole lines,
/// and read slowly by the host itself.
class WriteCombinedMemory {
 public:
  /// Throws `Error` where memory is short.
  explicit WriteCombinedMemory(std::size_t bytes) : bytes_(bytes) {
    use_cuda_device();
    check_cuda(LIVEWARP_CUDA(cudaHostAlloc, &data_, bytes,
                             unsigned{cudaHostAllocWriteCombined | cudaHostAllocPortable}),
               "write-combined memory, " + memory_size(bytes));
  }
  WriteCombinedMemory(const WriteCombinedMemory&) = delete;
  WriteCombinedMemory& operator=(const WriteCombinedMemory&) = delete;
  /// Copies that still use it are waited for.
  ~WriteCombinedMemory() {
    cudaDeviceSynchronize();
    LIVEWARP_CUDA(cudaFreeHost, data_);
    cudaGetLastError();
  }
  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_;
};

}  // namespace livewarp

#endif
