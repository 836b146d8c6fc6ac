// Three kernels in three streams of the current GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <deque>

  #include "kernels/core/exec/executors.h"
  #include "kernels/core/streams/ranked_stream.h"
  #include "kernels/core/streams/spin_record.h"
  #include "kernels/core/streams/stream_order.h"

namespace livewarp {

namespace {

/// A few blocks each: there is room for all three at once on any GPU.
constexpr unsigned order_blocks = 2;

class GpuStreamOrder final : public StreamOrderRunner {
 public:
  explicit GpuStreamOrder(double kernel_ms) {
    spin_blocks_at_once();  // loads the kernel
    for (std::size_t i = 0; i < order_kernels; ++i) {
      records_.emplace_back(SpinShape{order_blocks, kernel_ms});
      non_blocking_.emplace_back(cudaStreamNonBlocking, 0, "a non-blocking stream");
    }
    for (int i = 0; i < 2; ++i) blocking_.emplace_back(cudaStreamDefault, 0, "a blocking stream");
  }
  ~GpuStreamOrder() override {
    cudaDeviceSynchronize();
    cudaGetLastError();
  }
  OrderSample run(StreamCase which) override;

 private:
  std::array<cudaStream_t, order_kernels> streams_of(StreamCase which) const;

  std::deque<SpinRecord> records_;
  std::deque<RankedStream> blocking_, non_blocking_;
  std::uint64_t seed_ = 0;
};

std::array<cudaStream_t, order_kernels> GpuStreamOrder::streams_of(StreamCase which) const {
  const auto& own = which == StreamCase::blocking_legacy || which == StreamCase::blocking_per_thread
                        ? blocking_
                        : non_blocking_;
  cudaStream_t middle = cudaStreamLegacy;
  if (which == StreamCase::blocking_per_thread) middle = cudaStreamPerThread;
  if (which == StreamCase::non_blocking) middle = own[2].get();
  return {own[0].get(), middle, own[1].get()};
}

OrderSample GpuStreamOrder::run(StreamCase which) {
  return leaving_nothing([&] {
    for (SpinRecord& record : records_) record.clear(++seed_);
    wait_for_device();
    const auto streams = streams_of(which);
    for (std::size_t i = 0; i < order_kernels; ++i) records_[i].launch(streams[i]);
    for (const cudaStream_t stream : streams) wait_for_stream(stream);
    OrderSample sample;
    std::array<GpuMoments, order_kernels> moments;
    for (std::size_t i = 0; i < order_kernels; ++i) {
      records_[i].read();
      moments[i] = records_[i].moments();
      if (std::string found = records_[i].mismatch(); !found.empty())
        sample.mismatch = "kernel " + std::to_string(i + 1) + ": " + found;
    }
    const std::vector<GpuInterval> intervals = since_the_first(moments);
    std::ranges::copy(intervals, sample.kernels.begin());
    return sample;
  });
}

}  // namespace

std::unique_ptr<StreamOrderRunner> make_stream_order_runner(double kernel_ms) {
  return std::make_unique<GpuStreamOrder>(kernel_ms);
}

}  // namespace livewarp

#endif
