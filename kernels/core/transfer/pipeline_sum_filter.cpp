// The filter whose arithmetic can be set to any amount.
#include "kernels/core/transfer/pipeline_filter.h"

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <deque>

  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/transfer/pipeline_kernel.h"
  #include "kernels/core/transfer/pipeline_pictures.h"

namespace livewarp {

namespace {

class SumFilter final : public PipelineFilter {
 public:
  explicit SumFilter(const PipelineRequest& request) : request_(request) {
    for (int i = 0; i < most_pipeline_streams; ++i) streams_.emplace_back("a stream of pictures");
  }

  void* stream(int i) const override { return streams_[std::size_t(i)].get(); }
  void give(const std::uint32_t* from, std::uint32_t* to, int pictures, int stream) override {
    give_to(streams_[std::size_t(stream)].get(), from, to, pictures);
  }
  /// The copies around it are on the same stream, and wait.
  void do_at_once(const std::uint32_t* from, std::uint32_t* to, int pictures) override {
    give_to(cudaStreamLegacy, from, to, pictures);
  }

  unsigned work() const override { return work_; }
  void set_work(unsigned work) override { work_ = work; }
  void balance(double copy_ms, const std::function<double()>& measure) override;
  std::string mismatch(const std::uint32_t*, const std::uint32_t* to) override {
    return pictures_mismatch(to, request_, work_);
  }

 private:
  void give_to(cudaStream_t stream, const std::uint32_t* from, std::uint32_t* to, int pictures) {
    filter_pictures(from, to, {request_.width, request_.height, pictures}, work_, stream);
  }

  PipelineRequest request_;
  std::deque<CudaStream> streams_;
  unsigned work_ = 0;
};

/// Its time grows with its rounds in a line, once they last longer than its memory does.
void SumFilter::balance(double copy_ms, const std::function<double()>& measure) {
  constexpr unsigned some = 2048, more = 2 * some;
  work_ = some;
  const double short_ms = measure();
  work_ = more;
  const double a_round = (measure() - short_ms) / some;
  work_ = some;
  if (a_round > 0) work_ = unsigned(std::clamp((copy_ms - short_ms) / a_round + some, 0.0, 1e6));
}

}  // namespace

std::unique_ptr<PipelineFilter> make_sum_filter(const PipelineRequest& request) {
  return std::make_unique<SumFilter>(request);
}

}  // namespace livewarp

#endif
