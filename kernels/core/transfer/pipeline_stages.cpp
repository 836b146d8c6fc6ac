#include "kernels/core/transfer/pipeline_stages.h"

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include "kernels/core/base/text.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/transfer/pipeline_kernel.h"
  #include "kernels/core/transfer/pipeline_pictures.h"

namespace livewarp {

namespace {

MemoryMode mode_of(const PipelineRequest& request) {
  return request.pinned ? MemoryMode::pinned : MemoryMode::pageable;
}

}  // namespace

PipelineStages::PipelineStages(const PipelineRequest& request)
    : request_(request), in_(request.bytes(), mode_of(request)),
      out_(request.bytes(), mode_of(request)), calls_(most_pipeline_chunks) {
  write_source_pictures(static_cast<std::uint32_t*>(in_.shadow()), request_);
}

void PipelineStages::give(PipelineStage stage, int chunks, int chunk, cudaStream_t stream,
                          bool blocked) {
  const int first = begin_of(chunks, chunk), pictures = begin_of(chunks, chunk + 1) - first;
  const std::size_t begin = std::size_t(first) * request_.picture_bytes();
  const std::size_t bytes = std::size_t(pictures) * request_.picture_bytes();
  const auto at = [&](void* memory) { return static_cast<std::byte*>(memory) + begin; };
  const auto copy = [&](void* to, const void* from, cudaMemcpyKind kind, const char* what) {
    check_cuda(blocked ? LIVEWARP_CUDA(cudaMemcpy, to, from, bytes, kind)
                       : LIVEWARP_CUDA(cudaMemcpyAsync, to, from, bytes, kind, stream),
               what);
  };
  switch (stage) {
  case PipelineStage::copy_in:
    return copy(at(in_.data()), at(in_.shadow()), cudaMemcpyHostToDevice,
                "copy of pictures to the GPU");
  case PipelineStage::kernel:
    return filter_pictures(reinterpret_cast<const std::uint32_t*>(at(in_.data())),
                           reinterpret_cast<std::uint32_t*>(at(out_.data())),
                           {request_.width, request_.height, pictures}, work_, stream);
  case PipelineStage::copy_out:
    return copy(at(out_.shadow()), at(out_.data()), cudaMemcpyDeviceToHost,
                "copy of pictures from the GPU");
  case PipelineStage::host:
    return check_cuda(LIVEWARP_CUDA(cudaLaunchHostFunc, stream, look, &calls_[std::size_t(chunk)]),
                      "callback behind pictures");
  case PipelineStage::wait:
    return check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream), "waiting for pictures");
  }
}

/// In a thread of the driver, in the stream's turn: it may call nothing of CUDA.
void CUDART_CB PipelineStages::look(void* call) noexcept {
  HostCall& one = *static_cast<HostCall*>(call);
  one.digest = pictures_digest(one.stages->result(), one.stages->request_, one.first, one.beyond);
  ++one.calls;
}

void PipelineStages::clear() {
  out_.fill(0);
  wrong_call_.clear();
}

void PipelineStages::expect_calls(int chunks) {
  for (int chunk = 0; chunk < chunks; ++chunk) {
    HostCall& call = calls_[std::size_t(chunk)];
    call.stages = this;
    call.first = begin_of(chunks, chunk);
    call.beyond = begin_of(chunks, chunk + 1);
    call.digest = 0;
    call.calls = 0;
  }
}

void PipelineStages::check_calls(int chunks) {
  for (int chunk = 0; chunk < chunks && wrong_call_.empty(); ++chunk) {
    const HostCall& call = calls_[std::size_t(chunk)];
    if (call.calls != 1)
      wrong_call_ =
          "the callback of chunk " + grouped(chunk) + " came " + grouped(call.calls) + " times";
    else if (call.digest != expected_digest(request_, work_, call.first, call.beyond))
      wrong_call_ = "the callback of chunk " + grouped(chunk) +
                    " did not see the pictures that it stands behind";
  }
}

std::string PipelineStages::mismatch() const {
  std::string found = pictures_mismatch(result(), request_, work_);
  return found.empty() ? wrong_call_ : found;
}

std::uint64_t PipelineStages::hash() const { return pictures_hash(result(), request_); }

}  // namespace livewarp

#endif
