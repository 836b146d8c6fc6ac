#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <utility>
  #include <vector>

  #include <cuda_runtime_api.h>

  #include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

/// Owner of one CUDA event that keeps a time.
class CudaEvent {
 public:
  CudaEvent() { check_cuda(LIVEWARP_CUDA(cudaEventCreate, &event_), "CUDA event"); }
  CudaEvent(CudaEvent&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  CudaEvent& operator=(CudaEvent&& other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~CudaEvent() {
    if (event_) LIVEWARP_CUDA(cudaEventDestroy, event_);
  }
  cudaEvent_t get() const { return event_; }

  void record(cudaStream_t stream) {
    check_cuda(LIVEWARP_CUDA(cudaEventRecord, event_, stream), "CUDA event");
  }

  /// Whether the device has passed it. Throws `Error` if what came before it failed.
  bool done() const {
    const cudaError_t status = LIVEWARP_CUDA(cudaEventQuery, event_);
    if (status == cudaErrorNotReady) {
      cudaGetLastError();  // no error, but the runtime keeps it as one
      return false;
    }
    check_cuda(status, "on the GPU");
    return true;
  }

  /// Milliseconds from `earlier` to this; both must be done.
  double since(const CudaEvent& earlier) const {
    float milliseconds = 0;
    check_cuda(LIVEWARP_CUDA(cudaEventElapsedTime, &milliseconds, earlier.event_, event_),
               "CUDA event time");
    return double(milliseconds);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Hands out events and takes them back, because making one costs more than recording it.
class CudaEventPool {
 public:
  explicit CudaEventPool(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) free_.emplace_back();
  }
  CudaEvent take() {
    if (free_.empty()) return CudaEvent();
    CudaEvent event = std::move(free_.back());
    free_.pop_back();
    return event;
  }
  void give(CudaEvent&& event) { free_.push_back(std::move(event)); }

 private:
  std::vector<CudaEvent> free_;
};

}  // namespace livewarp

#endif
