#include "kernels/emulator/lens/warp_trace.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/access_recorder.h"
#include "kernels/emulator/lens/lens_lines.h"
#include "kernels/emulator/lens/traced_step.h"
#include "kernels/emulator/run/block_runner.h"

namespace livewarp::emulator {

namespace {

/// Of larger states no step is executed on the host for one warp's sake.
constexpr std::size_t most_state_bytes = std::size_t{1} << 30;

/// The launches of a step, of which no block is executed.
class LaunchList final : public KernelObserver {
 public:
  struct Launch {
    std::string kernel;
    Dim3 grid, block;
    bool main = false;
  };
  const std::vector<Launch>& all() const { return all_; }
  /// The first that does the main work; there must be a launch.
  std::size_t main() const {
    const auto found = std::ranges::find(all_, true, &Launch::main);
    return found == all_.end() ? all_.size() - 1 : std::size_t(found - all_.begin());
  }
  void begin_launch(const LaunchPlan& plan) override {
    all_.push_back({std::string(plan.kernel.name), plan.grid, plan.block, plan.kernel.main});
  }
  bool runs_block(std::uint64_t) override { return false; }

 private:
  std::vector<Launch> all_;
};

/// A step as it was heard: `code` is an address of the program's code.
struct Heard {
  std::uintptr_t code = 0;
  unsigned lanes = 0;
  bool request = false;  ///< the next one
  WarpEvent event = WarpEvent::none;
};

/// Bit by bit.
unsigned first_lanes(std::int64_t count) {
  return count >= std::int64_t(warp_lanes) ? ~0u : (1u << unsigned(count)) - 1;
}

/// Writes down what a warp does, until it is as much as is kept.
class Follower final : public WarpListener {
 public:
  explicit Follower(std::size_t most_steps) : most_(most_steps) {}

  unsigned lanes() const { return lanes_; }
  bool cut() const { return cut_; }
  const std::vector<Heard>& heard() const { return heard_; }
  std::vector<WarpRequest> take_requests() { return std::move(requests_); }

  void begin_warp(const LaunchCounts& launch, std::size_t lanes) override {
    launch_ = &launch;
    lanes_ = first_lanes(std::int64_t(lanes));
  }
  void block(std::uint32_t place, unsigned lanes) override {
    add({launch_->blocks[place].code, lanes});
  }
  void barrier(std::uint32_t place, unsigned lanes) override {
    add({launch_->barriers[place], lanes, false, WarpEvent::barrier});
  }
  void access(const TraceStep& step, unsigned lanes,
              const std::array<std::uint64_t, 32>& address) override {
    const auto kind = static_cast<AccessKind>(step.kind);
    const auto space = static_cast<MemorySpace>(step.space);
    const std::uintptr_t code = launch_->accesses[step.place].code;
    if (kind == AccessKind::texture) return void(add({code, lanes, false, WarpEvent::fetch}));
    if (!add({code, lanes, true})) return;
    WarpAccess access{lanes, {}, step.bytes, kind != AccessKind::read};
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      if (lanes >> lane & 1) access.address[lane] = address[lane];
    requests_.push_back({kind, space, access});
  }

 private:
  bool add(const Heard& heard) {
    cut_ = cut_ || heard_.size() >= most_;
    if (!cut_) heard_.push_back(heard);
    return !cut_;
  }

  std::size_t most_;
  const LaunchCounts* launch_ = nullptr;
  unsigned lanes_ = 0;
  std::vector<Heard> heard_;
  std::vector<WarpRequest> requests_;
  bool cut_ = false;
};

/// Executes the launches before the one that is meant, and of that what the warp needs, until as
/// much of each of its lanes is known as is kept.
class WarpRecorder final : public AccessRecorder {
 public:
  /// Is thrown through the step once nothing of it is needed any more: `end_block` is then left.
  struct Complete {};
  struct Aim {
    std::size_t launch = 0;
    std::uint64_t block = 0;
    unsigned warp = 0;
    std::size_t most_steps = 0;
  };
  /// The listener outlives it.
  WarpRecorder(const Aim& aim, WarpListener& listener)
      // So that a lane's own steps do not end before as many of the warp are heard as are kept.
      : AccessRecorder([this](const LaunchPlan&, std::uint64_t block,
                              unsigned warp) { return is_meant(block, warp); },
                       &listener, aim.most_steps + 1),
        aim_(aim) {}

