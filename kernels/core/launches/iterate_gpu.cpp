// An iteration on the current GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <array>
  #include <map>
  #include <tuple>

  #include "kernels/core/base/dim.h"
  #include "kernels/core/base/text.h"
  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/launches/iterate.h"
  #include "kernels/core/launches/iterate_kernels.h"
  #include "kernels/core/launches/kernel_graph.h"
  #include "kernels/core/launches/nested_kernels.h"
  #include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

constexpr unsigned step_threads = 256;

template <class... Arguments>
std::array<void*, sizeof...(Arguments)> addresses_of(Arguments&... arguments) {
  return {static_cast<void*>(&arguments)...};
}

class GpuIteration final : public IterateRunner {
 public:
  /// What is in flight ends before its memory goes.
  ~GpuIteration() override {
    cudaStreamSynchronize(stream_.get());
    cudaGetLastError();
  }
  void resize(int size) override;
  double run(IterateWay way, int steps) override;
  std::vector<float> result() override;
  double run_nothing(IterateWay way, int steps) override;
  double sort(std::vector<unsigned>& numbers) override;

 private:
  unsigned step_blocks() const { return unsigned(ceil_div(size_ * size_, step_threads)); }
  unsigned resident_blocks(const void* kernel);
  void launch(const void* kernel, unsigned blocks, unsigned threads, void** arguments);
  void launch_together(const void* kernel, unsigned blocks, void** arguments);
  KernelGraph& graph_of(bool of_nothing, int steps);
  void relaunch(int steps);
  void issue(IterateWay way, int steps);
  void issue_nothing(IterateWay way, int steps);
  double timed(const std::function<void()>& issue_all);
  void check_nested();

  CudaStream stream_{"the stream of an iteration"};
  CudaEvent begin_, end_;
  int size_ = 0;
  std::vector<float> start_;
  Buffer a_, b_;
  Buffer failed_{sizeof(int), MemoryMode::device};  ///< what a kernel could not launch
  std::map<std::tuple<bool, int>, KernelGraph> graphs_;
  std::map<const void*, unsigned> resident_;  ///< blocks at once, by kernel
};

void GpuIteration::resize(int size) {
  graphs_.clear();  // they have the addresses of the buffers
  size_ = size;
  start_ = iterate_start(size);
  a_ = Buffer();
  b_ = Buffer();
  const std::size_t bytes = start_.size() * sizeof(float);
  a_ = Buffer(bytes, MemoryMode::device);
  b_ = Buffer(bytes, MemoryMode::device);
}

std::vector<float> GpuIteration::result() {
  std::vector<float> cells(start_.size());
  a_.read(cells.data(), a_.bytes());
  return cells;
}

/// All blocks of a cooperative launch must be resident at once.
unsigned GpuIteration::resident_blocks(const void* kernel) {
  if (const auto known = resident_.find(kernel); known != resident_.end()) return known->second;
  int device = 0, can = 0, count = 0, of_each = 0;
  const char* const what = "asking what a cooperative launch may have";
  check_cuda(LIVEWARP_CUDA(cudaGetDevice, &device), what);
  check_cuda(LIVEWARP_CUDA(cudaDeviceGetAttribute, &can, cudaDevAttrCooperativeLaunch, device),
             what);
  if (!can) throw Error("this GPU has no cooperative launches");
  check_cuda(LIVEWARP_CUDA(cudaDeviceGetAttribute, &count, cudaDevAttrMultiProcessorCount, device),
             what);
  check_cuda(LIVEWARP_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor, &of_each, kernel,
                           int(step_threads), 0),
             what);
  return resident_[kernel] = unsigned(count * of_each);
}

void GpuIteration::launch(const void* kernel, unsigned blocks, unsigned threads, void** arguments) {
  check_cuda(LIVEWARP_CUDA(cudaLaunchKernel, kernel, dim3(blocks), dim3(threads), arguments, 0,
                           stream_.get()),
             "cannot start a kernel of an iteration");
}

void GpuIteration::launch_together(const void* kernel, unsigned blocks, void** arguments) {
  check_cuda(LIVEWARP_CUDA(cudaLaunchCooperativeKernel, kernel,
                           dim3(std::min(blocks, resident_blocks(kernel))), dim3(step_threads),
                           arguments, 0, stream_.get()),
             "cannot start a cooperative kernel");
}

