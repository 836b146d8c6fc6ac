#include "kernels/core/transfer/transfer_paths.h"

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <cstring>
  #include <vector>

  #include "kernels/core/base/error.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/exec/cuda/cuda_versions.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/memory/buffer.h"
  #include "kernels/core/transfer/fresh_pages.h"
  #include "kernels/core/transfer/transfer_kernels.h"
  #include "kernels/core/transfer/transfer_pattern.h"
  #include "kernels/core/transfer/write_combined_memory.h"

namespace livewarp {

namespace {

constexpr std::size_t chunk_bytes = std::size_t{16} << 20;

void copy_and_wait(void* to, const void* from, std::size_t bytes, const char* what) {
  check_cuda(LIVEWARP_CUDA(cudaMemcpy, to, from, bytes, cudaMemcpyDefault), what);
  wait_for_device();
}

template <class F>
void for_each_chunk(std::size_t bytes, F&& f) {
  for (std::size_t first = 0; first < bytes; first += chunk_bytes)
    f(first, std::min(chunk_bytes, bytes - first));
}

/// The pattern in memory of the GPU, by way of a little memory of the host.
void write_device_pattern(void* memory, std::size_t bytes, std::uint64_t seed) {
  std::vector<std::byte> chunk(std::min(bytes, chunk_bytes));
  for_each_chunk(bytes, [&](std::size_t first, std::size_t size) {
    write_pattern(chunk.data(), first, size, seed);
    copy_and_wait(static_cast<std::byte*>(memory) + first, chunk.data(), size,
                  "the bytes that a transfer sends");
  });
}

std::string device_mismatch(const void* memory, std::size_t bytes, std::uint64_t seed) {
  std::vector<std::byte> chunk(std::min(bytes, chunk_bytes));
  std::string found;
  for_each_chunk(bytes, [&](std::size_t first, std::size_t size) {
    if (!found.empty()) return;
    copy_and_wait(chunk.data(), static_cast<const std::byte*>(memory) + first, size,
                  "the bytes that arrived");
    found = pattern_mismatch(chunk.data(), first, size, seed);
  });
  return found;
}

template <class T>
T* at(T* memory, std::size_t first) {
  return memory + first;
}

/// What copy engines move, or the driver by way of them.
class CopyPath : public TransferPath {
 public:
  CopyPath(void* host, void* device, std::size_t bytes, bool to_gpu)
      : host_(static_cast<std::byte*>(host)), device_(static_cast<std::byte*>(device)),
        bytes_(bytes), to_gpu_(to_gpu) {}

  void prepare(std::uint64_t seed) override {
    if (to_gpu_) {
      write_pattern(host_, 0, bytes_, seed);
      check_cuda(LIVEWARP_CUDA(cudaMemset, device_, 0, bytes_), "clearing device memory");
    } else {
      std::memset(host_, 0, bytes_);
      write_device_pattern(device_, bytes_, seed);
    }
    wait_for_device();
  }
  void move(std::size_t first, std::size_t bytes, cudaStream_t stream) override {
    check_cuda(to_gpu_ ? LIVEWARP_CUDA(cudaMemcpyAsync, at(device_, first), at(host_, first), bytes,
                                       cudaMemcpyHostToDevice, stream)
                       : LIVEWARP_CUDA(cudaMemcpyAsync, at(host_, first), at(device_, first), bytes,
                                       cudaMemcpyDeviceToHost, stream),
               to_gpu_ ? "copy to the GPU" : "copy from the GPU");
  }
  std::string mismatch(std::uint64_t seed) override {
    return to_gpu_ ? device_mismatch(device_, bytes_, seed)
                   : pattern_mismatch(host_, 0, bytes_, seed);
  }

 protected:
  std::byte *host_, *device_;
  std::size_t bytes_;
  bool to_gpu_;
};

/// Pageable or page-locked.
class BufferPath final : public CopyPath {
 public:
  BufferPath(Buffer buffer, bool to_gpu)
      : CopyPath(buffer.shadow(), buffer.data(), buffer.bytes(), to_gpu),
        buffer_(std::move(buffer)) {}
  Issue issue() const override {
    return buffer_.mode() == MemoryMode::pageable ? Issue::blocking : Issue::queued;
  }

 private:
  Buffer buffer_;
};

struct WriteCombinedSides {
  explicit WriteCombinedSides(std::size_t bytes) : device(bytes, MemoryMode::device), host(bytes) {}
  Buffer device;
  WriteCombinedMemory host;
};
class WriteCombinedPath final : WriteCombinedSides, public CopyPath {
 public:
  WriteCombinedPath(std::size_t bytes, bool to_gpu)
      : WriteCombinedSides(bytes), CopyPath(host.data(), device.data(), bytes, to_gpu) {}
  /// What arrived at the host goes back to the GPU to be read: the host would take seconds.
  std::string mismatch(std::uint64_t seed) override {
    if (!to_gpu_) {
      check_cuda(LIVEWARP_CUDA(cudaMemset, device_, 0, bytes_), "clearing device memory");
      wait_for_device();
      copy_and_wait(device_, host_, bytes_, "the bytes that arrived");
    }
    return device_mismatch(device_, bytes_, seed);
  }
};

/// A kernel reads or writes the host's memory.
class MappedPath final : public TransferPath {
 public:
  MappedPath(std::size_t bytes, bool to_gpu)
      : host_(bytes, MemoryMode::mapped), device_(bytes, MemoryMode::device), to_gpu_(to_gpu) {
    load_copy_kernel();
  }