  const std::vector<NamedMemory>& arrays() const { return arrays_; }

  void use_memory(const std::vector<NamedMemory>& memory) override { arrays_ = memory; }
  void begin_launch(const LaunchPlan& plan) override {
    ++begun_;
    in_order_ = plan.kernel.in_order;
    lanes_ = first_lanes(std::int64_t(plan.block.count()) - std::int64_t(aim_.warp) * warp_lanes);
    AccessRecorder::begin_launch(plan);
  }
  bool runs_block(std::uint64_t block) override {
    if (launch() != aim_.launch) return launch() < aim_.launch;
    // Blocks that wait for those before them need them.
    return block == aim_.block || (in_order_ && block < aim_.block);
  }

  /// Threads of other warps do only what those of the warp wait for.
  bool goes_first(int thread) const override { return is_lane(thread); }
  void enter_thread(int thread) override {
    thread_ = thread;
    AccessRecorder::enter_thread(thread);
  }
  void leave_thread() override {
    if (is_lane(thread_)) complete_lane();
  }

 protected:
  /// What it does from now on nobody sees, but the other lanes may wait for it.
  void fill_trace() override {
    complete_lane();
    put_off_thread();
  }

 private:
  std::size_t launch() const { return begun_ - 1; }
  bool is_meant(std::uint64_t block, unsigned warp) const {
    return launch() == aim_.launch && block == aim_.block && warp == aim_.warp;
  }
  bool is_lane(int thread) const { return unsigned(thread) / warp_lanes == aim_.warp; }
  /// Nothing more is needed of the running thread.
  void complete_lane() {
    complete_ |= 1u << unsigned(thread_) % warp_lanes;
    if (complete_ == lanes_) throw Complete{};
  }

