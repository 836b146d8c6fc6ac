#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <string>

  #include <cuda_runtime_api.h>

  #include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

/// Owner of a stream that does not wait for the legacy one, on the process's device.
class CudaStream {
 public:
  /// Throws `Error`, which says `what` it was to be. `first`: with the highest priority that there
  /// is.
  explicit CudaStream(const std::string& what, bool first = false) {
    use_cuda_device();
    int least = 0, greatest = 0;
    if (first) check_cuda(LIVEWARP_CUDA(cudaDeviceGetStreamPriorityRange, &least, &greatest), what);
    check_cuda(LIVEWARP_CUDA(cudaStreamCreateWithPriority, &stream_, cudaStreamNonBlocking,
                             first ? greatest : 0),
               what);
  }
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;
  /// What it was given still runs.
  ~CudaStream() {
    LIVEWARP_CUDA(cudaStreamDestroy, stream_);
    cudaGetLastError();
  }
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// Lets streams wait for one another. Its event keeps no time, which the device would stop for.
class CudaTie {
 public:
  CudaTie() {
    check_cuda(LIVEWARP_CUDA(cudaEventCreateWithFlags, &event_, cudaEventDisableTiming),
               "CUDA event");
  }
  CudaTie(const CudaTie&) = delete;
  CudaTie& operator=(const CudaTie&) = delete;
  ~CudaTie() { LIVEWARP_CUDA(cudaEventDestroy, event_); }

  /// Remembers how far `stream` must come, instead of what was remembered before.
  void mark(cudaStream_t stream) {
    check_cuda(LIVEWARP_CUDA(cudaEventRecord, event_, stream), "tie of streams");
  }
  /// What `stream` is given from now on runs behind the mark; at once if there is none.
  void hold(cudaStream_t stream) {
    check_cuda(LIVEWARP_CUDA(cudaStreamWaitEvent, stream, event_, 0), "tie of streams");
  }
  void let_follow(cudaStream_t follower, cudaStream_t leader) {
    mark(leader);
    hold(follower);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace livewarp

#endif
