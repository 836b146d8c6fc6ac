#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <atomic>
  #include <cstddef>
  #include <cstdint>
  #include <deque>
  #include <string>

  #include <cuda_runtime_api.h>

  #include "kernels/core/memory/buffer.h"
  #include "kernels/core/transfer/pipeline.h"

namespace livewarp {

/// Pictures on the host and on the GPU, and what is done with the chunks of them.
class PipelineStages {
 public:
  explicit PipelineStages(const PipelineRequest& request);

  /// Gives a stage of a chunk to a stream, or does it at once in a call that blocks. Throws
  /// `Error`. Calls of different chunks may come from different threads.
  void give(PipelineStage stage, int chunks, int chunk, cudaStream_t stream, bool blocked = false);

  void clear();
  /// Before a run with callbacks, and what they saw in it, when all of it is done.
  void expect_calls(int chunks);
  void check_calls(int chunks);
  std::string mismatch() const;
  std::uint64_t hash() const;

  const PipelineRequest& request() const { return request_; }
  unsigned work() const { return work_; }
  void set_work(unsigned work) { work_ = work; }

 private:
  /// What a callback is to look at, and what it saw.
  struct HostCall {
    const PipelineStages* stages = nullptr;
    int first = 0, beyond = 0;  ///< pictures
    std::uint64_t digest = 0;
    std::atomic<int> calls = 0;
  };
  static void CUDART_CB look(void* call) noexcept;

  const std::uint32_t* result() const { return static_cast<const std::uint32_t*>(out_.shadow()); }
  int begin_of(int chunks, int chunk) const {
    return chunk_begin(request_.pictures, chunks, chunk);
  }

  PipelineRequest request_;
  Buffer in_, out_;
  unsigned work_ = 0;
  std::deque<HostCall> calls_;
  std::string wrong_call_;  ///< the first one since the pictures were cleared
};

}  // namespace livewarp

#endif