  void prepare(std::uint64_t seed) override {
    if (to_gpu_) {
      device_.fill(0);
      write_pattern(host_.shadow(), 0, host_.bytes(), seed);
    } else {
      std::memset(host_.shadow(), 0, host_.bytes());
      write_device_pattern(device_.data(), device_.bytes(), seed);
    }
    wait_for_device();
  }
  void move(std::size_t first, std::size_t bytes, cudaStream_t stream) override {
    auto* const host = static_cast<std::byte*>(host_.data()) + first;
    auto* const device = static_cast<std::byte*>(device_.data()) + first;
    to_gpu_ ? copy_by_kernel(device, host, bytes, stream)
            : copy_by_kernel(host, device, bytes, stream);
  }
  std::string mismatch(std::uint64_t seed) override {
    return to_gpu_ ? device_mismatch(device_.data(), device_.bytes(), seed)
                   : pattern_mismatch(host_.shadow(), 0, host_.bytes(), seed);
  }

 private:
  Buffer host_, device_;
  bool to_gpu_;
};

/// Pages that move to whoever touches them, or are asked for.
class ManagedPath final : public TransferPath {
 public:
  ManagedPath(std::size_t bytes, bool to_gpu, bool prefetched)
      : pages_(bytes, prefetched ? MemoryMode::prefetch : MemoryMode::managed),
        device_(bytes, MemoryMode::device), to_gpu_(to_gpu), prefetched_(prefetched) {}

  /// Held back, a stream might hold back the driver's own work on the pages.
  Issue issue() const override {
    return !prefetched_ && !to_gpu_ ? Issue::blocking : Issue::called;
  }
  bool repeats() const override { return false; }

  void prepare(std::uint64_t seed) override {
    bring(false, nullptr);
    if (to_gpu_) {
      device_.fill(0);
      write_pattern(pages_.data(), 0, pages_.bytes(), seed);
    } else {
      std::memset(pages_.data(), 0, pages_.bytes());
      write_device_pattern(device_.data(), device_.bytes(), seed);
    }
    wait_for_device();
  }
  void reset(cudaStream_t stream) override {
    bring(!to_gpu_, stream);
    if (!to_gpu_) copy_by_kernel(pages_.data(), device_.data(), pages_.bytes(), stream);
    check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream), "bringing managed pages back");
  }
  void move(std::size_t first, std::size_t bytes, cudaStream_t stream) override {
    std::byte* const pages = static_cast<std::byte*>(pages_.data()) + first;
    if (prefetched_)
      prefetch_pages(pages, bytes, to_gpu_, stream);
    else if (to_gpu_)
      copy_by_kernel(static_cast<std::byte*>(device_.data()) + first, pages, bytes, stream);
    else
      touch(pages, bytes);
  }
  /// A kernel reads what a prefetch has brought.
  std::string mismatch(std::uint64_t seed) override {
    if (!to_gpu_) return pattern_mismatch(pages_.data(), 0, pages_.bytes(), seed);
    if (prefetched_) {
      copy_by_kernel(device_.data(), pages_.data(), pages_.bytes(), nullptr);
      wait_for_device();
    }
    return device_mismatch(device_.data(), device_.bytes(), seed);
  }

 private:
  void bring(bool to_device, cudaStream_t stream) {
    prefetch_pages(pages_.data(), pages_.bytes(), to_device, stream);
    check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream), "bringing managed pages back");
  }
  static void touch(const std::byte* pages, std::size_t bytes) {
    const std::size_t step = small_page_bytes();
    for (std::size_t i = 0; i < bytes; i += step)
      static_cast<void>(*reinterpret_cast<const volatile std::uint64_t*>(pages + i));
  }

  Buffer pages_, device_;
  bool to_gpu_, prefetched_;
};

}  // namespace

std::unique_ptr<TransferPath> make_path(TransferKind kind, TransferWay way, std::size_t bytes) {
  const bool to_gpu = way == TransferWay::to_gpu;
  switch (kind) {
  case TransferKind::pageable:
    return std::make_unique<BufferPath>(Buffer(bytes, MemoryMode::pageable), to_gpu);
  case TransferKind::pinned:
    return std::make_unique<BufferPath>(Buffer(bytes, MemoryMode::pinned), to_gpu);
  case TransferKind::write_combined: return std::make_unique<WriteCombinedPath>(bytes, to_gpu);
  case TransferKind::mapped: return std::make_unique<MappedPath>(bytes, to_gpu);
  case TransferKind::managed: return std::make_unique<ManagedPath>(bytes, to_gpu, false);
  case TransferKind::prefetch: return std::make_unique<ManagedPath>(bytes, to_gpu, true);
  case TransferKind::copy:
  case TransferKind::touch:
  case TransferKind::touch_huge: break;
  }
  throw Error(std::string(info_of(kind).label) + " is no transfer of a GPU");
}

}  // namespace livewarp

#endif
