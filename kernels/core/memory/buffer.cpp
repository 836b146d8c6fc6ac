#include "kernels/core/memory/buffer.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/huge_pages.h"
#include "kernels/core/base/text.h"
#include "kernels/core/memory/device_memory.h"

namespace livewarp {

namespace {

constexpr std::size_t alignment = 512;  // a texture's; a cache line and a vector register need 64

constexpr std::size_t aligned(std::size_t bytes, std::size_t to = alignment) {
  return (bytes + to - 1) / to * to;
}

/// The system promises more memory than it has and kills whoever uses it, so a size beyond what
/// there is must be refused here. Small sizes are not worth the question.
void check_memory(std::size_t bytes) {
  constexpr std::size_t worth_asking = std::size_t{1} << 30;
  if (bytes < worth_asking) return;
  const std::size_t present = host_memory_bytes();
  if (bytes > present)
    throw Error("host memory: " + memory_size(bytes) + " wanted, this machine has " +
                    memory_size(present),
                "choose a smaller problem");
}

void* allocate_host(std::size_t bytes) {
  check_memory(bytes);
  const std::size_t to = bytes >= huge_page_bytes ? huge_page_bytes : alignment;
  void* memory = std::aligned_alloc(to, aligned(bytes, to));
  if (!memory)
    throw Error("host memory: " + memory_size(bytes) + " could not be allocated",
                "choose a smaller problem");
  if (bytes >= huge_page_bytes) prefer_huge_pages(memory, aligned(bytes, to));
  return memory;
}

void check_size(std::size_t wanted, std::size_t held) {
  if (wanted > held)
    throw Error("buffer: " + memory_size(wanted) + " do not fit into its " + memory_size(held));
}

}  // namespace

/// Owns memory of a mode.
class Buffer::Allocation {
 public:
  Allocation(std::size_t bytes, MemoryMode mode) : mode_(mode) {
    if (mode == MemoryMode::host) {
      memory_.data = memory_.shadow = allocate_host(bytes);
      return;
    }
    std::unique_ptr<void, decltype(&std::free)> copy(nullptr, std::free);
    if (mode == MemoryMode::pageable) copy.reset(allocate_host(bytes));
    memory_ = allocate_cuda_memory(bytes, mode);
    if (copy) memory_.shadow = copy.release();
  }
  ~Allocation() {
    if (mode_ != MemoryMode::host) release_cuda_memory(memory_, mode_);
    if (mode_ == MemoryMode::host || mode_ == MemoryMode::pageable) std::free(memory_.shadow);
  }
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

  const CudaMemory& memory() const { return memory_; }
  MemoryMode mode() const { return mode_; }

 private:
  CudaMemory memory_;
  MemoryMode mode_;
};

Buffer::Buffer(std::size_t bytes, MemoryMode mode) : mode_(mode) {
  if (bytes > 0) *this = Buffer(std::make_shared<Allocation>(bytes, mode), 0, bytes);
}

Buffer::Buffer(std::shared_ptr<const Allocation> allocation, std::size_t first, std::size_t bytes)
    : allocation_(std::move(allocation)), bytes_(bytes), mode_(allocation_->mode()) {
  const auto at = [first](void* memory) {
    return memory ? static_cast<std::byte*>(memory) + first : nullptr;
  };
  data_ = at(allocation_->memory().data);
  shadow_ = at(allocation_->memory().shadow);
}

std::vector<Buffer> Buffer::side_by_side(std::span<const std::size_t> sizes, MemoryMode mode) {
  std::vector<std::size_t> firsts;
  std::size_t end = 0;
  for (const std::size_t bytes : sizes) {
    firsts.push_back(end);
    end += aligned(bytes);
  }
  if (end == 0) return std::vector<Buffer>(sizes.size());
  const auto allocation = std::make_shared<const Allocation>(end, mode);
  std::vector<Buffer> all;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    all.push_back(sizes[i] > 0 ? Buffer(allocation, firsts[i], sizes[i]) : Buffer());
  return all;
}

bool Buffer::followed_by(const Buffer& next) const {
  return allocation_ && allocation_ == next.allocation_ &&
         next.data_ == static_cast<std::byte*>(data_) + aligned(bytes_);
}

Buffer::Buffer(Buffer&& other) noexcept { *this = std::move(other); }

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  if (this == &other) return *this;
  allocation_ = std::exchange(other.allocation_, nullptr);
  data_ = std::exchange(other.data_, nullptr);
  shadow_ = std::exchange(other.shadow_, nullptr);
  bytes_ = std::exchange(other.bytes_, 0);
  mode_ = other.mode_;
  return *this;
}

Buffer::~Buffer() = default;

void Buffer::write(const void* source, std::size_t bytes) {
  check_size(bytes, bytes_);
  if (bytes == 0) return;
  if (mode_ == MemoryMode::host)
    std::memcpy(data_, source, bytes);
  else
    write_cuda_memory({data_, shadow_, bytes_}, mode_, source, bytes);
}

void Buffer::read(void* target, std::size_t bytes, bool settled) const {
  check_size(bytes, bytes_);
  if (bytes == 0) return;
  if (mode_ == MemoryMode::host)
    std::memcpy(target, data_, bytes);
  else
    read_cuda_memory({data_, shadow_, bytes_}, target, bytes, settled);
}

void Buffer::check_place() const {
  if (data_ && mode_ != MemoryMode::host) check_cuda_place({data_, shadow_, bytes_}, mode_);
}

void Buffer::fill(int byte) {
  if (bytes_ == 0) return;
  if (mode_ == MemoryMode::host)
    std::memset(data_, byte, bytes_);
  else
    fill_cuda_memory({data_, shadow_, bytes_}, mode_, byte, bytes_);
}

}  // namespace livewarp
