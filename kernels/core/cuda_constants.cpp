#include "kernels/core/cuda_constants.h"

#include "kernels/core/cuda_check.h"

namespace livewarp {

std::shared_ptr<CudaConstants::Shared> CudaConstants::shared() {
  static std::mutex mutex;
  static std::weak_ptr<Shared> present;
  const std::lock_guard lock(mutex);
  std::shared_ptr<Shared> shared = present.lock();
  if (!shared) present = shared = std::make_shared<Shared>();
  return shared;
}

CudaConstants::~CudaConstants() {
  if (!shared_) return;
  const std::lock_guard lock(shared_->mutex);
  if (shared_->whose == this) shared_->whose = nullptr;
}

void CudaConstants::fill(const void* symbol, const void* source, std::size_t bytes,
                         cudaMemcpyKind kind) {
  if (!shared_) shared_ = shared();
  const std::lock_guard lock(shared_->mutex);
  take_turn();  // behind the launches of this stream, the last that used the arrays
  if (Buffer& room = kept_[symbol]; room.bytes() < bytes) room = Buffer(bytes, MemoryMode::device);
  check_cuda(cudaMemcpyToSymbolAsync(symbol, source, bytes, 0, kind, stream_),
             "filling constant memory");
  shared_->used.record(stream_);
}

/// Lets the stream wait for the last launch that used the arrays, keeps for their owner what they hold, and brings
/// back what this one had there.
void CudaConstants::take_turn() {
  if (shared_->whose == this) return;
  check_cuda(cudaStreamWaitEvent(stream_, shared_->used.get(), 0), "waiting for constant memory");
  if (shared_->whose)
    for (const auto& [symbol, room] : shared_->whose->kept_)
      check_cuda(cudaMemcpyFromSymbolAsync(room.data(), symbol, room.bytes(), 0,
                                           cudaMemcpyDeviceToDevice, stream_),
                 "keeping constant memory");
  for (const auto& [symbol, room] : kept_)
    check_cuda(cudaMemcpyToSymbolAsync(symbol, room.data(), room.bytes(), 0,
                                       cudaMemcpyDeviceToDevice, stream_),
               "bringing back constant memory");
  shared_->whose = this;
}

}  // namespace livewarp
