#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <map>
  #include <string>

  #include <cuda_runtime_api.h>

  #include "kernels/core/cuda_command.h"
  #include "kernels/core/cuda_graphs.h"
  #include "kernels/core/cuda_timeline.h"

namespace livewarp {

/// Owner of a stream; gives commands to the device, in order, and times them.
class CudaIssuer {
 public:
  CudaIssuer();
  CudaIssuer(const CudaIssuer&) = delete;
  CudaIssuer& operator=(const CudaIssuer&) = delete;
  ~CudaIssuer();

  void issue(const CudaCommand& command);
  cudaStream_t stream() const { return stream_; }
  CudaTimeline& timeline() { return timeline_; }
  /// Of the kernel launched last: what an asynchronous error most likely comes from.
  const std::string& last_kernel() const { return last_kernel_; }

 private:
  void give(const cuda_command::SetStage& set) { timeline_.stage(set.stage); }
  void give(const cuda_command::BeginStep&) { timeline_.begin_step(); }
  void give(const cuda_command::EndStep&) { timeline_.end_step(); }
  void give(const auto& work) {
    timeline_.before_command();
    run(work);
    timeline_.after_command();
  }
  void run(const cuda_command::Launch& launch);
  void run(const cuda_command::Graph& graph);
  void run(const cuda_command::Upload& upload);
  void run(const cuda_command::Fill& fill);
  void run(const cuda_command::Copy& copy);
  void run(const cuda_command::CopyToArray& copy);
  void launch_on(cudaStream_t stream, const cuda_command::Launch& launch);
  void allow_shared(const cuda_command::Launch& launch);

  cudaStream_t stream_ = nullptr;
  CudaGraphs graphs_;
  CudaTimeline timeline_;
  std::map<const void*, std::size_t> shared_allowed_;
  std::string last_kernel_;
};

}  // namespace livewarp

#endif