KernelGraph& GpuIteration::graph_of(bool of_nothing, int steps) {
  const auto [found, made] = graphs_.try_emplace({of_nothing, steps});
  KernelGraph& graph = found->second;
  if (!made) return graph;
  try {
    void *from = a_.data(), *to = b_.data();
    for (int i = 0; i < steps; ++i, std::swap(from, to)) {
      auto arguments = addresses_of(from, to, size_);
      if (of_nothing)
        graph.add(nothing_kernel(), dim3(1), dim3(1), arguments.data(), i > 0);
      else
        graph.add(step_kernel(), dim3(step_blocks()), dim3(step_threads), arguments.data(), i > 0);
    }
    graph.finish();
  } catch (...) {
    graphs_.erase(found);
    throw;
  }
  return graph;
}

void GpuIteration::relaunch(int steps) {
  void *from = a_.data(), *to = b_.data();
  for (int i = 0; i < steps; ++i, std::swap(from, to)) {
    auto arguments = addresses_of(from, to, size_);
    launch(step_kernel(), step_blocks(), step_threads, arguments.data());
  }
}

void GpuIteration::issue(IterateWay way, int steps) {
  void *a = a_.data(), *b = b_.data(), *failed = failed_.data();
  auto arguments = addresses_of(a, b, size_, steps, failed);
  switch (way) {
  case IterateWay::relaunch: return relaunch(steps);
  case IterateWay::graph: return graph_of(false, steps).launch(stream_.get());
  case IterateWay::grid_sync:
    return launch_together(all_steps_kernel(), step_blocks(), arguments.data());
  case IterateWay::children: return launch(launch_steps_kernel(), 1, 1, arguments.data());
  case IterateWay::tail:
    return launch(step_then_next_kernel(), step_blocks(), step_threads, arguments.data());
  }
}

void GpuIteration::issue_nothing(IterateWay way, int steps) {
  void* failed = failed_.data();
  auto arguments = addresses_of(steps, failed);
  switch (way) {
  case IterateWay::relaunch:
    for (int i = 0; i < steps; ++i) launch(nothing_kernel(), 1, 1, nullptr);
    return;
  case IterateWay::graph: return graph_of(true, steps).launch(stream_.get());
  case IterateWay::grid_sync:
    return launch_together(only_syncs_kernel(), resident_blocks(only_syncs_kernel()),
                           arguments.data());
  case IterateWay::children: return launch(launch_nothing_kernel(), 1, 1, arguments.data());
  case IterateWay::tail: return launch(chain_of_nothing_kernel(), 1, 1, arguments.data());
  }
}

/// From before the host issues the first command until the GPU has done the last. What fails leaves
/// nothing in flight.
double GpuIteration::timed(const std::function<void()>& issue_all) {
  failed_.fill(0);
  try {
    begin_.record(stream_.get());
    issue_all();
    end_.record(stream_.get());
    check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream_.get()), "waiting for an iteration");
  } catch (...) {
    cudaStreamSynchronize(stream_.get());
    cudaGetLastError();
    throw;
  }
  check_nested();
  return end_.since(begin_);
}

void GpuIteration::check_nested() {
  int failed = 0;
  failed_.read(&failed, sizeof failed);
  if (failed)
    throw Error(std::string("a kernel could not launch a kernel: ") +
                cudaGetErrorString(cudaError_t(failed)));
}

double GpuIteration::run(IterateWay way, int steps) {
  a_.write(start_.data(), a_.bytes());
  b_.fill(0xFF);  // NaN: each cell must be written
  // To instantiate a graph, or to ask for room, is no part of a step.
  if (way == IterateWay::graph) graph_of(false, steps);
  if (way == IterateWay::grid_sync) resident_blocks(all_steps_kernel());
  return timed([&] { issue(way, steps); });
}

double GpuIteration::run_nothing(IterateWay way, int steps) {
  if (way == IterateWay::graph) graph_of(true, steps);
  if (way == IterateWay::grid_sync) resident_blocks(only_syncs_kernel());
  return timed([&] { issue_nothing(way, steps); });
}

double GpuIteration::sort(std::vector<unsigned>& numbers) {
  const std::size_t bytes = numbers.size() * sizeof(unsigned);
  Buffer from(bytes, MemoryMode::device), spare(bytes, MemoryMode::device);
  from.write(numbers.data(), bytes);
  void *first = from.data(), *second = spare.data(), *failed = failed_.data();
  int count = int(numbers.size()), depth = 0;
  auto arguments = addresses_of(first, second, first, count, depth, failed);
  const double ms =
      timed([&] { launch(quicksort_kernel(), 1, unsigned{quicksort_threads}, arguments.data()); });
  from.read(numbers.data(), bytes);
  return ms;
}

}  // namespace

std::unique_ptr<IterateRunner> make_iterate_runner() { return std::make_unique<GpuIteration>(); }

}  // namespace livewarp

#endif
