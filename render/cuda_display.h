#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include <cuda_runtime_api.h>

#include "render/display.h"
#include "render/gl_objects.h"

namespace livewarp {

/// Common to both ways that pictures written by CUDA take: three slots, each with an event that tells
/// when its picture is complete. A slot is opened, written, closed, and lands once its event has passed.
class CudaDisplay : public Display {
 public:
  CudaDisplay();
  ~CudaDisplay() override;
  CudaDisplay(const CudaDisplay&) = delete;
  CudaDisplay& operator=(const CudaDisplay&) = delete;

  PicturePlace begin(const PictureSpec& spec, void* stream) override;
  void end(void* stream) override;
  GlPicture latest() override;
  GlPicture finish() override;
  DisplayTimes times() const override { return times_; }

 protected:
  static constexpr int slot_count = 3;
  /// Memory of slot `k` for `bytes` that kernels on `stream` may write.
  virtual void* open(int k, std::size_t bytes, cudaStream_t stream) = 0;
  /// Enqueues what is left to do on the device.
  virtual void close(int k, std::size_t bytes, cudaStream_t stream) = 0;
  /// The device is done with the slot: gives the buffer to draw from.
  virtual unsigned land(int k, std::size_t bytes) = 0;
  /// Nothing will be drawn from what was written; the device is done with the slot.
  virtual void abandon(int k) = 0;
  /// For destructors of derived classes: nothing on the device touches the slots any more.
  void wait_for_device() noexcept;

  DisplayTimes times_;

 private:
  enum class State { empty, writing, pending, drawn };
  struct Slot {
    State state = State::empty;
    PictureSpec spec;
    std::uint64_t order = 0;
    cudaEvent_t done = nullptr;
  };
  int empty_slot();
  int pending(bool newest_complete);
  void settle();
  void take(int k);
  void drop(int k);

  std::array<Slot, slot_count> slots_;
  std::uint64_t order_ = 0;
  int writing_ = -1;
  GlPicture drawn_;
};

/// Kernels write straight into OpenGL buffers. Throws `Error` with the reason when this OpenGL and the
/// current device cannot share them; `fail_at` as in `DisplayRequest`.
std::unique_ptr<Display> make_interop_display(int fail_at);
/// Device memory, a copy into page-locked host memory, from there into an OpenGL buffer.
std::unique_ptr<Display> make_copy_display();
/// Interop, and from its first failure on copies.
std::unique_ptr<Display> make_cuda_display(const DisplayRequest& request);

}  // namespace livewarp
