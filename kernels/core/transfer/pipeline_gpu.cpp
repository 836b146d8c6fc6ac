// A pipeline on the current GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <cstring>
  #include <deque>
  #include <utility>
  #include <vector>

  #include "kernels/core/base/detect.h"
  #include "kernels/core/base/text.h"
  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/memory/buffer.h"
  #include "kernels/core/transfer/pipeline.h"
  #include "kernels/core/transfer/pipeline_kernel.h"
  #include "kernels/core/transfer/pipeline_pictures.h"

namespace livewarp {

namespace {

/// Events around one command, taken where a timeline is asked for.
struct WatchedCommand {
  PipelineCommand command;
  CudaEvent begin, end;
};

class GpuPipeline final : public PipelineRunner {
 public:
  explicit GpuPipeline(const PipelineRequest& request)
      : request_(request), in_(request.bytes(), mode(request)),
        out_(request.bytes(), mode(request)) {
    write_source_pictures(static_cast<std::uint32_t*>(in_.shadow()), request_);
    for (int i = 0; i < most_pipeline_streams; ++i) streams_.emplace_back("a stream of pictures");
    work_ = request.work ? *request.work : balanced_work();
  }
  /// What is in flight ends before its memory goes.
  ~GpuPipeline() override { settle(); }

  unsigned work() const override { return work_; }
  void clear() override { out_.fill(0); }
  double run(const PipelineShape& shape, std::vector<PipelineSpan>* spans) override;
  PipelineBound bound(int chunks) override;
  std::string mismatch() override { return pictures_mismatch(result(), request_, work_); }
  std::uint64_t hash() override { return pictures_hash(result(), request_); }

 private:
  static MemoryMode mode(const PipelineRequest& request) {
    return request.pinned ? MemoryMode::pinned : MemoryMode::pageable;
  }
  const std::uint32_t* result() const { return static_cast<const std::uint32_t*>(out_.shadow()); }
  struct Part {
    std::size_t first = 0, bytes = 0;
    int pictures = 0;
  };
  Part part(int chunks, int chunk) const;
  void issue(PipelineStage stage, const Part& part, cudaStream_t stream, bool blocked);
  void give(const PipelineCommand& command, const PipelineShape& shape, cudaStream_t stream);
  /// Milliseconds of one stage of all chunks, alone.
  double stage_ms(PipelineStage stage, int chunks);
  std::pair<double, double> both_copies_ms(int chunks);
  unsigned balanced_work();
  void settle() noexcept;
  template <class F>
  auto guarded(F&& work);

  PipelineRequest request_;
  Buffer in_, out_;
  std::deque<CudaStream> streams_;
  std::deque<CudaTie> ties_{most_pipeline_streams};
  CudaTie start_;
  CudaEvent begin_, end_;
  unsigned work_ = 0;
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
  for (const CudaStream& stream : streams_) cudaStreamSynchronize(stream.get());
  cudaStreamSynchronize(cudaStreamLegacy);
  cudaGetLastError();
}

GpuPipeline::Part GpuPipeline::part(int chunks, int chunk) const {
  const int first = chunk_begin(request_.pictures, chunks, chunk);
  const int beyond = chunk_begin(request_.pictures, chunks, chunk + 1);
  const std::size_t size = request_.picture_bytes();
  return {std::size_t(first) * size, std::size_t(beyond - first) * size, beyond - first};
}

void GpuPipeline::issue(PipelineStage stage, const Part& part, cudaStream_t stream, bool blocked) {
  const auto at = [&](void* memory) { return static_cast<std::byte*>(memory) + part.first; };
  if (stage == PipelineStage::kernel)
    return filter_pictures(reinterpret_cast<const std::uint32_t*>(at(in_.data())),
                           reinterpret_cast<std::uint32_t*>(at(out_.data())),
                           {request_.width, request_.height, part.pictures}, work_, stream);
  const bool in = stage == PipelineStage::copy_in;
  void* const to = in ? at(in_.data()) : at(out_.shadow());
  const void* const from = in ? at(in_.shadow()) : at(out_.data());
  const cudaMemcpyKind kind = in ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  check_cuda(blocked ? LIVEWARP_CUDA(cudaMemcpy, to, from, part.bytes, kind)
                     : LIVEWARP_CUDA(cudaMemcpyAsync, to, from, part.bytes, kind, stream),
             in ? "copy of pictures to the GPU" : "copy of pictures from the GPU");
}

void GpuPipeline::give(const PipelineCommand& command, const PipelineShape& shape,
                       cudaStream_t stream) {
  if (command.stage == PipelineStage::wait)
    return check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream), "waiting for pictures");
  issue(command.stage, part(shape.chunks, command.chunk), stream,
        shape.schedule == PipelineSchedule::blocked);
}

