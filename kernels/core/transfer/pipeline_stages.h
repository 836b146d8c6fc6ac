#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <atomic>
  #include <cstddef>
  #include <cstdint>
  #include <deque>
  #include <memory>
  #include <string>

  #include <cuda_runtime_api.h>

  #include "kernels/core/memory/buffer.h"
  #include "kernels/core/transfer/pipeline_filter.h"

namespace livewarp {

/// Pictures on the host and on the GPU, and what is done with the chunks of them.
class PipelineStages {
 public:
  PipelineStages(const PipelineRequest& request, std::unique_ptr<PipelineFilter> filter);

  /// Gives a stage of a chunk to one of the filter's streams, or does it at once in a call that
  /// waits. Throws `Error`. Different streams may be given something by different threads.
  void give(PipelineStage stage, int chunks, int chunk, int stream);
  void do_at_once(PipelineStage stage, int chunks, int chunk);

  void clear();
  /// Before a run with callbacks, and what they saw in it, when all of it is done.
  void expect_calls(int chunks);
  void check_calls(int chunks);
  std::string mismatch() const;
  std::uint64_t hash() const;

  const PipelineRequest& request() const { return request_; }
  PipelineFilter& filter() const { return *filter_; }
  cudaStream_t stream(int i) const { return static_cast<cudaStream_t>(filter_->stream(i)); }

 private:
  /// What a callback is to look at, and what it saw.
  struct HostCall {
    const PipelineStages* stages = nullptr;
    int first = 0, beyond = 0;  ///< pictures
    std::uint64_t digest = 0;
    std::atomic<int> calls = 0;
  };
  static void CUDART_CB look(void* call) noexcept;
  void call_behind(int chunk, cudaStream_t stream);

  /// Where a chunk lies.
  struct Part {
    std::size_t begin = 0, bytes = 0;
    int pictures = 0;
    std::byte* of(void* memory) const { return static_cast<std::byte*>(memory) + begin; }
    std::uint32_t* pixels_of(void* memory) const {
      return reinterpret_cast<std::uint32_t*>(of(memory));
    }
  };
  Part part(int chunks, int chunk) const;

  const std::uint32_t* result() const { return static_cast<const std::uint32_t*>(out_.shadow()); }
  int begin_of(int chunks, int chunk) const {
    return chunk_begin(request_.pictures, chunks, chunk);
  }

  PipelineRequest request_;
  Buffer in_, out_;
  std::unique_ptr<PipelineFilter> filter_;
  std::deque<HostCall> calls_;
  std::string wrong_call_;  ///< the first one since the pictures were cleared
};

}  // namespace livewarp

#endif
