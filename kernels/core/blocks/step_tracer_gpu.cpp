// Blocks of a launch on the current GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <cstdint>
  #include <functional>
  #include <memory>
  #include <utility>

  #include "kernels/core/base/error.h"
  #include "kernels/core/blocks/step_tracer.h"
  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/loaded_kernel.h"
  #include "kernels/core/exec/take_part.h"
  #include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

/// Rounds of some plain steps and a traced one: what is compared runs side by side.
constexpr int rounds = 3, plain_steps_a_round = 3, warm_up_steps = 2;
/// An idle GPU's clocks are low, and rise while it works.
constexpr double warm_up_us = 5e4;
constexpr int most_warm_up_steps = 100;

/// Makes steps in which one launch is made by somebody else, between two events.
class StepWithOne {
 public:
  StepWithOne(Simulation& simulation, int launch, const std::stop_token& stop)
      : simulation_(simulation), launch_(launch), stop_(stop),
        exec_(make_cuda_exec([this](const auto& given, const auto& plain) { take(given, plain); },
                             stop)) {}

  /// Microseconds between the events.
  double step(TakePart make) {
    if (stop_.stop_requested()) throw Cancelled();
    make_ = std::move(make);
    next_ = 0;
    simulation_.step(*exec_);
    exec_->synchronize();
    if (next_ <= launch_) throw Error("its step has fewer launches than were counted on the host");
    return 1e3 * after_.since(before_);
  }
  cudaStream_t stream() const { return static_cast<cudaStream_t>(exec_->stream()); }

 private:
  void take(const GivenLaunch& given, const MakeLaunch& plain) {
    if (next_++ != launch_) return plain(given.kernel);
    if (!given.plain)
      throw Error(std::string(given.kernel.name) +
                  " is launched in a graph, beside others, or so that its blocks wait for one "
                  "another: such a launch is not traced");
    before_.record(stream());
    make_(given, plain);
    after_.record(stream());
  }

  Simulation& simulation_;
  int launch_, next_ = 0;
  std::stop_token stop_;
  TakePart make_;
  std::unique_ptr<CudaExec> exec_;
  CudaEvent before_, after_;
};

/// What the blocks of a launch note, on the GPU.
class Notes {
 public:
  Notes() = default;
  explicit Notes(const GivenLaunch& given)
      : blocks_(std::size_t(given.grid.count())),
        warps_((std::size_t(given.block.count()) + warp - 1) / warp),
        ends_ns_(std::min(blocks_, most_end_readings)),
        begins_(blocks_ * sizeof(RawBlock), MemoryMode::device),
        end_cycles_(blocks_ * warps_ * sizeof(std::uint32_t), MemoryMode::device),
        end_ns_(ends_ns_ * sizeof(std::uint64_t), MemoryMode::device) {
    for (Buffer* const buffer : {&begins_, &end_cycles_, &end_ns_}) buffer->fill(0);
  }
  bool made() const { return blocks_ > 0; }
  /// `TracedPlaces` of kernels/core/device/traced_block.cuh.
  struct Places {
    void *begins, *end_cycles, *end_ns;
    unsigned end_ns_count;
  };
  Places places() const {
    return {begins_.data(), end_cycles_.data(), end_ns_.data(), unsigned(ends_ns_)};
  }
  RawLaunch read() const {
    RawLaunch raw;
    raw.blocks.resize(blocks_);
    raw.end_cycles.resize(blocks_ * warps_);
    raw.end_ns.resize(ends_ns_);
    begins_.read(raw.blocks.data(), begins_.bytes());
    end_cycles_.read(raw.end_cycles.data(), end_cycles_.bytes());
    end_ns_.read(raw.end_ns.data(), end_ns_.bytes());
    return raw;
  }

 private:
  static constexpr std::size_t warp = 32;
  /// Enough that every multiprocessor has some.
  static constexpr std::size_t most_end_readings = 4096;

  std::size_t blocks_ = 0, warps_ = 0, ends_ns_ = 0;
  Buffer begins_, end_cycles_, end_ns_;
};

}  // namespace

TracedStep trace_step(Simulation& simulation, int launch, const MakeWrapper& make_wrapper,
                      const std::stop_token& stop) {
  StepWithOne steps(simulation, launch, stop);
  KernelResources needs;
  steps.step([&](const auto& given, const auto& make) {
    needs = kernel_resources(given.kernel);
    make(given.kernel);
  });
  const KernelWrapper wrapper = make_wrapper(needs);
  const LoadedKernel kernel(wrapper.code, wrapper.symbol);
  const auto plain_step = [&] {
    return steps.step([](const auto& given, const auto& make) { make(given.kernel); });
  };
  for (double busy_us = 0; busy_us < warm_up_us;) {
    const double us = plain_step();
    if (us > longest_traced_us)
      throw Error("its kernel takes longer than a second: blocks are traced of shorter ones");
    busy_us += std::max(us, warm_up_us / most_warm_up_steps);
  }
  Notes notes;
  const auto make = [&](const GivenLaunch& given, const MakeLaunch&) {
    if (!notes.made()) notes = Notes(given);
    const Notes::Places places = notes.places();
    std::vector<const void*> args(given.args.begin(), given.args.end());
    args.push_back(&places);
    kernel.launch(given.grid, given.block, given.shared_bytes, args, steps.stream());
  };
  // The driver may bring the code to the device with the first launch.
  for (int i = 0; i < warm_up_steps; ++i) steps.step(make);
  std::vector<double> plain;
  std::vector<TracedStep> traced(rounds);
  for (TracedStep& one : traced) {
    for (int i = 0; i < plain_steps_a_round; ++i) plain.push_back(plain_step());
    one.traced_us = steps.step(make);
    one.launch = notes.read();
  }
  simulation.poison_next();  // what the wrapper does not write is not the plain one's
  steps.step(make);
  const auto middle = traced.begin() + rounds / 2;
  std::ranges::nth_element(traced, middle, {}, &TracedStep::traced_us);
  std::ranges::nth_element(plain, plain.begin() + plain.size() / 2);
  middle->kernel_us = plain[plain.size() / 2];
  return std::move(*middle);
}

}  // namespace livewarp

#endif
