// OpenGL's types first: the CUDA header takes whichever it finds.
#include <glad/gl.h>

#include <algorithm>

#include <cuda_gl_interop.h>

#include <fmt/format.h>

#include "kernels/core/cuda_check.h"
#include "render/cuda_display.h"
#include "render/gl_info.h"
#include "render/stopwatch.h"

namespace livewarp {
namespace {

/// Throws the reason why pictures will be copied. OpenGL without CUDA answers 304 or 999.
void check_interop(cudaError_t status) {
  if (status == cudaSuccess) return;
  cudaGetLastError();
  throw Error(fmt::format("interop failed (GL error {}, {})", static_cast<int>(status),
                          gl_info().renderer));
}

/// A stream without any work of its own, and an event to tie other streams to it. Handing buffers over
/// and back on the kernels' stream would tie OpenGL to the steps that are queued there.
class Gate {
 public:
  Gate() {
    check_interop(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    const cudaError_t status = cudaEventCreateWithFlags(&passed_, cudaEventDisableTiming);
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
    check_interop(cudaEventRecord(passed_, stream_));
    check_interop(cudaStreamWaitEvent(other, passed_, 0));
  }

 private:
  cudaStream_t stream_ = nullptr;
  cudaEvent_t passed_ = nullptr;
};

/// An OpenGL buffer that CUDA knows. While it is mapped OpenGL must not touch it.
class SharedBuffer {
 public:
  SharedBuffer() = default;
  SharedBuffer(const SharedBuffer&) = delete;
  SharedBuffer& operator=(const SharedBuffer&) = delete;
  ~SharedBuffer() { release(); }

  /// Holds at least `bytes`, and not many times more.
  void reserve(std::size_t bytes) {
    if (resource_ && bytes <= bytes_ && bytes_ / 4 <= bytes) return;
    release();
    buffer_ = make_buffer();
    fill_buffer(buffer_.name(), bytes, nullptr);
    drain_gl_errors();
    check_interop(cudaGraphicsGLRegisterBuffer(&resource_, buffer_.name(),
                                               cudaGraphicsRegisterFlagsWriteDiscard));
    bytes_ = bytes;
  }

  void* map(cudaStream_t stream) {
    check_interop(cudaGraphicsMapResources(1, &resource_, stream));
    mapped_ = true;
    void* memory = nullptr;
    std::size_t size = 0;
    check_interop(cudaGraphicsResourceGetMappedPointer(&memory, &size, resource_));
    return memory;
  }

  void unmap(cudaStream_t stream) {
    if (!mapped_) return;
    mapped_ = false;
    check_interop(cudaGraphicsUnmapResources(1, &resource_, stream));
  }

  unsigned name() const { return buffer_.name(); }

 private:
  /// CUDA lets go before OpenGL deletes.
  void release() noexcept {
    if (mapped_) cudaGraphicsUnmapResources(1, &resource_, nullptr);
    if (resource_) cudaGraphicsUnregisterResource(resource_);
    cudaGetLastError();
    mapped_ = false;
    resource_ = nullptr;
    buffer_ = {};
    bytes_ = 0;
  }

  GlObject buffer_;
  cudaGraphicsResource_t resource_ = nullptr;
  std::size_t bytes_ = 0;
  bool mapped_ = false;
};

class InteropDisplay final : public CudaDisplay {
 public:
  explicit InteropDisplay(int fail_at) : fail_at_(fail_at) {
    may_fail(0);
    // An OpenGL that cannot share says so here, before any picture.
    buffers_[0].reserve(least_bytes);
  }
  ~InteropDisplay() override { wait_for_device(); }

  DisplayStatus status() const override { return {DisplayPath::interop, {}, {}}; }

 protected:
  void* open(int k, std::size_t bytes, cudaStream_t stream) override {
    may_fail(++mappings_);
    buffers_[k].reserve(std::max(bytes, least_bytes));
    const Stopwatch watch;
    void* memory = buffers_[k].map(gate_.stream());
    gate_.let_follow(stream);
    times_.map = watch.ms();
    return memory;
  }

  void close(int, std::size_t, cudaStream_t) override {}

  unsigned land(int k, std::size_t) override {
    const Stopwatch watch;
    buffers_[k].unmap(gate_.stream());
    times_.unmap = watch.ms();
    return buffers_[k].name();
  }

  void abandon(int k) override { buffers_[k].unmap(gate_.stream()); }

 private:
  static constexpr std::size_t least_bytes = 4096;

  void may_fail(int occasion) const {
    if (occasion == fail_at_) check_interop(cudaErrorOperatingSystem);
  }

  Gate gate_;
  std::array<SharedBuffer, slot_count> buffers_;
  int fail_at_ = -1, mappings_ = 0;
};

}  // namespace

std::unique_ptr<Display> make_interop_display(int fail_at) {
  return std::make_unique<InteropDisplay>(fail_at);
}

GlCudaDevice cuda_device_of_gl_context() {
  const GlInfo gl = gl_info();
  unsigned count = 0;
  int device = -1;
  const cudaError_t status = cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll);
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
