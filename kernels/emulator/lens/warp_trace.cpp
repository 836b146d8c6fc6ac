#include "kernels/emulator/lens/warp_trace.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <utility>

#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/access_recorder.h"
#include "kernels/emulator/lens/lens_lines.h"
#include "kernels/emulator/lens/traced_step.h"
#include "kernels/emulator/run/block_runner.h"

namespace livewarp::emulator {

namespace {

/// A step as it was heard: `code` is an address of the program's code.
struct Heard {
  std::uintptr_t code = 0;
  unsigned lanes = 0;
  std::size_t request = none;
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
};

/// The warp of one launch.
struct Followed {
  bool main = false;
  std::string kernel;
  Dim3 grid, block;
  unsigned lanes = 0;
  std::vector<Heard> heard;
  std::vector<WarpRequest> requests;
  bool cut = false;
};

class Follower final : public WarpListener {
 public:
  explicit Follower(std::size_t most_requests) : most_(most_requests) {}

  void note_main(bool main) { main_ = main; }

  void begin_warp(const LaunchCounts& launch, std::size_t lanes) override {
    Followed& one = all_.emplace_back();
    one.main = main_;
    one.kernel = launch.kernel;
    one.grid = launch.grid;
    one.block = launch.block;
    one.lanes = lanes == warp_lanes ? ~0u : (1u << lanes) - 1;
    launch_ = &launch;
  }
  void block(std::uint32_t place, unsigned lanes) override {
    add({launch_->blocks[place].code, lanes, Heard::none});
  }
  void access(const TraceStep& step, unsigned lanes,
              const std::array<std::uint64_t, 32>& address) override {
    const auto kind = static_cast<AccessKind>(step.kind);
    const auto space = static_cast<MemorySpace>(step.space);
    if (kind == AccessKind::texture) {
      add({code_of(step), lanes, Heard::none});
      return;
    }
    if (!add({code_of(step), lanes, all_.back().requests.size()})) return;
    WarpAccess access{lanes, {}, step.bytes, kind != AccessKind::read};
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      if (lanes >> lane & 1) access.address[lane] = address[lane];
    all_.back().requests.push_back({kind, space, access});
  }

  /// Of the launch that does the main work; null: the warp is in none.
  Followed* main_one() {
    const auto found = std::ranges::find(all_, true, &Followed::main);
    if (found != all_.end()) return &*found;
    return all_.empty() ? nullptr : &all_.back();
  }

 private:
  std::uintptr_t code_of(const TraceStep& step) const { return launch_->accesses[step.place].code; }
  bool add(Heard heard) {
    Followed& one = all_.back();
    if (one.requests.size() >= most_ || one.heard.size() >= 4 * most_) one.cut = true;
    if (!one.cut) one.heard.push_back(heard);
    return !one.cut;
  }

  std::size_t most_;
  bool main_ = false;
  const LaunchCounts* launch_ = nullptr;
  std::vector<Followed> all_;
};

/// Or what calls the kernel on the host.
bool is_of_kernels(const SourceLine& line) { return line.file.ends_with(".cuh"); }

/// What is heard of one line by the same lanes, one after another, is one step.
std::vector<WarpStep> steps_of(const Followed& followed) {
  SourceLines lines;
  std::set<std::uintptr_t> codes;
  for (const Heard& heard : followed.heard) codes.insert(heard.code);
  const LensLines line(codes, lines);
  std::vector<WarpStep> steps;
  std::size_t requests = 0;
  for (const Heard& heard : followed.heard) {
    const SourceLine& at = line.of(heard.code);
    if (heard.request == Heard::none && !is_of_kernels(at)) continue;
    if (steps.empty() || steps.back().line != at || steps.back().lanes != heard.lanes)
      steps.push_back({at, heard.lanes, requests, 0});
    if (heard.request == Heard::none) continue;
    ++steps.back().count;
    ++requests;
  }
  return steps;
}

/// Why no launch of the step has that warp.
std::string not_there(const std::vector<LaunchCounts>& launches, const WarpAim& aim) {
  if (launches.empty()) return "its step launches no kernel";
  const LaunchCounts& last = launches.back();
  const auto blocks = std::int64_t(last.grid.count());
  if (aim.block && std::int64_t(*aim.block) >= blocks)
    return "there is no block " + grouped(std::int64_t(*aim.block)) + ": the grid of " +
           last.kernel + " has " + grouped(blocks) + ", the first is 0";
  const auto warps = std::int64_t((last.block.count() + warp_lanes - 1) / warp_lanes);
  return "there is no warp " + std::to_string(aim.warp) + ": the blocks of " + last.kernel +
         " have " + grouped(warps) + ", the first is 0";
}

}  // namespace

WarpTrace trace_warp(const Workload& workload, const Choice& choice, const WarpAim& aim) {
  WarpTrace trace;
  trace.problem = choice.problem;
  Follower follower(aim.most_requests);
  const auto block_of = [&](const Dim3& grid) { return aim.block.value_or(middle_block(grid)); };
  const auto recorder = std::make_shared<AccessRecorder>(
      [&](const LaunchPlan& plan, std::uint64_t block, unsigned warp) {
        follower.note_main(plan.kernel.main);
        return block == block_of(plan.grid) && warp == aim.warp;
      },
      &follower);
  trace.refusal = run_traced_step(workload, choice, recorder, nullptr, aim.stop);
  if (!trace.refusal.empty()) return trace;
  Followed* const followed = follower.main_one();
  if (!followed) {
    trace.refusal = not_there(recorder->launches(), aim);
    return trace;
  }
  trace.kernel = followed->kernel;
  trace.grid = followed->grid;
  trace.block = followed->block;
  trace.block_number = block_of(followed->grid);
  trace.warp = aim.warp;
  trace.lanes = followed->lanes;
  trace.cut = followed->cut;
  trace.steps = steps_of(*followed);
  trace.requests = std::move(followed->requests);
  return trace;
}

}  // namespace livewarp::emulator