  Aim aim_;
  unsigned lanes_ = 0, complete_ = 0;  ///< bit by bit
  int thread_ = 0;                     ///< the running one
  std::size_t begun_ = 0;
  bool in_order_ = false;
  std::vector<NamedMemory> arrays_;
};

/// Or what calls the kernel on the host.
bool is_of_kernels(const SourceLine& line) { return line.file.ends_with(".cuh"); }

/// What is heard of one line by the same lanes, one after another, is one step; a barrier is one of
/// its own.
void take_steps(const std::vector<Heard>& all, WarpTrace& trace) {
  SourceLines lines;
  std::set<std::uintptr_t> codes;
  for (const Heard& heard : all) codes.insert(heard.code);
  const LensLines line(codes, lines);
  std::map<SourceLine, std::uint32_t> numbers;  // of those that steps stand at
  const auto number_of = [&](const SourceLine& one) {
    const auto [found, fresh] = numbers.try_emplace(one, std::uint32_t(trace.lines.size()));
    if (fresh) trace.lines.push_back(one);
    return found->second;
  };
  std::vector<WarpStep>& steps = trace.steps;
  std::uint32_t requests = 0;
  for (const Heard& heard : all) {
    const SourceLine& here = line.of(heard.code);
    if (!heard.request && !is_of_kernels(here)) continue;
    const std::uint32_t at = number_of(here);
    const bool alone = heard.event == WarpEvent::barrier;
    if (steps.empty() || alone || steps.back().event == WarpEvent::barrier ||
        steps.back().line != at || steps.back().lanes != heard.lanes)
      steps.push_back({at, heard.lanes, requests, 0, heard.event});
    if (heard.event == WarpEvent::fetch) steps.back().event = heard.event;
    if (!heard.request) continue;
    ++steps.back().count;
    ++requests;
  }
}

/// "(3, 12)", with as many numbers as the grid has dimensions.
std::string place_text(const Dim3& at, const Dim3& grid) {
  std::string text = "(" + std::to_string(at.x);
  if (grid.y > 1 || grid.z > 1 || at.y > 0) text += ", " + std::to_string(at.y);
  if (grid.z > 1 || at.z > 0) text += ", " + std::to_string(at.z);
  return text + ")";
}

std::uint64_t block_number(const Dim3& grid, const WarpAim& aim) {
  if (const auto& at = aim.block_at)
    return (std::uint64_t{at->z} * grid.y + at->y) * grid.x + at->x;
  return aim.block.value_or(middle_block(grid));
}

/// Why the launch has no such warp; empty: it has.
std::string not_there(const LaunchList::Launch& launch, const WarpAim& aim) {
  const auto blocks = std::int64_t(launch.grid.count());
  const Dim3& grid = launch.grid;
  if (const auto& at = aim.block_at; at && (at->x >= grid.x || at->y >= grid.y || at->z >= grid.z))
    return "there is no block " + place_text(*at, grid) + ": the grid of " + launch.kernel +
           " is " + to_text(grid) + ", the first is " + place_text({0, 0, 0}, grid);
  if (aim.block && std::int64_t(*aim.block) >= blocks)
    return "there is no block " + grouped(std::int64_t(*aim.block)) + ": the grid of " +
           launch.kernel + " has " + grouped(blocks) + ", the first is 0";
  const auto warps = std::int64_t((launch.block.count() + warp_lanes - 1) / warp_lanes);
  if (std::int64_t(aim.warp) < warps) return {};
  return "there is no warp " + std::to_string(aim.warp) + ": the blocks of " + launch.kernel +
         " have " + grouped(warps) + ", the first is 0";
}

void follow(const FirstSteps& step, const WarpAim& aim, WarpTrace& trace) {
  const auto launches = std::make_shared<LaunchList>();
  step.run(launches);
  if (launches->all().empty()) {
    trace.refusal = "its step launches no kernel";
    return;
  }
  const LaunchList::Launch& launch = launches->all()[launches->main()];
  trace.kernel = launch.kernel;
  trace.grid = launch.grid;
  trace.block = launch.block;
  trace.block_number = block_number(launch.grid, aim);
  trace.warp = aim.warp;
  trace.refusal = not_there(launch, aim);
  if (!trace.refusal.empty()) return;
  Follower follower(aim.most_steps);
  const auto recorder = std::make_shared<WarpRecorder>(
      WarpRecorder::Aim{launches->main(), trace.block_number, aim.warp, aim.most_steps}, follower);
  try {
    step.run(recorder);
  } catch (const WarpRecorder::Complete&) {
    recorder->end_block();
  }
  trace.lanes = follower.lanes();
  trace.cut = follower.cut();
  trace.arrays = recorder->arrays();
  take_steps(follower.heard(), trace);
  trace.requests = follower.take_requests();
}

}  // namespace

WarpTrace trace_warp(const Workload& workload, const Choice& choice, const WarpAim& aim) {
  WarpTrace trace;
  trace.problem = choice.problem;
  trace.refusal = workload.refusal(choice, Executor::emulator);
  if (!trace.refusal.empty()) return trace;
  if (workload.state_bytes(choice) > most_state_bytes) {
    trace.refusal = "its state takes " + memory_size(workload.state_bytes(choice)) +
                    ": a warp is followed where it takes no more than " +
                    memory_size(most_state_bytes);
    return trace;
  }
  try {
    const FirstSteps step(workload, choice, aim.stop);
    if (const std::unique_ptr<Simulation> simulation = step.simulation())
      trace.shown = shown_elements(workload, choice, *simulation);
    else
      trace.refusal = no_traced_kernels;
    if (trace.refusal.empty()) follow(step, aim, trace);
  } catch (const Error& error) {  // what the host cannot execute
    trace.refusal = error.what();
  }
  return trace;
}

}  // namespace livewarp::emulator
