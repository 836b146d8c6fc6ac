#include <algorithm>

#include "kernels/core/buffer.h"
#include "kernels/core/cuda_check.h"
#include "render/cuda_display.h"
#include "render/stopwatch.h"

namespace livewarp {
namespace {

class CopyDisplay final : public CudaDisplay {
 public:
  CopyDisplay() : buffer_(make_buffer()) {}
  ~CopyDisplay() override { wait_for_device(); }

  DisplayStatus status() const override { return {DisplayPath::copy, {}, {}}; }

 protected:
  void* open(int k, std::size_t bytes, cudaStream_t) override {
    Buffer& memory = memory_[k];
    const std::size_t wanted = std::max(bytes, std::size_t{4096});
    if (memory.bytes() < wanted || memory.bytes() / 4 > wanted) {
      memory = {};
      memory = Buffer(wanted, MemoryMode::pinned);
    }
    return memory.data();
  }

  void close(int k, std::size_t bytes, cudaStream_t stream) override {
    check_cuda(cudaMemcpyAsync(memory_[k].shadow(), memory_[k].data(), bytes,
                               cudaMemcpyDeviceToHost, stream),
               "cannot copy a picture to the host");
  }

  unsigned land(int k, std::size_t bytes) override {
    const Stopwatch watch;
    fill_buffer(buffer_.name(), bytes, memory_[k].shadow());
    times_.upload = watch.ms();
    return buffer_.name();
  }

  void abandon(int) override {}

 private:
  std::array<Buffer, slot_count> memory_;
  GlObject buffer_;
};

}  // namespace

std::unique_ptr<Display> make_copy_display() { return std::make_unique<CopyDisplay>(); }

}  // namespace livewarp
