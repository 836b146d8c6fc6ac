#include "kernels/core/transfer/pipeline_stages.h"

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <utility>

  #include "kernels/core/base/text.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/transfer/pipeline_pictures.h"

namespace livewarp {

namespace {

MemoryMode mode_of(const PipelineRequest& request) {
  return request.pinned ? MemoryMode::pinned : MemoryMode::pageable;
}

constexpr const char *copy_in_text = "copy of pictures to the GPU",
                     *copy_out_text = "copy of pictures from the GPU";

}  // namespace

PipelineStages::PipelineStages(const PipelineRequest& request,
                               std::unique_ptr<PipelineFilter> filter)
    : request_(request), in_(request.bytes(), mode_of(request)),
      out_(request.bytes(), mode_of(request)), filter_(std::move(filter)),
      calls_(most_pipeline_chunks) {
  write_source_pictures(static_cast<std::uint32_t*>(in_.shadow()), request_);
  clear();  // copies out are also timed alone, before any kernel has written what they copy
}

PipelineStages::Part PipelineStages::part(int chunks, int chunk) const {
  const int first = begin_of(chunks, chunk), pictures = begin_of(chunks, chunk + 1) - first;
  const std::size_t size = request_.picture_bytes();
  return {std::size_t(first) * size, std::size_t(pictures) * size, pictures};
}

void PipelineStages::give(PipelineStage stage, int chunks, int chunk, int stream) {
  const Part some = part(chunks, chunk);
  const cudaStream_t on = this->stream(stream);
  switch (stage) {
  case PipelineStage::copy_in:
    return check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, some.of(in_.data()), some.of(in_.shadow()),
                                    some.bytes, cudaMemcpyHostToDevice, on),
                      copy_in_text);
  case PipelineStage::kernel:
    return filter_->give(some.pixels_of(in_.data()), some.pixels_of(out_.data()), some.pictures,
                         stream);
  case PipelineStage::copy_out:
    return check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, some.of(out_.shadow()), some.of(out_.data()),
                                    some.bytes, cudaMemcpyDeviceToHost, on),
                      copy_out_text);
  case PipelineStage::host: return call_behind(chunk, on);
  case PipelineStage::wait:
    return check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, on), "waiting for pictures");
  }
}

void PipelineStages::do_at_once(PipelineStage stage, int chunks, int chunk) {
  const Part some = part(chunks, chunk);
  switch (stage) {
  case PipelineStage::copy_in:
    return check_cuda(LIVEWARP_CUDA(cudaMemcpy, some.of(in_.data()), some.of(in_.shadow()),
                                    some.bytes, cudaMemcpyHostToDevice),
                      copy_in_text);
  case PipelineStage::kernel:
    return filter_->do_at_once(some.pixels_of(in_.data()), some.pixels_of(out_.data()),
                               some.pictures);
  case PipelineStage::copy_out:
    return check_cuda(LIVEWARP_CUDA(cudaMemcpy, some.of(out_.shadow()), some.of(out_.data()),
                                    some.bytes, cudaMemcpyDeviceToHost),
                      copy_out_text);
  case PipelineStage::host: return call_behind(chunk, cudaStreamLegacy);
  case PipelineStage::wait: return;
  }
}

void PipelineStages::call_behind(int chunk, cudaStream_t stream) {
  check_cuda(LIVEWARP_CUDA(cudaLaunchHostFunc, stream, look, &calls_[std::size_t(chunk)]),
             "callback behind pictures");
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
    else if (call.digest != pictures_digest(result(), request_, call.first, call.beyond))
      wrong_call_ = "the callback of chunk " + grouped(chunk) +
                    " did not see the pictures that it stands behind";
  }
}

std::string PipelineStages::mismatch() const {
  std::string found = filter_->mismatch(static_cast<const std::uint32_t*>(in_.shadow()), result());
  return found.empty() ? wrong_call_ : found;
}

std::uint64_t PipelineStages::hash() const { return pictures_hash(result(), request_); }

}  // namespace livewarp

#endif
