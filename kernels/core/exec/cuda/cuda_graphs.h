#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <functional>
  #include <list>

  #include <cuda_runtime_api.h>

  #include "kernels/core/exec/cuda/cuda_command.h"

namespace livewarp {

/// Owner of CUDA graphs: a chain of launches is recorded and instantiated once, and then replayed.
/// A step has two of them, since it goes from one copy of the state to the other and back.
class CudaGraphs {
 public:
  /// Launches one command on a stream.
  using Launcher = std::function<void(cudaStream_t, const cuda_command::KernelLaunch&)>;

  CudaGraphs() = default;
  CudaGraphs(const CudaGraphs&) = delete;
  CudaGraphs& operator=(const CudaGraphs&) = delete;
  ~CudaGraphs();

  /// Gives the graph's launches to `stream` as one. Throws `Error`.
  void replay(const cuda_command::LaunchGraph& graph, cudaStream_t stream, const Launcher& launch);

 private:
  struct Known {
    cuda_command::LaunchGraph content;
    cudaGraphExec_t executable = nullptr;
  };
  static cudaGraphExec_t record(const cuda_command::LaunchGraph& graph, const Launcher& launch);
  void forget(std::list<Known>::iterator known);

  std::list<Known> known_;  ///< most recently used first
};

}  // namespace livewarp

#endif
