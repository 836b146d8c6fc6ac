// Kernels and copies at once on the current GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <cstring>
  #include <deque>

  #include "kernels/core/base/text.h"
  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/exec/executors.h"
  #include "kernels/core/memory/buffer.h"
  #include "kernels/core/streams/engine_kernels.h"
  #include "kernels/core/streams/engines.h"
  #include "kernels/core/streams/ranked_stream.h"
  #include "kernels/core/transfer/pipeline_pictures.h"
  #include "kernels/core/transfer/transfer_kernels.h"
  #include "kernels/core/transfer/transfer_pattern.h"

namespace livewarp {

namespace {

constexpr std::uint64_t in_seed = 1, out_seed = 2, write_seed = 3;

int copy_engines_of_device() {
  int count = 0;
  check_cuda(
      LIVEWARP_CUDA(cudaDeviceGetAttribute, &count, cudaDevAttrAsyncEngineCount, use_cuda_device()),
      "copy engines");
  return count;
}

/// What `read_words` makes of the pattern.
std::uint64_t sum_of_pattern(std::size_t bytes, std::uint64_t seed) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes / sizeof(std::uint64_t); ++i)
    sum += pattern_word(i, seed) * (2 * i + 1);
  return sum;
}

class GpuEngines final : public EngineRunner {
 public:
  explicit GpuEngines(std::size_t bytes);
  ~GpuEngines() override {
    cudaDeviceSynchronize();
    cudaGetLastError();
  }
  int copy_engines() const override { return engines_; }
  std::size_t bytes() const override { return in_.bytes(); }
  void clear() override;
  EngineSample run(EngineSet set) override;
  std::string mismatch(EngineSet set) override;
  double run(HostAccess access) override;
  std::string mismatch(HostAccess access) override;

 private:
  cudaStream_t stream(EngineTask task) const { return streams_[std::size_t(task)].get(); }
  void issue(EngineTask task);
  void issue(HostAccess access, cudaStream_t stream);
  unsigned balanced_rounds();
  std::string in_mismatch() const;
  std::string numbers_mismatch() const;

  int engines_ = copy_engines_of_device();
  Buffer in_, out_;         ///< page-locked on the host, and the same on the GPU
  Buffer source_, target_;  ///< memory of the host that kernels reach
  Buffer numbers_, sum_;
  std::deque<CudaStream> streams_;
  std::array<CudaEvent, engine_tasks> begin_, end_;
  CudaTie start_;
  unsigned rounds_ = 0;
};

GpuEngines::GpuEngines(std::size_t bytes)
    : in_(bytes, MemoryMode::pinned), out_(bytes, MemoryMode::pinned),
      source_(bytes, MemoryMode::mapped), target_(bytes, MemoryMode::mapped),
      numbers_(computed_numbers() * sizeof(std::uint32_t), MemoryMode::device),
      sum_(sizeof(std::uint64_t), MemoryMode::device) {
  load_engine_kernels();
  load_copy_kernel();
  for (std::size_t i = 0; i < engine_tasks; ++i) streams_.emplace_back("a stream of its own");
  std::vector<std::byte> sent(bytes);
  write_pattern(sent.data(), 0, bytes, out_seed);
  out_.write(sent.data(), bytes);
  write_pattern(in_.shadow(), 0, bytes, in_seed);
  write_pattern(source_.shadow(), 0, bytes, in_seed);
  rounds_ = balanced_rounds();
}

/// What arrives, not what is sent.
void GpuEngines::clear() {
  check_cuda(LIVEWARP_CUDA(cudaMemset, in_.data(), 0, in_.bytes()), "clearing device memory");
  numbers_.fill(0);
  sum_.fill(0);
  std::memset(out_.shadow(), 0, out_.bytes());
  std::memset(target_.shadow(), 0, target_.bytes());
  wait_for_device();
}

void GpuEngines::issue(EngineTask task) {
  const cudaStream_t own = stream(task);
  switch (task) {
  case EngineTask::kernel:
    return compute_numbers(static_cast<std::uint32_t*>(numbers_.data()), rounds_, own);
  case EngineTask::copy_in:
    return check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, in_.data(), in_.shadow(), in_.bytes(),
                                    cudaMemcpyHostToDevice, own),
                      "copy to the GPU");
  case EngineTask::copy_out:
    return check_cuda(LIVEWARP_CUDA(cudaMemcpyAsync, out_.shadow(), out_.data(), out_.bytes(),
                                    cudaMemcpyDeviceToHost, own),
                      "copy from the GPU");
  }
}

/// All begin behind the first one's begin, and each has events of its own.
EngineSample GpuEngines::run(EngineSet set) {
  return leaving_nothing([&] {
    const EngineTask first =
        *std::ranges::find_if(all_engine_tasks, [&](EngineTask task) { return set.has(task); });
    const CudaEvent& begin = begin_[std::size_t(first)];
    begin_[std::size_t(first)].record(stream(first));
    start_.mark(stream(first));
    for (const EngineTask task : all_engine_tasks) {
      if (!set.has(task)) continue;
      if (task != first) {
        start_.hold(stream(task));
        begin_[std::size_t(task)].record(stream(task));
      }
      issue(task);
      end_[std::size_t(task)].record(stream(task));
    }
    EngineSample sample;
    for (const EngineTask task : all_engine_tasks) {
      if (!set.has(task)) continue;
      const auto i = std::size_t(task);
      wait_for_stream(stream(task));
      sample.ms[i] = end_[i].since(begin_[i]);
      sample.total_ms = std::max(sample.total_ms, end_[i].since(begin));
    }
    return sample;
  });
}