double GpuPipeline::run(const PipelineShape& shape, std::vector<PipelineSpan>* spans) {
  return guarded([&] {
    const bool blocked = shape.schedule == PipelineSchedule::blocked;
    const auto stream_of = [&](int i) {
      return blocked ? cudaStreamLegacy : streams_[std::size_t(i)].get();
    };
    const int used = info_of(shape.schedule).in_streams ? shape.streams : 1;
    std::vector<WatchedCommand> watched;
    begin_.record(stream_of(0));
    start_.mark(stream_of(0));
    for (int i = 1; i < used; ++i) start_.hold(stream_of(i));
    for (const PipelineCommand& command : pipeline_plan(shape)) {
      const cudaStream_t stream = stream_of(command.stream);
      if (!spans || command.stage == PipelineStage::wait) {
        give(command, shape, stream);
        continue;
      }
      WatchedCommand& one = watched.emplace_back(WatchedCommand{command, {}, {}});
      one.begin.record(stream);
      give(command, shape, stream);
      one.end.record(stream);
    }
    for (int i = 1; i < used; ++i) ties_[std::size_t(i)].let_follow(stream_of(0), stream_of(i));
    end_.record(stream_of(0));
    check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream_of(0)), "waiting for pictures");
    if (spans) spans->clear();
    for (const WatchedCommand& one : watched) {
      const std::string lane = pipeline_lane(one.command);
      spans->push_back({pipeline_name(one.command), lane, one.command, one.begin.since(begin_),
                        one.end.since(begin_)});
    }
    return end_.since(begin_);
  });
}

double GpuPipeline::stage_ms(PipelineStage stage, int chunks) {
  const cudaStream_t stream = streams_[0].get();
  double shortest = 0;
  for (int run = 0; run < 4; ++run) {
    begin_.record(stream);
    for (int chunk = 0; chunk < chunks; ++chunk) issue(stage, part(chunks, chunk), stream, false);
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
  const cudaStream_t in = streams_[0].get(), out = streams_[1].get();
  std::pair<double, double> shortest{0, 0};
  for (int run = 0; run < 4; ++run) {
    begin_.record(in);
    start_.let_follow(out, in);
    out_begin.record(out);
    for (int chunk = 0; chunk < chunks; ++chunk) {
      issue(PipelineStage::copy_in, part(chunks, chunk), in, false);
      issue(PipelineStage::copy_out, part(chunks, chunk), out, false);
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
    if (!request_.pinned)
      return PipelineBound{stage_ms(PipelineStage::copy_in, chunks), kernel,
                           stage_ms(PipelineStage::copy_out, chunks)};
    const auto [in, out] = both_copies_ms(chunks);
    return PipelineBound{in, kernel, out};
  });
}

/// The kernel's time grows with its rounds in a line, once they last longer than its memory does.
unsigned GpuPipeline::balanced_work() {
  return guarded([&] {
    constexpr unsigned some = 2048, more = 2 * some;
    const double copy =
        std::max(stage_ms(PipelineStage::copy_in, 1), stage_ms(PipelineStage::copy_out, 1));
    work_ = some;
    const double short_ms = stage_ms(PipelineStage::kernel, 1);
    work_ = more;
    const double a_round = (stage_ms(PipelineStage::kernel, 1) - short_ms) / some;
    if (!(a_round > 0)) return some;
    return unsigned(std::clamp((copy - short_ms) / a_round + some, 0.0, 1e6));
  });
}

}  // namespace

std::unique_ptr<PipelineRunner> make_pipeline_runner(const PipelineRequest& request) {
  const std::size_t need = 2 * request.bytes(), free = cuda_free_bytes();
  const auto refuse = [&](const char* where, std::size_t there) {
    throw Error(grouped(request.pictures) + " pictures of " + grouped(request.width) + " x " +
                    grouped(request.height) + ": they need " + memory_size(need) + " of " + where +
                    " memory, " + memory_size(there) + " are free",
                "choose fewer pictures, or smaller ones");
  };
  if (request.host_bytes && need > request.host_bytes) refuse("main", request.host_bytes);
  if (free && need > free) refuse("GPU", free);
  return std::make_unique<GpuPipeline>(request);
}

}  // namespace livewarp

#endif
