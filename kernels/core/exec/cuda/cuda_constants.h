#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>
  #include <map>
  #include <memory>
  #include <mutex>

  #include <cuda_runtime_api.h>

  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/memory/buffer.h"

namespace livewarp {

/// What one stream has put into `__constant__` arrays. A program has each of them once on a
/// device, so streams take turns with them: who takes over waits for the one before, keeps what
/// that one had there, and brings back its own. A launch so finds what its own stream put there.
/// While it is alone the device does nothing more for it.
class CudaConstants {
 public:
  /// The stream must outlive this.
  explicit CudaConstants(cudaStream_t stream) : stream_(stream) {}
  CudaConstants(const CudaConstants&) = delete;
  CudaConstants& operator=(const CudaConstants&) = delete;
  ~CudaConstants();

  /// From host memory, or, as `kind` says, from memory that kernels can reach. Throws `Error`.
  void fill(const void* symbol, const void* source, std::size_t bytes, cudaMemcpyKind kind);

  /// Gives a launch to `stream`: this one, or one beside it, which must outlive this as well.
  template <class Start>
  void launch(cudaStream_t stream, Start&& start) {
    if (kept_.empty()) return start();
    const std::lock_guard lock(shared_->mutex);
    take_turn();
    if (stream != stream_) beside_ = stream;
    start();
  }

 private:
  /// One of each device, there as long as anybody uses any array.
  struct Shared {
    std::mutex mutex;
    CudaConstants* whose = nullptr;  ///< whose contents the arrays have
    CudaTie used;                    ///< behind all that used them, where nobody has the turn
  };
  static std::shared_ptr<Shared> shared();
  void take_turn();
  void wait_for(const CudaConstants& other);

  cudaStream_t stream_, beside_ = nullptr;
  std::map<const void*, Buffer>
      kept_;  ///< of each array filled: room for what it holds, while others have the turn
  std::shared_ptr<Shared> shared_;
};

}  // namespace livewarp

#endif
