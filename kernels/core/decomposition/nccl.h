// NVIDIA's Collective Communications Library (NCCL), found at run time: sends and receives between
// GPUs. Described here as far as parts call it, after docs.nvidia.com/deeplearning/nccl.
#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <span>
  #include <string>
  #include <vector>

  #include <cuda_runtime_api.h>

  #include "kernels/core/decomposition/team.h"

namespace livewarp {

/// Why it cannot be called, and how one gets it; empty if it can.
std::string nccl_missing();

/// One copy with the streams that send and receive it.
struct NcclCopy {
  PartCopy copy;
  cudaStream_t sender = nullptr, receiver = nullptr;
};

/// Owner of a communicator for each part.
class NcclGroup {
 public:
  /// Each on a device of its own. Throws `Error`.
  explicit NcclGroup(const std::vector<int>& devices);
  ~NcclGroup();
  NcclGroup(const NcclGroup&) = delete;
  NcclGroup& operator=(const NcclGroup&) = delete;
  /// Gives all of them to the streams at once. Throws `Error`.
  void exchange(std::span<const NcclCopy> copies);

 private:
  std::vector<void*> communicators_;
};

}  // namespace livewarp

#endif
