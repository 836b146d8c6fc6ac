#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <map>
  #include <optional>
  #include <string>
  #include <string_view>

  #include <cuda_runtime_api.h>

  #include "kernels/core/exec/cuda/cuda_command.h"
  #include "kernels/core/exec/cuda/cuda_constants.h"
  #include "kernels/core/exec/cuda/cuda_gate.h"
  #include "kernels/core/exec/cuda/cuda_graphs.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/exec/cuda/cuda_timeline.h"

namespace livewarp {

/// Owner of a stream; gives commands to the device, in order, and times them.
class CudaIssuer {
 public:
  /// `first`: what waits on the device waits behind what this gives it.
  explicit CudaIssuer(bool first) : stream_("CUDA stream", first) {}
  CudaIssuer(const CudaIssuer&) = delete;
  CudaIssuer& operator=(const CudaIssuer&) = delete;

  void issue(const CudaCommand& command);
  /// Lets the stream wait for what runs beside it, if anything does.
  void join();
  cudaStream_t stream() const { return stream_.get(); }
  CudaTimeline& timeline() { return timeline_; }
  CudaGate& gate() { return gate_; }
  /// Of the kernel launched last: what an asynchronous error most likely comes from.
  const std::string& last_kernel() const { return last_kernel_; }

 private:
  void give(const cuda_command::SetStage& set) { timeline_.stage(set.stage); }
  void give(const cuda_command::Fork&) { fork(); }
  void give(const cuda_command::Join&) { join(); }
  void give(const cuda_command::Hold&) { gate_.close(); }
  void give(const cuda_command::Release&) { gate_.open(); }
  void give(const cuda_command::BeginStep&) { timeline_.begin_step(); }
  void give(const cuda_command::EndStep&) { timeline_.end_step(); }
  void give(const auto& work) {
    timeline_.before_command(launch_name(work));
    run(work);
    timeline_.after_command();
    gate_.passed();
  }
  /// None where it runs beside others: what it takes is no time of its own.
  std::string_view launch_name(const cuda_command::KernelLaunch& launch) const {
    return split_ || launch.beside ? std::string_view{} : launch.kernel.name;
  }
  std::string_view launch_name(const cuda_command::LibraryCall& library) const {
    return split_ || library.beside ? std::string_view{} : library.name;
  }
  static std::string_view launch_name(const auto&) { return {}; }
  void fork();
  void run(const cuda_command::KernelLaunch& launch);
  void run(const cuda_command::LaunchGraph& graph);
  void run(const cuda_command::LibraryCall& library);
  void run(const cuda_command::Upload& upload);
  void run(const cuda_command::CopyToSymbol& copy);
  void run(const cuda_command::Fill& fill);
  void run(const cuda_command::Copy& copy);
  void run(const cuda_command::Prefetch& prefetch);
  void run(const cuda_command::HostRead& read);
  void run(const cuda_command::HostWork& host);
  void run(const cuda_command::CopyToArray& copy);
  void run(const cuda_command::CopyFromArray& copy);
  void launch_on(cudaStream_t stream, const cuda_command::KernelLaunch& launch);
  void allow_shared(const cuda_command::KernelLaunch& launch);

  CudaStream stream_;
  std::optional<CudaStream> beside_;  ///< made when first needed
  CudaTie tie_;
  bool split_ = false;  ///< between fork and join
  CudaGraphs graphs_;
  CudaTimeline timeline_{stream_.get()};
  CudaGate gate_{stream_.get()};
  CudaConstants constants_{stream_.get()};
  std::map<const void*, std::size_t> shared_allowed_;
  std::string last_kernel_;
};

}  // namespace livewarp

#endif
