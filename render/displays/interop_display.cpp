// OpenGL's types first: the CUDA header takes whichever it finds.
#include <glad/gl.h>

#include <algorithm>

#include <cuda_gl_interop.h>

#include <fmt/format.h>

#include "kernels/core/exec/cuda/cuda_check.h"
#include "render/displays/cuda_display.h"
#include "render/displays/shared_objects.h"
#include "render/displays/stopwatch.h"
#include "render/gl/gl_info.h"

namespace livewarp {
namespace {

/// A stream without any work of its own, and an event to tie other streams to it. Handing pictures
/// over and back on the kernels' stream would tie OpenGL to the steps that are queued there.
class Gate {
 public:
  Gate() {
    check_interop(LIVEWARP_CUDA(cudaStreamCreateWithFlags, &stream_, cudaStreamNonBlocking));
    const cudaError_t status =
        LIVEWARP_CUDA(cudaEventCreateWithFlags, &passed_, cudaEventDisableTiming);
    if (status != cudaSuccess) cudaStreamDestroy(stream_);
    check_interop(status);
  }
  ~Gate() {
    cudaEventDestroy(passed_);
    cudaStreamDestroy(stream_);
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  cudaStream_t stream() const { return stream_; }
  /// What is given to `other` from now on runs after what the gate's stream holds.
  void let_follow(cudaStream_t other) {
    check_interop(LIVEWARP_CUDA(cudaEventRecord, passed_, stream_));
    check_interop(LIVEWARP_CUDA(cudaStreamWaitEvent, other, passed_, 0));
  }

 private:
  cudaStream_t stream_ = nullptr;
  cudaEvent_t passed_ = nullptr;
};

/// Kernels write fields and volumes by surfaces into textures, unless told not to, and all else
/// into buffers.
class InteropDisplay final : public CudaDisplay {
 public:
  explicit InteropDisplay(const InteropOptions& options) : options_(options) {
    if (options_.fails) check_interop(cudaErrorOperatingSystem);
    // An OpenGL that cannot share says so here, before any picture.
    buffers_[0].reserve(least_bytes);
  }
  ~InteropDisplay() override { wait_for_device(); }

  DisplayStatus status() const override {
    return {options_.surfaces ? DisplayPath::interop : DisplayPath::buffer, {}, {}};
  }

 protected:
  PicturePlace open(int k, const PictureSpec& spec, cudaStream_t stream) override {
    return by_surface(spec) ? open_texture(textures_[k], spec, stream)
                            : open_buffer(buffers_[k], spec, stream);
  }

  void close(int, const PictureSpec&, cudaStream_t) override {}

  GlPicture land(int k, const PictureSpec& spec) override {
    const Stopwatch watch;
    give_back(k, spec);
    times_.unmap = watch.ms();
    GlPicture picture;
    if (by_surface(spec))
      picture.texture = textures_[k].name();
    else
      picture.buffer = buffers_[k].name();
    return picture;
  }

  void abandon(int k, const PictureSpec& spec) override { give_back(k, spec); }

 private:
  static constexpr std::size_t least_bytes = 4096;

  bool by_surface(const PictureSpec& spec) const {
    const bool kind = spec.kind == PictureKind::field || spec.kind == PictureKind::volume;
    return options_.surfaces && kind && spec.bytes() > 0;
  }

  PicturePlace open_buffer(SharedBuffer& buffer, const PictureSpec& spec, cudaStream_t stream) {
    buffer.reserve(std::max(spec.bytes(), least_bytes));
    const Stopwatch watch;
    void* const memory = buffer.map(gate_.stream());
    gate_.let_follow(stream);
    times_.map = watch.ms();
    return memory;
  }

  PicturePlace open_texture(SharedTexture& texture, const PictureSpec& spec, cudaStream_t stream) {
    texture.reserve(spec);
    const Stopwatch watch;
    const cudaSurfaceObject_t surface = texture.map(gate_.stream());
    gate_.let_follow(stream);
    times_.map = watch.ms();
    return PicturePlace::on_surface(surface);
  }

  void give_back(int k, const PictureSpec& spec) {
    if (by_surface(spec))
      textures_[k].unmap(gate_.stream());
    else
      buffers_[k].unmap(gate_.stream());
  }

  InteropOptions options_;
  Gate gate_;
  std::array<SharedBuffer, slot_count> buffers_;
  std::array<SharedTexture, slot_count> textures_;
};

}  // namespace

std::unique_ptr<Display> make_interop_display(const InteropOptions& options) {
  return std::make_unique<InteropDisplay>(options);
}

GlCudaDevice cuda_device_of_gl_context() {
  const GlInfo gl = gl_info();
  unsigned count = 0;
  int device = -1;
  const cudaError_t status =
      LIVEWARP_CUDA(cudaGLGetDevices, &count, &device, 1, cudaGLDeviceListAll);
  if (status == cudaSuccess && count > 0) return {device, {}, {}};
  cudaGetLastError();
  GlCudaDevice none;
  none.reason =
      fmt::format("interop failed (GL error {}, {})", static_cast<int>(status), gl.renderer);
  if (gl.renderer.find("D3D12") != std::string::npos)
    none.advice = "WSL2 cannot share OpenGL buffers with CUDA; copies work.";
  else if (gl.vendor.find("NVIDIA") == std::string::npos)
    none.advice = "The NVIDIA GPU does not draw this window. On a laptop with two GPUs start with "
                  "__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia.";
  return none;
}

}  // namespace livewarp
