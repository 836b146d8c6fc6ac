// Blocks of a launch on the current GPU.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <array>
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

/// Where the blocks of a launch note, and readings of the clocks before it and after it.
class Notes {
 public:
  Notes(const KernelWrapper& wrapper, int multiprocessors)
      : clocks_(wrapper.code, wrapper.clocks_symbol),
        half_(blocks_a_multiprocessor * std::size_t(multiprocessors)),
        readings_(2 * half_ * sizeof(ClockReading), MemoryMode::device) {}

  /// `RawBlock`s.
  void* place_for(Dim3 grid) {
    if (records_.bytes() == 0) {
      records_ = Buffer(std::size_t(grid.count()) * sizeof(RawBlock), MemoryMode::device);
      records_.fill(0);
    }
    return records_.data();
  }
  void read_clocks(bool after, cudaStream_t stream) const {
    const void* const place = static_cast<ClockReading*>(readings_.data()) + (after ? half_ : 0);
    const std::array<const void*, 1> args{&place};
    clocks_.launch({unsigned(half_)}, {threads_a_block}, 0, args, stream);
  }
  RawLaunch read() const {
    RawLaunch raw;
    raw.blocks.resize(records_.bytes() / sizeof(RawBlock));
    raw.readings.resize(2 * half_);
    records_.read(raw.blocks.data(), records_.bytes());
    readings_.read(raw.readings.data(), readings_.bytes());
    return raw;
  }

 private:
  /// Large blocks, so that none is left out while another has many.
  static constexpr unsigned threads_a_block = 512, blocks_a_multiprocessor = 4;

  LoadedKernel clocks_;
  std::size_t half_;
  Buffer records_, readings_;
};

/// Makes steps in which one launch is made by somebody else, between two events.
class StepWithOne {
 public:
  StepWithOne(Simulation& simulation, int launch, const std::stop_token& stop)
      : simulation_(simulation), launch_(launch), stop_(stop),
        exec_(make_cuda_exec([this](const auto& given, const auto& plain) { take(given, plain); },
                             stop)) {}

  /// Microseconds between the events.
  double step(TakePart make, const Notes* notes = nullptr) {
    notes_ = notes;
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
    if (notes_) notes_->read_clocks(false, stream());
    before_.record(stream());
    make_(given, plain);
    after_.record(stream());
    if (notes_) notes_->read_clocks(true, stream());
  }

  Simulation& simulation_;
  int launch_, next_ = 0;
  std::stop_token stop_;
  TakePart make_;
  const Notes* notes_ = nullptr;
  std::unique_ptr<CudaExec> exec_;
  CudaEvent before_, after_;
};

}  // namespace

TracedStep trace_step(Simulation& simulation, int launch, int multiprocessors,
                      const MakeWrapper& make_wrapper, const std::stop_token& stop) {
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
  Notes notes(wrapper, multiprocessors);
  const auto traced_step = [&] {
    return steps.step(
        [&](const GivenLaunch& given, const MakeLaunch&) {
          void* const place = notes.place_for(given.grid);
          std::vector<const void*> args(given.args.begin(), given.args.end());
          args.push_back(&place);
          kernel.launch(given.grid, given.block, given.shared_bytes, args, steps.stream());
        },
        &notes);
  };
  // The driver may bring the code to the device with the first launch.
  for (int i = 0; i < warm_up_steps; ++i) traced_step();
  std::vector<double> plain;
  std::vector<TracedStep> traced(rounds);
  for (TracedStep& one : traced) {
    for (int i = 0; i < plain_steps_a_round; ++i) plain.push_back(plain_step());
    one.traced_us = traced_step();
    one.launch = notes.read();
  }
  simulation.poison_next();  // what the wrapper does not write is not the plain one's
  traced_step();
  const auto middle = traced.begin() + rounds / 2;
  std::ranges::nth_element(traced, middle, {}, &TracedStep::traced_us);
  std::ranges::nth_element(plain, plain.begin() + plain.size() / 2);
  middle->kernel_us = plain[plain.size() / 2];
  return std::move(*middle);
}

}  // namespace livewarp

#endif
