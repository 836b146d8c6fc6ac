#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <string>

  #include <cuda_runtime_api.h>

  #include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

/// Owner of a stream that has a priority, or that the legacy stream waits for and holds back.
class RankedStream {
 public:
  /// `flags`: cudaStreamDefault or cudaStreamNonBlocking. Throws `Error`.
  RankedStream(unsigned flags, int priority, const std::string& what) {
    use_cuda_device();
    check_cuda(LIVEWARP_CUDA(cudaStreamCreateWithPriority, &stream_, flags, priority), what);
  }
  RankedStream(const RankedStream&) = delete;
  RankedStream& operator=(const RankedStream&) = delete;
  /// What it was given still runs.
  ~RankedStream() {
    cudaStreamDestroy(stream_);
    cudaGetLastError();
  }
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

inline void wait_for_stream(cudaStream_t stream) {
  check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream), "waiting for a stream");
}

/// What fails leaves nothing in flight on the device, nor an error for those who come next.
template <class F>
auto leaving_nothing(F&& work) {
  try {
    return work();
  } catch (...) {
    cudaDeviceSynchronize();
    cudaGetLastError();
    throw;
  }
}

}  // namespace livewarp

#endif
