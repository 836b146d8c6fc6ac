#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>
  #include <map>
  #include <memory>
  #include <mutex>

  #include <cuda_runtime_api.h>

  #include "kernels/core/buffer.h"
  #include "kernels/core/cuda_event.h"

namespace livewarp {

/// What one stream has put into `__constant__` arrays. A program has each of them once, so streams take turns with
/// them: who takes over keeps what the one before had there, and brings back its own. A launch so finds what its own
/// stream put there. Alone, a stream pays for an event behind each launch.
class CudaConstants {
 public:
  explicit CudaConstants(cudaStream_t stream) : stream_(stream) {}
  CudaConstants(const CudaConstants&) = delete;
  CudaConstants& operator=(const CudaConstants&) = delete;
  ~CudaConstants();

  /// From host memory, or, as `kind` says, from memory that kernels can reach. Throws `Error`.
  void fill(const void* symbol, const void* source, std::size_t bytes, cudaMemcpyKind kind);

  /// Gives a launch to `stream`, this one or one beside it that waits for it.
  template <class Start>
  void launch(cudaStream_t stream, Start&& start) {
    if (kept_.empty()) return start();
    const std::lock_guard lock(shared_->mutex);
    take_turn();
    start();
    shared_->used.record(stream);
  }

 private:
  /// There as long as anybody uses any array.
  struct Shared {
    std::mutex mutex;
    CudaConstants* whose = nullptr;  ///< whose contents the arrays have
    CudaEvent used;                  ///< behind the last that filled them or used them
  };
  static std::shared_ptr<Shared> shared();
  void take_turn();

  cudaStream_t stream_;
  std::map<const void*, Buffer>
      kept_;  ///< of each array filled: room for what it holds, while others have the turn
  std::shared_ptr<Shared> shared_;
};

}  // namespace livewarp

#endif
