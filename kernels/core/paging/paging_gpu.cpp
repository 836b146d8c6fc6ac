// Managed memory on the current GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <chrono>
  #include <cstddef>
  #include <cstdint>
  #include <string>

  #include "kernels/core/base/detect.h"
  #include "kernels/core/base/milliseconds.h"
  #include "kernels/core/base/text.h"
  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/cuda_gate.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/exec/cuda/cuda_versions.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/memory/buffer.h"
  #include "kernels/core/paging/paging.h"
  #include "kernels/core/paging/paging_kernels.h"
  #include "kernels/core/transfer/transfer_pattern.h"

namespace livewarp {

namespace {

class GpuPaging final : public PagingRunner {
 public:
  explicit GpuPaging(const PagingRequest& request)
      : request_(request), wrong_(sizeof(unsigned), MemoryMode::device),
        stream_("a stream for managed memory"), gate_(stream_.get()) {
    load_paging_kernels();
  }
  /// What is in flight ends before its memory goes.
  ~GpuPaging() override { settle(); }

  void begin(PagingMethod method) override;
  double prefetch_ms() override;
  double pass_ms() override;
  std::string found_by_gpu() override;
  double host_ms(std::string& wrong) override;
  double pass_bytes() const override {
    return double(request_.bytes) * (updates(info_of(method_)) ? 2 : 1);
  }

 private:
  bool updates(const PagingMethodInfo& info) const {
    return info.host_writes && request_.touch == PagingTouch::update;
  }
  PagedWords words() const {
    return {static_cast<std::uint64_t*>(pages_.data()), request_.bytes / sizeof(std::uint64_t),
            seed_};
  }
  unsigned* wrong() const { return static_cast<unsigned*>(wrong_.data()); }
  void launch_pass();
  void forget_wrong();
  void wait(const char* what) {
    check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream_.get()), what);
  }
  void settle() noexcept;
  template <class F>
  auto guarded(F&& work);

  PagingRequest request_;
  PagingMethod method_ = PagingMethod::host_first;
  Buffer wrong_, pages_;
  CudaStream stream_;
  CudaGate gate_;
  CudaEvent begin_, end_;
  std::uint64_t seed_ = 0;   ///< of what lies in the pages, or is written by the next pass
  std::uint64_t added_ = 0;  ///< to each word since the host wrote it
};

/// What fails leaves nothing in flight.
template <class F>
auto GpuPaging::guarded(F&& work) {
  try {
    return work();
  } catch (...) {
    settle();
    throw;
  }
}

void GpuPaging::settle() noexcept {
  gate_.open();
  cudaStreamSynchronize(stream_.get());
  cudaGetLastError();
}

/// The pages before go first, so that never more than these are managed.
void GpuPaging::begin(PagingMethod method) {
  guarded([&] {
    method_ = method;
    const PagingMethodInfo& info = info_of(method);
    pages_ = Buffer();
    pages_ = Buffer(request_.bytes, info.mode);
    pages_.check_place();
    ++seed_;
    added_ = 0;
    if (info.host_writes) write_pattern(pages_.data(), 0, request_.bytes, seed_);
  });
}

double GpuPaging::prefetch_ms() {
  return guarded([&] {
    const auto start = std::chrono::steady_clock::now();
    prefetch_pages(pages_.data(), request_.bytes, true, stream_.get());
    wait("waiting for pages");
    return ms_since(start);
  });
}

void GpuPaging::forget_wrong() {
  check_cuda(LIVEWARP_CUDA(cudaMemsetAsync, wrong_.data(), 0, wrong_.bytes(), stream_.get()),
             "filling device memory");
}

void GpuPaging::launch_pass() {
  const PagingMethodInfo& info = info_of(method_);
  if (info.bytes_of_a_warp > 0)
    return write_words_by_warps(words(), info.bytes_of_a_warp, stream_.get());
  if (!info.host_writes) return write_words(words(), stream_.get());
  if (updates(info)) return add_to_words(words(), stream_.get());
  compare_words(words(), added_, wrong(), stream_.get());
}

double GpuPaging::pass_ms() {
  return guarded([&] {
    const PagingMethodInfo& info = info_of(method_);
    if (!info.host_writes) ++seed_;
    forget_wrong();
    wait("waiting for managed memory");
    gate_.close();
    begin_.record(stream_.get());
    launch_pass();
    end_.record(stream_.get());
    gate_.open();
    wait("a kernel on managed memory");
    added_ += updates(info) ? 1 : 0;
    return end_.since(begin_);
  });
}

/// A pass that reads has compared already.
std::string GpuPaging::found_by_gpu() {
  return guarded([&]() -> std::string {
    const PagingMethodInfo& info = info_of(method_);
    if (!info.host_writes || updates(info)) {
      forget_wrong();
      compare_words(words(), added_, wrong(), stream_.get());
      wait("a kernel on managed memory");
    }
    unsigned count = 0;
    wrong_.read(&count, sizeof count);
    if (count == 0) return {};
    return grouped(std::int64_t{count}) + " words are not what was written";
  });
}

double GpuPaging::host_ms(std::string& wrong) {
  const PagedWords all = words();
  const auto start = std::chrono::steady_clock::now();
  std::size_t first_wrong = all.count;
  for (std::size_t i = 0; i < all.count && first_wrong == all.count; ++i)
    if (all.words[i] != pattern_word(i, seed_) + added_) first_wrong = i;
  const double ms = ms_since(start);
  if (first_wrong < all.count)
    wrong = "word " + grouped(std::int64_t(first_wrong)) + " is not what was written";
  return ms;
}

}  // namespace

std::unique_ptr<PagingRunner> make_paging_runner(const PagingRequest& request) {
  const std::string what = "unified memory: " + memory_size(request.bytes) + " wanted, ";
  const char* const advice = "choose a smaller size";
  if (request.bytes > most_paging_bytes)
    throw Error(what + memory_size(most_paging_bytes) + " are the most here", advice);
  if (request.host_bytes && request.bytes > request.host_bytes)
    throw Error(what + "the host has " + memory_size(request.host_bytes) + " free", advice);
  if (const std::size_t free = cuda_free_bytes(); free && request.bytes > free)
    throw Error(what + "the GPU has " + memory_size(free) + " free: more than that could hang it",
                advice);
  return std::make_unique<GpuPaging>(request);
}

}  // namespace livewarp

#endif
