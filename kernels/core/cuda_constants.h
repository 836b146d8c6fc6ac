#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>
  #include <map>
  #include <memory>
  #include <mutex>
  #include <vector>

  #include <cuda_runtime_api.h>

  #include "kernels/core/cuda_event.h"

namespace livewarp {

/// What one stream has put into `__constant__` arrays. A program has each of them once, so streams take turns with them,
/// launch by launch: a launch finds what its own stream put there.
class CudaConstants {
 public:
  explicit CudaConstants(cudaStream_t stream) : stream_(stream) {}
  CudaConstants(const CudaConstants&) = delete;
  CudaConstants& operator=(const CudaConstants&) = delete;
  ~CudaConstants();

  /// From host bytes, or from memory that kernels can reach: that must keep its content until the launches are given
  /// that use the array.
  void fill(const void* symbol, std::vector<std::byte> bytes);
  void fill(const void* symbol, const void* memory, std::size_t bytes);

  /// Gives a launch to `stream`, this one or one beside it that waits for it.
  template <class Start>
  void launch(cudaStream_t stream, Start&& start) {
    if (contents_.empty()) return start();
    const std::lock_guard lock(shared_->mutex);
    take_turn();
    start();
    shared_->used.record(stream);
  }

 private:
  struct Content {
    std::vector<std::byte> host;
    const void* memory = nullptr;  ///< instead of host bytes
    std::size_t bytes = 0;
  };
  /// There as long as anybody uses any array.
  struct Shared {
    std::mutex mutex;
    const CudaConstants* whose = nullptr;  ///< whose contents the arrays have
    CudaEvent used;                        ///< behind the last that filled them or used them
  };
  static std::shared_ptr<Shared> shared();
  void fill(const void* symbol, Content content);
  void take_turn();
  void copy(const void* symbol, const Content& content) const;

  cudaStream_t stream_;
  std::map<const void*, Content> contents_;
  std::shared_ptr<Shared> shared_;
};

}  // namespace livewarp

#endif
