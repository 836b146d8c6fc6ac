// A pipeline on the current GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <deque>
  #include <exception>
  #include <optional>
  #include <utility>
  #include <vector>

  #include "kernels/core/base/detect.h"
  #include "kernels/core/base/text.h"
  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/transfer/pipeline.h"
  #include "kernels/core/transfer/pipeline_stages.h"
  #include "kernels/core/transfer/ready_thread.h"

namespace livewarp {

namespace {

/// A command, and events around it where a timeline is asked for.
struct GivenCommand {
  PipelineCommand command;
  std::optional<CudaEvent> begin = {}, end = {};
};

class GpuPipeline final : public PipelineRunner {
 public:
  GpuPipeline(const PipelineRequest& request, std::unique_ptr<PipelineFilter> filter)
      : stages_(request, std::move(filter)) {
    if (request.work)
      stages_.filter().set_work(*request.work);
    else
      balance();
  }
  /// What is in flight ends before its memory goes.
  ~GpuPipeline() override { settle(); }

  unsigned work() const override { return stages_.filter().work(); }
  void clear() override { stages_.clear(); }
  double run(const PipelineShape& shape, std::vector<PipelineSpan>* spans) override;
  PipelineBound bound(int chunks) override;
  std::string mismatch() override { return stages_.mismatch(); }
  std::uint64_t hash() override { return stages_.hash(); }

 private:
  using Commands = std::vector<GivenCommand>;

  cudaStream_t stream_of(const PipelineShape& shape, int i) const {
    return is_blocked(shape) ? cudaStreamLegacy : stages_.stream(i);
  }
  static bool is_blocked(const PipelineShape& shape) {
    return shape.schedule == PipelineSchedule::blocked;
  }
  void begin(const PipelineShape& shape);
  void end(const PipelineShape& shape);
  void give(GivenCommand& command, const PipelineShape& shape);
  void give_all(Commands& commands, const PipelineShape& shape);
  void give_by_threads(Commands& commands, const PipelineShape& shape);
  std::vector<PipelineSpan> spans_of(const Commands& commands) const;
  /// Milliseconds of one stage of all chunks, alone.
  double stage_ms(PipelineStage stage, int chunks);
  std::pair<double, double> both_copies_ms(int chunks);
  void balance();
  void settle() noexcept;
  template <class F>
  auto guarded(F&& work);

  PipelineStages stages_;
  std::deque<CudaTie> ties_{most_pipeline_streams};
  CudaTie start_;
  CudaEvent begin_, end_;
  std::deque<ReadyThread> threads_;  ///< as many as were needed: the driver keeps memory for each
};

/// What fails leaves nothing in flight.
template <class F>
auto GpuPipeline::guarded(F&& work) {
  try {
    return work();
  } catch (...) {
    settle();
    throw;
  }
}

void GpuPipeline::settle() noexcept {
  for (int i = 0; i < most_pipeline_streams; ++i) cudaStreamSynchronize(stages_.stream(i));
  cudaStreamSynchronize(cudaStreamLegacy);
  cudaGetLastError();
}

void GpuPipeline::give(GivenCommand& one, const PipelineShape& shape) {
  const cudaStream_t stream = stream_of(shape, one.command.stream);
  if (one.begin) one.begin->record(stream);
  if (is_blocked(shape))
    stages_.do_at_once(one.command.stage, shape.chunks, one.command.chunk);
  else
    stages_.give(one.command.stage, shape.chunks, one.command.chunk, one.command.stream);
  if (one.end) one.end->record(stream);
}

void GpuPipeline::begin(const PipelineShape& shape) {
  begin_.record(stream_of(shape, 0));
  start_.mark(stream_of(shape, 0));
  for (int i = 1; i < shape.used_streams(); ++i) start_.hold(stream_of(shape, i));
}

void GpuPipeline::end(const PipelineShape& shape) {
  const cudaStream_t first = stream_of(shape, 0);
  for (int i = 1; i < shape.used_streams(); ++i)
    ties_[std::size_t(i)].let_follow(first, stream_of(shape, i));
  end_.record(first);
  check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, first), "waiting for pictures");
}

void GpuPipeline::give_all(Commands& commands, const PipelineShape& shape) {
  begin(shape);
  for (GivenCommand& command : commands) give(command, shape);
}

/// All are awake before the clock begins. One that fails leaves the others to their end: they use
/// what is here.
void GpuPipeline::give_by_threads(Commands& commands, const PipelineShape& shape) {
  const int count = shape.issuers();
  while (threads_.size() < std::size_t(count)) threads_.emplace_back();
  for (int i = 0; i < count; ++i)
    threads_[std::size_t(i)].prepare([this, &commands, &shape, i] {
      use_cuda_device();
      for (GivenCommand& one : commands)
        if (one.command.stream == i) give(one, shape);
    });
  std::exception_ptr failed;
  try {
    begin(shape);
    for (int i = 0; i < count; ++i) threads_[std::size_t(i)].begin();
  } catch (...) {
    failed = std::current_exception();
    for (int i = 0; i < count; ++i) threads_[std::size_t(i)].cancel();
  }
  for (int i = 0; i < count; ++i) try {
      threads_[std::size_t(i)].join();
    } catch (...) {
      if (!failed) failed = std::current_exception();
    }
  if (failed) std::rethrow_exception(failed);
}