/// The kernel's time grows with its rounds in a line, once the GPU's clocks have risen.
unsigned GpuEngines::balanced_rounds() {
  constexpr unsigned some = 20'000;
  const auto ms = [&](EngineTask task) {
    run(EngineSet{}.with(task));  // warms up
    return run(EngineSet{}.with(task)).ms[std::size_t(task)];
  };
  const double copy = ms(EngineTask::copy_in);
  rounds_ = some;
  for (double warm_ms = 0; warm_ms < 100;) warm_ms += std::max(0.01, ms(EngineTask::kernel));
  const double short_ms = ms(EngineTask::kernel);
  rounds_ = 2 * some;
  const double a_round = (ms(EngineTask::kernel) - short_ms) / some;
  if (!(a_round > 0)) return some;
  return unsigned(std::clamp((copy - short_ms) / a_round + some, 1.0, 1e8));
}

std::string GpuEngines::in_mismatch() const {
  std::vector<std::byte> arrived(in_.bytes());
  check_cuda(
      LIVEWARP_CUDA(cudaMemcpy, arrived.data(), in_.data(), arrived.size(), cudaMemcpyDeviceToHost),
      "the bytes that arrived");
  return pattern_mismatch(arrived.data(), 0, arrived.size(), in_seed);
}

/// By the closed form of the rounds, not as the kernel does them.
std::string GpuEngines::numbers_mismatch() const {
  std::vector<std::uint32_t> numbers(numbers_.bytes() / sizeof(std::uint32_t));
  numbers_.read(numbers.data(), numbers_.bytes());
  const MixRounds mix = mix_rounds(rounds_);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] != mix(std::uint32_t(i)))
      return "number " + grouped(std::int64_t(i)) + " of the kernel is wrong";
  return {};
}

std::string GpuEngines::mismatch(EngineSet set) {
  std::string found;
  if (set.has(EngineTask::kernel)) found = numbers_mismatch();
  if (found.empty() && set.has(EngineTask::copy_in)) found = in_mismatch();
  if (found.empty() && set.has(EngineTask::copy_out))
    found = pattern_mismatch(out_.shadow(), 0, out_.bytes(), out_seed);
  return found;
}

void GpuEngines::issue(HostAccess access, cudaStream_t stream) {
  switch (access) {
  case HostAccess::read:
    check_cuda(LIVEWARP_CUDA(cudaMemsetAsync, sum_.data(), 0, sum_.bytes(), stream),
               "clearing device memory");
    begin_[0].record(stream);
    return read_words(source_.data(), bytes(), static_cast<std::uint64_t*>(sum_.data()), stream);
  case HostAccess::write: return write_words(target_.data(), bytes(), write_seed, stream);
  case HostAccess::copy: return copy_by_kernel(target_.data(), source_.data(), bytes(), stream);
  default: throw Error("no kernel does that");
  }
}

double GpuEngines::run(HostAccess access) {
  using enum EngineTask;
  switch (access) {
  case HostAccess::memcpy_in: return run(EngineSet{}.with(copy_in)).total_ms;
  case HostAccess::memcpy_out: return run(EngineSet{}.with(copy_out)).total_ms;
  case HostAccess::memcpy_both: return run(EngineSet{}.with(copy_in).with(copy_out)).total_ms;
  default: break;
  }
  return leaving_nothing([&] {
    const cudaStream_t own = stream(kernel);
    begin_[0].record(own);
    issue(access, own);
    end_[0].record(own);
    wait_for_stream(own);
    return end_[0].since(begin_[0]);
  });
}

std::string GpuEngines::mismatch(HostAccess access) {
  using enum EngineTask;
  switch (access) {
  case HostAccess::read: {
    std::uint64_t sum = 0;
    sum_.read(&sum, sizeof sum);
    return sum == sum_of_pattern(bytes(), in_seed) ? "" : "what it read is not what is there";
  }
  case HostAccess::write: return pattern_mismatch(target_.shadow(), 0, bytes(), write_seed);
  case HostAccess::copy: return pattern_mismatch(target_.shadow(), 0, bytes(), in_seed);
  case HostAccess::memcpy_in: return mismatch(EngineSet{}.with(copy_in));
  case HostAccess::memcpy_out: return mismatch(EngineSet{}.with(copy_out));
  case HostAccess::memcpy_both: break;
  }
  return mismatch(EngineSet{}.with(copy_in).with(copy_out));
}

}  // namespace

std::unique_ptr<EngineRunner> make_engine_runner(std::size_t bytes, std::size_t host_bytes) {
  const std::size_t on_host = 4 * bytes, on_gpu = 2 * bytes, free = cuda_free_bytes();
  const auto refuse = [&](const char* where, std::size_t need, std::size_t there) {
    throw Error("copies of " + memory_size(bytes) + ": they need " + memory_size(need) + " of " +
                    where + " memory, " + memory_size(there) + " are free",
                "choose fewer bytes");
  };
  if (host_bytes && on_host > host_bytes) refuse("main", on_host, host_bytes);
  if (free && on_gpu > free) refuse("GPU", on_gpu, free);
  return std::make_unique<GpuEngines>(bytes);
}

}  // namespace livewarp

#endif
