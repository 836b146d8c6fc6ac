// Many small problems on the current GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <array>
  #include <deque>
  #include <optional>

  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/launches/kernel_graph.h"
  #include "kernels/core/launches/small.h"
  #include "kernels/core/launches/small_kernels.h"
  #include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

class GpuSmall final : public SmallRunner {
 public:
  GpuSmall(SmallProblem problem, int count)
      : problem_(problem), count_(count), from_(bytes(), MemoryMode::device),
        to_(bytes(), MemoryMode::device) {
    from_.write(small_start(problem, count).data(), bytes());
    for (int i = 0; i < most_small_streams; ++i)
      streams_.emplace_back("a stream of small problems");
  }
  /// What is in flight ends before its memory goes.
  ~GpuSmall() override { settle(); }

  double run(const SmallWay& way) override;
  std::vector<float> result() override {
    std::vector<float> values(bytes() / sizeof(float));
    to_.read(values.data(), bytes());
    return values;
  }

 private:
  std::size_t bytes() const { return std::size_t(count_) * small_floats(problem_) * sizeof(float); }
  const void* kernel() const {
    return problem_ == SmallProblem::plates ? plate_kernel() : bodies_kernel();
  }
  dim3 block() const {
    return problem_ == SmallProblem::plates ? dim3(plate_side, plate_rows_a_block)
                                            : dim3(small_bodies);
  }
  /// Gives the kernel's arguments to `use`: it begins with that problem.
  template <class F>
  void with_arguments(int first, F&& use) {
    void *from = from_.data(), *to = to_.data();
    int steps = small_steps;
    std::array<void*, 4> arguments{static_cast<void*>(&from), static_cast<void*>(&to),
                                   static_cast<void*>(&first), static_cast<void*>(&steps)};
    use(arguments.data());
  }
  void launch(int first, int problems, cudaStream_t stream);
  void issue_in_streams(int count);
  KernelGraph& graph();
  void issue(const SmallWay& way);
  void settle() noexcept;

  SmallProblem problem_;
  int count_;
  Buffer from_, to_;
  std::deque<CudaStream> streams_;
  std::deque<CudaTie> ties_{most_small_streams};
  CudaTie start_;
  CudaEvent begin_, end_;
  std::optional<KernelGraph> graph_;
};

void GpuSmall::settle() noexcept {
  for (const CudaStream& stream : streams_) cudaStreamSynchronize(stream.get());
  cudaGetLastError();
}

void GpuSmall::launch(int first, int problems, cudaStream_t stream) {
  with_arguments(first, [&](void** arguments) {
    check_cuda(LIVEWARP_CUDA(cudaLaunchKernel, kernel(), dim3(unsigned(problems)), block(),
                             arguments, 0, stream),
               "cannot start the kernel of a small problem");
  });
}

void GpuSmall::issue_in_streams(int count) {
  const auto stream = [&](int i) { return streams_[std::size_t(i)].get(); };
  start_.mark(stream(0));
  for (int i = 1; i < count; ++i) start_.hold(stream(i));
  for (int problem = 0; problem < count_; ++problem) launch(problem, 1, stream(problem % count));
  for (int i = 1; i < count; ++i) ties_[std::size_t(i)].let_follow(stream(0), stream(i));
}

/// Nodes that follow nothing: the GPU may run as many at once as it likes.
KernelGraph& GpuSmall::graph() {
  if (graph_) return *graph_;
  graph_.emplace();
  try {
    for (int problem = 0; problem < count_; ++problem)
      with_arguments(problem, [&](void** arguments) {
        graph_->add(kernel(), dim3(1), block(), arguments, false);
      });
    graph_->finish();
  } catch (...) {
    graph_.reset();
    throw;
  }
  return *graph_;
}

void GpuSmall::issue(const SmallWay& way) {
  switch (way.kind) {
  case SmallWay::Kind::streams: return issue_in_streams(way.streams);
  case SmallWay::Kind::graph: return graph().launch(streams_[0].get());
  case SmallWay::Kind::together: return launch(0, count_, streams_[0].get());
  }
}

/// From before the host issues the first command until the GPU has done the last. What fails leaves
/// nothing in flight.
double GpuSmall::run(const SmallWay& way) {
  try {
    to_.fill(0xFF);                                  // NaN: each problem must be written
    if (way.kind == SmallWay::Kind::graph) graph();  // instantiating it is no part of a run
    begin_.record(streams_[0].get());
    issue(way);
    end_.record(streams_[0].get());
    check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, streams_[0].get()),
               "waiting for small problems");
  } catch (...) {
    settle();
    throw;
  }
  return end_.since(begin_);
}

}  // namespace

std::unique_ptr<SmallRunner> make_small_runner(SmallProblem problem, int count) {
  return std::make_unique<GpuSmall>(problem, count);
}

}  // namespace livewarp

#endif
