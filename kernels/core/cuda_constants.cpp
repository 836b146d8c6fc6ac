#include "kernels/core/cuda_constants.h"

#include <utility>

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

void CudaConstants::fill(const void* symbol, std::vector<std::byte> bytes) {
  const std::size_t size = bytes.size();
  fill(symbol, Content{std::move(bytes), nullptr, size});
}

void CudaConstants::fill(const void* symbol, const void* memory, std::size_t bytes) {
  fill(symbol, Content{{}, memory, bytes});
}

void CudaConstants::fill(const void* symbol, Content content) {
  if (!shared_) shared_ = shared();
  const std::lock_guard lock(shared_->mutex);
  Content& kept = contents_[symbol] = std::move(content);
  if (shared_->whose == this)
    copy(symbol, kept);  // behind the launches of this stream, the last that used the arrays
  else
    take_turn();
  shared_->used.record(stream_);
}

/// Lets the stream wait for the last launch that used the arrays, and brings back its own contents.
void CudaConstants::take_turn() {
  if (shared_->whose == this) return;
  check_cuda(cudaStreamWaitEvent(stream_, shared_->used.get(), 0), "waiting for constant memory");
  for (const auto& [symbol, content] : contents_) copy(symbol, content);
  shared_->whose = this;
}

void CudaConstants::copy(const void* symbol, const Content& content) const {
  // From pageable memory the source has been read when the call returns.
  const void* const source = content.memory ? content.memory : content.host.data();
  check_cuda(cudaMemcpyToSymbolAsync(symbol, source, content.bytes, 0,
                                     content.memory ? cudaMemcpyDefault : cudaMemcpyHostToDevice,
                                     stream_),
             "filling constant memory");
}

}  // namespace livewarp
