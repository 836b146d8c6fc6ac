#include "render/displays/cuda_display.h"

#include <utility>

#include "kernels/core/exec/cuda/cuda_check.h"
#include "render/gl/generation.h"

namespace livewarp {

CudaDisplay::CudaDisplay() {
  drawn_.generation = first_generation();
  try {
    for (Slot& slot : slots_)
      check_cuda(LIVEWARP_CUDA(cudaEventCreateWithFlags, &slot.done, cudaEventDisableTiming),
                 "cannot make an event");
  } catch (...) {
    for (const Slot& slot : slots_)
      if (slot.done) cudaEventDestroy(slot.done);
    throw;
  }
}

CudaDisplay::~CudaDisplay() {
  for (const Slot& slot : slots_) cudaEventDestroy(slot.done);
  cudaGetLastError();
}

void CudaDisplay::wait_for_device() noexcept {
  if (writing_ >= 0) cudaDeviceSynchronize();
  for (const Slot& slot : slots_)
    if (slot.state == State::pending) cudaEventSynchronize(slot.done);
  cudaGetLastError();
}

PicturePlace CudaDisplay::begin(const PictureSpec& spec, void* stream) {
  settle();
  if (writing_ >= 0) {  // whoever began it never came to its end, but may have started to write
    cudaDeviceSynchronize();
    drop(std::exchange(writing_, -1));
  }
  const int k = empty_slot();
  const PicturePlace place = open(k, spec, static_cast<cudaStream_t>(stream));
  slots_[k].state = State::writing;
  slots_[k].spec = spec;
  writing_ = k;
  return place;
}

void CudaDisplay::end(void* stream) {
  if (writing_ < 0) return;
  Slot& slot = slots_[writing_];
  close(writing_, slot.spec, static_cast<cudaStream_t>(stream));
  check_cuda(LIVEWARP_CUDA(cudaEventRecord, slot.done, static_cast<cudaStream_t>(stream)),
             "cannot follow a picture");
  slot.state = State::pending;
  slot.order = ++order_;
  writing_ = -1;
}

GlPicture CudaDisplay::latest() {
  settle();
  return drawn_;
}

GlPicture CudaDisplay::finish() {
  for (const Slot& slot : slots_)
    if (slot.state == State::pending)
      check_cuda(LIVEWARP_CUDA(cudaEventSynchronize, slot.done),
                 "the GPU failed before a picture was complete");
  return latest();
}

/// The oldest picture on its way, or the newest that has arrived; -1 none.
int CudaDisplay::pending(bool newest_complete) {
  int found = -1;
  for (int k = 0; k < slot_count; ++k) {
    const Slot& slot = slots_[k];
    if (slot.state != State::pending) continue;
    if (newest_complete && LIVEWARP_CUDA(cudaEventQuery, slot.done) == cudaErrorNotReady) {
      cudaGetLastError();
      continue;
    }
    if (found < 0 || (slot.order > slots_[found].order) == newest_complete) found = k;
  }
  return found;
}

/// An empty slot. With one drawn and two on their way somebody has to wait, the only case: the
/// device is two pictures behind.
int CudaDisplay::empty_slot() {
  while (true) {
    for (int k = 0; k < slot_count; ++k)
      if (slots_[k].state == State::empty) return k;
    take(pending(false));
  }
}

/// Takes the newest picture that has arrived; what it overtook is dropped.
void CudaDisplay::settle() {
  const int newest = pending(true);
  if (newest < 0) return;
  for (int k = 0; k < slot_count; ++k)
    if (slots_[k].state == State::pending && slots_[k].order < slots_[newest].order) drop(k);
  take(newest);
}

void CudaDisplay::drop(int k) {
  slots_[k].state = State::empty;
  abandon(k, slots_[k].spec);
}

void CudaDisplay::take(int k) {
  Slot& slot = slots_[k];
  slot.state = State::empty;  // also when the device has failed: then nothing more will come
  check_cuda(LIVEWARP_CUDA(cudaEventSynchronize, slot.done),
             "the GPU failed before a picture was complete");
  GlPicture landed = land(k, slot.spec);
  for (Slot& other : slots_)
    if (other.state == State::drawn) other.state = State::empty;
  slot.state = State::drawn;
  landed.spec = slot.spec;
  landed.generation = drawn_.generation + 1;
  drawn_ = landed;
}

}  // namespace livewarp
