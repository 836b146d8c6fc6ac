#include "kernels/core/exec/cuda/cuda_constants.h"

#include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

std::shared_ptr<CudaConstants::Shared> CudaConstants::shared() {
  static std::mutex mutex;
  static std::map<int, std::weak_ptr<Shared>> by_device;
  const int device = use_cuda_device();
  const std::lock_guard lock(mutex);
  std::weak_ptr<Shared>& present = by_device[device];
  std::shared_ptr<Shared> shared = present.lock();
  if (!shared) present = shared = std::make_shared<Shared>();
  return shared;
}

CudaConstants::~CudaConstants() {
  if (!shared_) return;
  const std::lock_guard lock(shared_->mutex);
  if (shared_->whose != this) return;
  shared_->whose = nullptr;
  try {
    if (beside_) shared_->used.let_follow(stream_, beside_);
    shared_->used.mark(stream_);
  } catch (const Error&) {
    // A device that cannot even do that says so at the next command.
  }
}

void CudaConstants::fill(const void* symbol, const void* source, std::size_t bytes,
                         cudaMemcpyKind kind) {
  if (!shared_) shared_ = shared();
  const std::lock_guard lock(shared_->mutex);
  take_turn();
  if (Buffer& room = kept_[symbol]; room.bytes() < bytes) room = Buffer(bytes, MemoryMode::device);
  check_cuda(LIVEWARP_CUDA(cudaMemcpyToSymbolAsync, symbol, source, bytes, 0, kind, stream_),
             "filling constant memory");
}

void CudaConstants::take_turn() {
  if (shared_->whose == this) return;
  if (shared_->whose)
    wait_for(*shared_->whose);
  else
    shared_->used.hold(stream_);
  for (const auto& [symbol, room] : kept_)
    check_cuda(LIVEWARP_CUDA(cudaMemcpyToSymbolAsync, symbol, room.data(), room.bytes(), 0,
                             cudaMemcpyDeviceToDevice, stream_),
               "bringing back constant memory");
  shared_->whose = this;
}

/// For all that it was given until now; then keeps for it what it has in the arrays.
void CudaConstants::wait_for(const CudaConstants& other) {
  shared_->used.let_follow(stream_, other.stream_);
  if (other.beside_) shared_->used.let_follow(stream_, other.beside_);
  for (const auto& [symbol, room] : other.kept_)
    check_cuda(LIVEWARP_CUDA(cudaMemcpyFromSymbolAsync, room.data(), symbol, room.bytes(), 0,
                             cudaMemcpyDeviceToDevice, stream_),
               "keeping constant memory");
}

}  // namespace livewarp
