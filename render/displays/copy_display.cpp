#include <algorithm>

#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/memory/buffer.h"
#include "render/displays/cuda_display.h"
#include "render/displays/stopwatch.h"

namespace livewarp {
namespace {

class CopyDisplay final : public CudaDisplay {
 public:
  CopyDisplay() : buffer_(make_buffer()) {}
  ~CopyDisplay() override { wait_for_device(); }

  DisplayStatus status() const override { return {DisplayPath::copy, {}, {}}; }

 protected:
  PicturePlace open(int k, const PictureSpec& spec, cudaStream_t) override {
    Buffer& memory = memory_[k];
    const std::size_t wanted = std::max(spec.bytes(), std::size_t{4096});
    if (memory.bytes() < wanted || memory.bytes() / 4 > wanted) {
      memory = {};
      memory = Buffer(wanted, MemoryMode::pinned);
    }
    return memory.data();
  }

  void close(int k, const PictureSpec& spec, cudaStream_t stream) override {
    check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, memory_[k].shadow(), memory_[k].data(), spec.bytes(),
                             cudaMemcpyDeviceToHost, stream),
               "cannot copy a picture to the host");
  }

  GlPicture land(int k, const PictureSpec& spec) override {
    const Stopwatch watch;
    fill_buffer(buffer_.name(), spec.bytes(), memory_[k].shadow());
    times_.upload = watch.ms();
    GlPicture picture;
    picture.buffer = buffer_.name();
    return picture;
  }

  void abandon(int, const PictureSpec&) override {}

 private:
  std::array<Buffer, slot_count> memory_;
  GlObject buffer_;
};

}  // namespace

std::unique_ptr<Display> make_copy_display() { return std::make_unique<CopyDisplay>(); }

}  // namespace livewarp
