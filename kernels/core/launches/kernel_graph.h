#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cuda_runtime_api.h>

  #include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

/// Owner of a CUDA graph of kernels, which is described node by node and then launched as one.
class KernelGraph {
 public:
  KernelGraph() { check_cuda(LIVEWARP_CUDA(cudaGraphCreate, &graph_, 0), "making a CUDA graph"); }
  KernelGraph(const KernelGraph&) = delete;
  KernelGraph& operator=(const KernelGraph&) = delete;
  ~KernelGraph() {
    if (executable_) cudaGraphExecDestroy(executable_);  // one in flight is freed when it has ended
    if (graph_) cudaGraphDestroy(graph_);
  }

  /// A node that copies its arguments; `follows`: it waits for the one added before it.
  void add(const void* kernel, dim3 grid, dim3 block, void** arguments, bool follows) {
    cudaKernelNodeParams node{};
    node.func = const_cast<void*>(kernel);
    node.gridDim = grid;
    node.blockDim = block;
    node.kernelParams = arguments;
    const cudaGraphNode_t before = last_;
    check_cuda(LIVEWARP_CUDA(cudaGraphAddKernelNode, &last_, graph_, follows ? &before : nullptr,
                             std::size_t(follows ? 1 : 0), &node),
               "adding a kernel to a CUDA graph");
  }
  /// Once, when all nodes are there.
  void finish() {
    check_cuda(LIVEWARP_CUDA(cudaGraphInstantiate, &executable_, graph_, 0),
               "instantiating a CUDA graph");
  }
  void launch(cudaStream_t stream) {
    check_cuda(LIVEWARP_CUDA(cudaGraphLaunch, executable_, stream), "launching a CUDA graph");
  }

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
  cudaGraphNode_t last_ = nullptr;
};

}  // namespace livewarp

#endif
