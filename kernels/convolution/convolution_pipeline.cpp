#include "kernels/convolution/convolution_pipeline.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "kernels/convolution/convolution.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/memory/buffer.h"
#include "kernels/core/transfer/pipeline_pictures.h"

namespace livewarp {

namespace {

// Of its variants the one whose weights are an array like any other: constant memory is one for all
// streams, which would wait for one another.
constexpr const char* variant_name = "global";

Variant<Convolution> variant_for(Executor executor) {
  std::vector<Variant<Convolution>> variants;
  if (executor == Executor::emulator) variants = Convolution::emulator_variants().variants;
#if LIVEWARP_HAS_CUDA
  if (executor == Executor::cuda) variants = Convolution::cuda_variants().variants;
#endif
  const auto found = std::ranges::find(variants, variant_name, &VariantInfo::name);
  if (found == variants.end())
    throw Error("pipeline: this build has no convolution for " + std::string(name_of(executor)));
  return *found;
}

class ConvolutionFilter final : public PipelineFilter {
 public:
  ConvolutionFilter(const PipelineRequest& request, Executor executor, const MakeFilterExec& make)
      : request_(request), variant_(variant_for(executor)), axes_(defaults(variant_.axes)),
        weights_(most_weights * sizeof(float),
                 executor == Executor::cuda ? MemoryMode::device : MemoryMode::host) {
    for (int i = 0; i < most_pipeline_streams; ++i) execs_.push_back(make());
    filler_ = make();
    problem_.width = request.width;
    problem_.height = request.height;
    problem_.channels = 4;
  }

  void* stream(int i) const override {
    const auto* const exec = dynamic_cast<const CudaExec*>(execs_[std::size_t(i)].get());
    return exec ? exec->stream() : nullptr;
  }
  void give(const std::uint32_t* from, std::uint32_t* to, int pictures, int stream) override {
    Exec& exec = *execs_[std::size_t(stream)];
    for (int i = 0; i < pictures; ++i) {
      const std::size_t first = std::size_t(i) * request_.picture_pixels();
      variant_.step(step_of(from + first, to + first, true), Launch(axes_), exec);
    }
  }
  /// Calls that wait leave the last bytes of pageable memory on their way.
  void do_at_once(const std::uint32_t* from, std::uint32_t* to, int pictures) override {
    if (execs_[0]->executor() == Executor::cuda) wait_for_device();
    give(from, to, pictures, 0);
    execs_[0]->synchronize();
  }

  unsigned work() const override { return unsigned(problem_.radius); }
  void set_work(unsigned radius) override;
  void balance(double copy_ms, const std::function<double()>& measure) override;
  std::string mismatch(const std::uint32_t* from, const std::uint32_t* to) override;

 private:
  static constexpr std::size_t most_weights = 2 * Convolution::most_radius + 1;

  Convolution::Step step_of(const std::uint32_t* from, std::uint32_t* to,
                            bool weights_there) const {
    auto* const result = reinterpret_cast<std::uint8_t*>(to);
    return {reinterpret_cast<const std::uint8_t*>(from),
            result,
            result,
            weights_.data(),
            &problem_,
            weights_there};
  }
  std::string wrong_pixel(int picture, const std::uint32_t* from, const std::uint32_t* to) const;

  PipelineRequest request_;
  Convolution::Problem problem_;
  Variant<Convolution> variant_;
  Values axes_;
  Buffer weights_;
  std::vector<std::unique_ptr<Exec>> execs_;  ///< one for each stream
  std::unique_ptr<Exec> filler_;              ///< the one that has used constant memory
  std::optional<std::uint64_t> right_;        ///< the hash of pictures that were right
};

/// A step of one pixel leaves the weights behind.
void ConvolutionFilter::set_work(unsigned radius) {
  problem_.radius = int(std::clamp(radius, 1u, unsigned(Convolution::most_radius)));
  right_.reset();
  const MemoryMode mode = weights_.mode();
  Buffer in(sizeof(std::uint32_t), mode), out(sizeof(std::uint32_t), mode);
  in.fill(0);
  Convolution::Problem small = problem_;
  small.width = small.height = 1;
  Convolution::Step step = step_of(static_cast<const std::uint32_t*>(in.data()),
                                   static_cast<std::uint32_t*>(out.data()), false);
  step.problem = &small;
  variant_.step(step, Launch(axes_), *filler_);
  filler_->synchronize();
}

/// The radius whose time is next to the copy's: it grows with every step.
void ConvolutionFilter::balance(double copy_ms, const std::function<double()>& measure) {
  double before = 0;
  for (unsigned radius = 1; radius <= unsigned(Convolution::most_radius); ++radius) {
    set_work(radius);
    const double ms = measure();
    if (ms >= copy_ms) {
      if (radius > 1 && copy_ms - before < ms - copy_ms) set_work(radius - 1);
      return;
    }
    before = ms;
  }
}

std::string ConvolutionFilter::wrong_pixel(int picture, const std::uint32_t* from,
                                           const std::uint32_t* to) const {
  const std::size_t bytes = request_.picture_bytes();
  HostState in, out;
  in.fields.assign(2, std::vector<std::byte>(bytes));
  out.fields = in.fields;
  std::memcpy(in.fields[0].data(), from, bytes);
  std::memcpy(out.fields[1].data(), to, bytes);
  for (const Discrepancy& found : Convolution::compare(problem_, in, out, {}, Job{}))
    if (!found.within(variant_.tolerance)) {
      const std::int64_t i = found.worst_index(), width = request_.width;
      return "picture " + grouped(picture) + " is wrong by " + rounded(found.worst(), 2) +
             " levels at pixel " + grouped(i % width) + ", " + grouped(i / width);
    }
  return {};
}

/// Pictures that were right once are right when all their bits are the same.
std::string ConvolutionFilter::mismatch(const std::uint32_t* from, const std::uint32_t* to) {
  const std::uint64_t hash = pictures_hash(to, request_);
  if (right_ == hash) return {};
  for (int picture = 0; picture < request_.pictures; ++picture) {
    const std::size_t first = std::size_t(picture) * request_.picture_pixels();
    if (std::string found = wrong_pixel(picture, from + first, to + first); !found.empty())
      return found;
  }
  right_ = hash;
  return {};
}

}  // namespace

std::unique_ptr<PipelineFilter> make_convolution_filter(const PipelineRequest& request,
                                                        Executor executor,
                                                        const MakeFilterExec& make) {
  return std::make_unique<ConvolutionFilter>(request, executor, make);
}

std::unique_ptr<PipelineFilter> make_convolution_filter(const PipelineRequest& request) {
  return make_convolution_filter(request, Executor::cuda, [] { return CudaExec::create(); });
}

}  // namespace livewarp