double GpuPipeline::run(const PipelineShape& shape, std::vector<PipelineSpan>* spans) {
  return guarded([&] {
    Commands commands;
    for (const PipelineCommand& command : pipeline_plan(shape)) {
      GivenCommand& one = commands.emplace_back(GivenCommand{command});
      if (!spans || command.stage == PipelineStage::wait) continue;
      one.begin.emplace();
      one.end.emplace();
    }
    if (shape.callbacks) stages_.expect_calls(shape.chunks);
    if (shape.threads)
      give_by_threads(commands, shape);
    else
      give_all(commands, shape);
    end(shape);
    if (shape.callbacks) stages_.check_calls(shape.chunks);
    if (spans) *spans = spans_of(commands);
    return end_.since(begin_);
  });
}

std::vector<PipelineSpan> GpuPipeline::spans_of(const Commands& commands) const {
  std::vector<PipelineSpan> spans;
  for (const GivenCommand& one : commands)
    if (one.begin)
      spans.push_back({pipeline_name(one.command), pipeline_lane(one.command), one.command,
                       one.begin->since(begin_), one.end->since(begin_)});
  return spans;
}

double GpuPipeline::stage_ms(PipelineStage stage, int chunks) {
  const cudaStream_t stream = stages_.stream(0);
  double shortest = 0;
  for (int run = 0; run < 4; ++run) {
    begin_.record(stream);
    for (int chunk = 0; chunk < chunks; ++chunk) stages_.give(stage, chunks, chunk, 0);
    end_.record(stream);
    check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream), "measuring a stage");
    const double ms = end_.since(begin_);
    if (run == 1 || (run > 1 && ms < shortest)) shortest = ms;  // the first one warms up
  }
  return shortest;
}

/// Each by events of its own stream, while both run. Pageable copies keep the host, so that they
/// run one after another.
std::pair<double, double> GpuPipeline::both_copies_ms(int chunks) {
  CudaEvent out_begin, out_end;
  const cudaStream_t in = stages_.stream(0), out = stages_.stream(1);
  std::pair<double, double> shortest{0, 0};
  for (int run = 0; run < 4; ++run) {
    begin_.record(in);
    start_.let_follow(out, in);
    out_begin.record(out);
    for (int chunk = 0; chunk < chunks; ++chunk) {
      stages_.give(PipelineStage::copy_in, chunks, chunk, 0);
      stages_.give(PipelineStage::copy_out, chunks, chunk, 1);
    }
    end_.record(in);
    out_end.record(out);
    for (const cudaStream_t stream : {in, out})
      check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream), "measuring a stage");
    const double in_ms = end_.since(begin_), out_ms = out_end.since(out_begin);
    if (run == 1 ||
        (run > 1 && std::max(in_ms, out_ms) < std::max(shortest.first, shortest.second)))
      shortest = {in_ms, out_ms};
  }
  return shortest;
}

PipelineBound GpuPipeline::bound(int chunks) {
  return guarded([&] {
    const double kernel = stage_ms(PipelineStage::kernel, chunks);
    if (!stages_.request().pinned)
      return PipelineBound{stage_ms(PipelineStage::copy_in, chunks), kernel,
                           stage_ms(PipelineStage::copy_out, chunks)};
    const auto [in, out] = both_copies_ms(chunks);
    return PipelineBound{in, kernel, out};
  });
}

void GpuPipeline::balance() {
  guarded([&] {
    const double copy =
        std::max(stage_ms(PipelineStage::copy_in, 1), stage_ms(PipelineStage::copy_out, 1));
    stages_.filter().balance(copy, [&] { return stage_ms(PipelineStage::kernel, 1); });
  });
}

}  // namespace

std::unique_ptr<PipelineRunner> make_pipeline_runner(const PipelineRequest& request,
                                                     const MakePipelineFilter& filter) {
  const std::size_t need = 2 * request.bytes(), free = cuda_free_bytes();
  const auto refuse = [&](const char* where, std::size_t there) {
    throw Error(grouped(request.pictures) + " pictures of " + grouped(request.width) + " x " +
                    grouped(request.height) + ": they need " + memory_size(need) + " of " + where +
                    " memory, " + memory_size(there) + " are free",
                "choose fewer pictures, or smaller ones");
  };
  if (request.host_bytes && need > request.host_bytes) refuse("main", request.host_bytes);
  if (free && need > free) refuse("GPU", free);
  return std::make_unique<GpuPipeline>(request,
                                       filter ? filter(request) : make_sum_filter(request));
}

}  // namespace livewarp

#endif
