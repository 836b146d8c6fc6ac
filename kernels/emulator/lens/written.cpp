#include "kernels/emulator/lens/written.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/base/job.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/run/block_runner.h"
#include "kernels/emulator/run/emulator_exec.h"

namespace livewarp::emulator {

namespace {

using Clock = std::chrono::steady_clock;

/// Steps of no more items are executed whole.
constexpr double most_whole_items = 5e5;
constexpr std::size_t most_bytes_of_element = 64;

/// The array that a picture shows, one element a cell, pixel or point of it.
struct Shown {
  std::int64_t width = 0, height = 1;
  std::size_t bytes = 0;  ///< of an element; 0: whatever the array has
  std::string reason;     ///< why there is none
};

Shown shown_by(const Workload& workload, const Choice& choice, const Simulation& simulation) {
  const PictureSpec picture = simulation.picture();
  switch (picture.kind) {
  case PictureKind::points: return {picture.count, 1, 0, {}};
  case PictureKind::field: return {picture.full_width, picture.full_height, 0, {}};
  case PictureKind::volume: return {.reason = "its picture looks through a volume"};
  case PictureKind::image: break;
  }
  if (const auto size = workload.result_size(choice.problem))
    return {size->width, size->height, std::size_t(size->channels * size->bits / 8), {}};
  return {.reason = "its picture does not show the elements of its result one by one"};
}

/// An array that a step writes.
struct Array {
  std::string name;
  std::uintptr_t first = 0, end = 0;
  std::size_t element = 0;  ///< bytes
};

/// What launches of a step there are.
struct Launches {
  std::vector<std::string> kernels;
  std::optional<int> main;  ///< the first of the main kernel
};

class WriteRecorder final : public KernelObserver {
 public:
  /// `target`: the launch that is looked at; `whole`: all of its blocks are executed, however many.
  WriteRecorder(const Shown& shown, int target, bool whole, Clock::time_point deadline)
      : shown_(shown), target_(target), whole_(whole), deadline_(deadline) {}

  const Launches& launches() const { return launches_; }
  /// The first of the arrays that was written, with what was; nothing where none was.
  std::optional<BlockRegions> regions() const;
  std::vector<BlockWrites> take_writes() { return std::move(writes_); }
  bool samples() const { return samples_; }

  void use_memory(const std::vector<NamedMemory>& memory) override;
  void begin_launch(const LaunchPlan& plan) override;
  bool runs_block(std::uint64_t block) override;
  bool begin_block(std::uint64_t block, std::byte* shared) override;
  void enter_thread(int thread) override { warp_ = unsigned(thread) / warp_lanes; }
  void access(const Access& access) override;

