#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include <cuda_runtime_api.h>

#include "render/displays/display.h"
#include "render/gl/gl_objects.h"

namespace livewarp {

/// Common to both ways that pictures written by CUDA take: three slots, each with an event that
/// tells when its picture is complete. A slot is opened, written, closed, and lands once its event
/// has passed.
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
  /// Room of slot `k` that kernels on `stream` may write.
  virtual PicturePlace open(int k, const PictureSpec& spec, cudaStream_t stream) = 0;
  /// Enqueues what is left to do on the device.
  virtual void close(int k, const PictureSpec& spec, cudaStream_t stream) = 0;
  /// The device is done with the slot: gives the buffer or texture to draw from.
  virtual GlPicture land(int k, const PictureSpec& spec) = 0;
  /// Nothing will be drawn from what was written; the device is done with the slot.
  virtual void abandon(int k, const PictureSpec& spec) = 0;
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

struct InteropOptions {
  bool surfaces = true;  ///< fields and volumes go into textures
  bool fails = false;    ///< as in `DisplayRequest`
};
/// Kernels write straight into OpenGL textures and buffers. Throws `Error` with the reason when
/// this OpenGL and the current device cannot share buffers. Later it may throw `SurfaceError`: they
/// cannot share textures.
std::unique_ptr<Display> make_interop_display(const InteropOptions& options);
/// Device memory, a copy into page-locked host memory, from there into an OpenGL buffer.
std::unique_ptr<Display> make_copy_display();
/// Interop; from the first failure of a surface on by buffers alone, from any other on copies.
std::unique_ptr<Display> make_cuda_display(const DisplayRequest& request);

}  // namespace livewarp
