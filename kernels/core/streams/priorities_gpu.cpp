// A long kernel and a short one in streams of the current GPU that have priorities.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <chrono>
  #include <cmath>

  #include "kernels/core/exec/executors.h"
  #include "kernels/core/streams/priorities.h"
  #include "kernels/core/streams/ranked_stream.h"
  #include "kernels/core/streams/spin_record.h"

namespace livewarp {

namespace {

constexpr unsigned short_blocks = 4;

PriorityRange priority_range() {
  use_cuda_device();
  PriorityRange range;
  check_cuda(LIVEWARP_CUDA(cudaDeviceGetStreamPriorityRange, &range.least, &range.greatest),
             "priorities of streams");
  return range;
}

SpinShape long_shape(const PriorityKernels& kernels) {
  const double waves = std::max(1.0, std::round(kernels.long_ms / kernels.block_ms));
  return {unsigned(waves) * spin_blocks_at_once(), kernels.block_ms};
}

class GpuPriorities final : public PriorityRunner {
 public:
  explicit GpuPriorities(const PriorityKernels& kernels)
      : long_(long_shape(kernels)), short_({short_blocks, kernels.short_ms}) {}
  ~GpuPriorities() override {
    cudaDeviceSynchronize();
    cudaGetLastError();
  }
  PriorityRange range() const override { return range_; }
  PrioritySample run(PriorityCase which, double after_ms) override;

 private:
  using Steady = std::chrono::steady_clock;

  PriorityRange range_ = priority_range();
  RankedStream low_{cudaStreamNonBlocking, range_.least, "a stream of low priority"};
  RankedStream low_too_{cudaStreamNonBlocking, range_.least, "a stream of low priority"};
  RankedStream high_{cudaStreamNonBlocking, range_.greatest, "a stream of high priority"};
  SpinRecord long_, short_;
  std::uint64_t seed_ = 0;
};

PrioritySample GpuPriorities::run(PriorityCase which, double after_ms) {
  return leaving_nothing([&] {
    const bool alone = which == PriorityCase::idle;
    const cudaStream_t of_long = (which == PriorityCase::short_low ? high_ : low_).get();
    const cudaStream_t of_short = (which == PriorityCase::short_high ? high_ : low_too_).get();
    long_.clear(++seed_);
    short_.clear(++seed_);
    wait_for_device();
    if (!alone) long_.launch(of_long);
    const auto issue = Steady::now() + std::chrono::duration<double, std::milli>(after_ms);
    while (Steady::now() < issue) {
    }
    const auto begin = Steady::now();
    short_.launch(of_short);
    wait_for_stream(of_short);
    PrioritySample sample;
    sample.latency_ms = std::chrono::duration<double, std::milli>(Steady::now() - begin).count();
    wait_for_stream(of_long);
    std::vector<GpuMoments> moments;
    for (SpinRecord* const record : {&short_, &long_}) {
      if (alone && record == &long_) continue;
      record->read();
      moments.push_back(record->moments());
      if (std::string found = record->mismatch(); !found.empty())
        sample.mismatch = (record == &long_ ? "the long kernel: " : "the short kernel: ") + found;
    }
    const std::vector<GpuInterval> intervals = since_the_first(moments);
    sample.short_kernel = intervals[0];
    if (!alone) sample.long_kernel = intervals[1];
    return sample;
  });
}

}  // namespace

std::unique_ptr<PriorityRunner> make_priority_runner(const PriorityKernels& kernels) {
  return std::make_unique<GpuPriorities>(kernels);
}

}  // namespace livewarp

#endif