 private:
  Shown shown_;
  int target_;
  bool whole_;
  Clock::time_point deadline_;
  std::vector<std::uint64_t> sample_;
  std::vector<Array> arrays_;
  std::optional<std::size_t> array_;  ///< the one that is written
  Launches launches_;
  int launch_ = -1;  ///< the present one
  bool samples_ = false;
  BlockRegions regions_;
  std::vector<BlockWrites> writes_;
  unsigned warp_ = 0;
};

void WriteRecorder::use_memory(const std::vector<NamedMemory>& memory) {
  constexpr std::string_view after = " after";
  const auto elements = std::size_t(shown_.width * shown_.height);
  arrays_.clear();
  for (const NamedMemory& some : memory) {
    if (!some.written || !some.name.ends_with(after) || some.bytes % elements != 0) continue;
    const std::size_t element = some.bytes / elements;
    if (element == 0 || element > most_bytes_of_element) continue;
    if (shown_.bytes != 0 && element != shown_.bytes) continue;
    const auto first = reinterpret_cast<std::uintptr_t>(some.first);
    arrays_.push_back(
        {some.name.substr(0, some.name.size() - after.size()), first, first + some.bytes, element});
  }
}

void WriteRecorder::begin_launch(const LaunchPlan& plan) {
  ++launch_;
  if (plan.kernel.main && !launches_.main) launches_.main = launch_;
  launches_.kernels.emplace_back(plan.kernel.name);
  if (launch_ != target_) return;
  sample_ = sample_blocks(plan.grid);
  // Blocks that wait for those before them need them.
  samples_ = !whole_ && !plan.kernel.in_order && sample_.size() < plan.grid.count();
  regions_.kernel = plan.kernel.name;
  regions_.launch = launch_;
  regions_.grid = plan.grid;
  regions_.block = plan.block;
}

bool WriteRecorder::runs_block(std::uint64_t block) {
  if (launch_ != target_) return launch_ < target_;
  return !samples_ || std::ranges::binary_search(sample_, block);
}

bool WriteRecorder::begin_block(std::uint64_t block, std::byte*) {
  if (Clock::now() > deadline_)
    throw Error("its blocks follow no rule that a few of them show, and to execute all of them "
                "here takes too long");
  if (launch_ == target_) writes_.push_back({block, {}});
  return launch_ == target_;
}

void WriteRecorder::access(const Access& access) {
  if (access.kind != AccessKind::write && access.kind != AccessKind::atomic) return;
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const Array& array = arrays_[i];
    if (access.address < array.first || access.address >= array.end) continue;
    // A field before those that are written already is the one that is shown.
    if (array_ && i > *array_) return;
    if (!array_ || i < *array_)
      for (BlockWrites& block : writes_) block.writes.clear();
    array_ = i;
    const std::size_t from = access.address - array.first;
    const std::size_t to = from + std::max<std::size_t>(access.bytes, 1);
    std::vector<ElementWrite>& writes = writes_.back().writes;
    for (std::size_t element = from / array.element; element * array.element < to; ++element) {
      const ElementWrite write{std::int64_t(element), warp_};
      // Channels of a pixel come one after another.
      if (writes.empty() || !(writes.back() == write)) writes.push_back(write);
    }
    return;
  }
}

std::optional<BlockRegions> WriteRecorder::regions() const {
  if (!array_) return {};
  BlockRegions regions = regions_;
  regions.array = arrays_[*array_].name;
  regions.width = shown_.width;
  regions.height = shown_.height;
  return regions;
}

/// A step of the choice from its first state, again and again.
class Steps {
 public:
  Steps(const Workload& workload, const Choice& choice, std::stop_token stop)
      : workload_(workload), choice_(choice), stop_(std::move(stop)),
        state_(workload.initial_state(choice.problem)) {
    state_.primed = true;  // derived fields are taken as they are: no kernel runs before it
  }
  /// All of a launch is executed in a moment.
  bool are_short() const { return workload_.cost(choice_).items <= most_whole_items; }
  std::unique_ptr<Simulation> simulation() const {
    return workload_.simulate_traced(choice_, &state_);
  }
  std::shared_ptr<WriteRecorder> look(const Shown& shown, int target, bool whole,
                                      Clock::time_point deadline) const {
    const auto recorder = std::make_shared<WriteRecorder>(shown, target, whole, deadline);
    EmulatorOptions options;
    options.observer = recorder;
    const std::unique_ptr<Exec> exec = make_emulator_exec(options, stop_);
    simulation()->step(*exec);
    return recorder;
  }

 private:
  const Workload& workload_;
  const Choice& choice_;
  std::stop_token stop_;
  HostState state_;
};

/// Launches in the order in which they are tried: the main one, then from the last to the first.
std::vector<int> order_of(const Launches& launches) {
  std::vector<int> order;
  if (launches.main) order.push_back(*launches.main);
  for (int i = int(launches.kernels.size()) - 1; i >= 0; --i)
    if (i != launches.main) order.push_back(i);
  return order;
}

/// What a launch writes; nothing where it does not write the array.
std::optional<BlockRegions> regions_of(const Steps& steps, const Shown& shown, int launch,
                                       Clock::time_point deadline) {
  for (const bool whole : {steps.are_short(), true}) {
    const auto recorder = steps.look(shown, launch, whole, deadline);
    std::optional<BlockRegions> regions = recorder->regions();
    if (!regions) return {};
    std::vector<BlockWrites> writes = recorder->take_writes();
    regions->counted_blocks = std::int64_t(writes.size());
    if (recorder->samples()) {
      if (!take_by_rule(*regions, std::move(writes))) continue;
    } else {
      take_writes(*regions, writes);
    }
    return regions;
  }
  return {};
}

}  // namespace

Written written_elements(const Workload& workload, const Choice& choice, std::stop_token stop,
                         std::chrono::milliseconds limit) {
  if (std::string refusal = workload.refusal(choice, Executor::emulator); !refusal.empty())
    return {std::move(refusal), {}};
  const Clock::time_point deadline = Clock::now() + limit;
  try {
    const Steps steps(workload, choice, std::move(stop));
    const std::unique_ptr<Simulation> simulation = steps.simulation();
    if (!simulation)
      return {"this program was built without the kernels that are traced: a build from source "
              "has them",
              {}};
    const Shown shown = shown_by(workload, choice, *simulation);
    if (!shown.reason.empty()) return {shown.reason, {}};
    for (const int launch : order_of(steps.look(shown, -1, false, deadline)->launches()))
      if (auto regions = regions_of(steps, shown, launch, deadline))
        return {{}, std::move(*regions)};
    return {"no kernel of its step writes the array that its picture shows", {}};
  } catch (const Error& error) {  // what the host cannot execute
    return {error.what(), {}};
  }
}

}  // namespace livewarp::emulator
