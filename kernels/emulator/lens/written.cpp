#include "kernels/emulator/lens/written.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/base/job.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/shown_elements.h"
#include "kernels/emulator/lens/traced_step.h"
#include "kernels/emulator/run/block_runner.h"

namespace livewarp::emulator {

namespace {

using Clock = std::chrono::steady_clock;

/// Steps of no more items are executed whole.
constexpr double most_whole_items = 5e5;

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
  WriteRecorder(const ShownElements& shown, int target, bool whole, Clock::time_point deadline)
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
  ShownElements shown_;
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
  arrays_.clear();
  for (const NamedMemory& some : memory) {
    if (!some.written || !some.name.ends_with(name_after)) continue;
    const std::size_t element = shown_.element_bytes(some);
    if (element == 0) continue;
    const auto first = reinterpret_cast<std::uintptr_t>(some.first);
    arrays_.push_back({some.name.substr(0, some.name.size() - name_after.size()), first,
                       first + some.bytes, element});
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
  if (const auto shown = shown_.array(regions.array)) regions.part = shown->part;
  return regions;
}

/// All of a launch is executed in a moment.
bool is_short(const Workload& workload, const Choice& choice) {
  return workload.cost(choice).items <= most_whole_items;
}

std::shared_ptr<WriteRecorder> look(const FirstSteps& steps, const ShownElements& shown, int target,
                                    bool whole, Clock::time_point deadline) {
  auto recorder = std::make_shared<WriteRecorder>(shown, target, whole, deadline);
  steps.run(recorder);
  return recorder;
}

/// Launches in the order in which they are tried: the main one, then from the last to the first.
std::vector<int> order_of(const Launches& launches) {
  std::vector<int> order;
  if (launches.main) order.push_back(*launches.main);
  for (int i = int(launches.kernels.size()) - 1; i >= 0; --i)
    if (i != launches.main) order.push_back(i);
  return order;
}

/// What a launch writes; nothing where it does not write the array.
std::optional<BlockRegions> regions_of(const FirstSteps& steps, const ShownElements& shown,
                                       int launch, bool all_at_first, Clock::time_point deadline) {
  for (const bool whole : {all_at_first, true}) {
    const auto recorder = look(steps, shown, launch, whole, deadline);
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
    const FirstSteps steps(workload, choice, std::move(stop));
    const std::unique_ptr<Simulation> simulation = steps.simulation();
    if (!simulation) return {no_traced_kernels, {}};
    const ShownElements shown = shown_elements(workload, choice, *simulation);
    if (!shown.reason.empty()) return {shown.reason, {}};
    for (const int launch : order_of(look(steps, shown, -1, false, deadline)->launches()))
      if (auto regions = regions_of(steps, shown, launch, is_short(workload, choice), deadline))
        return {{}, std::move(*regions)};
    return {"no kernel of its step writes the array that its picture shows", {}};
  } catch (const Error& error) {  // what the host cannot execute
    return {error.what(), {}};
  }
}

}  // namespace livewarp::emulator
