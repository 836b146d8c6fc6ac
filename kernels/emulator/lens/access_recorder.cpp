#include "kernels/emulator/lens/access_recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "kernels/emulator/lens/warp_walk.h"
#include "kernels/emulator/run/block_runner.h"

namespace livewarp::emulator {

namespace {

constexpr std::uint32_t a_block = 0, after_a_call = 1, a_call = 2, an_access = 3;

}  // namespace

/// Adds what a warp did to the counts of its launch.
class AccessRecorder::Counter final : public WarpVisitor {
 public:
  explicit Counter(LaunchCounts& counts) : counts_(counts) {}

  void block(std::uint32_t place, unsigned lanes) override {
    BlockCount& count = counts_.blocks[place];
    ++count.warps;
    count.lanes += std::popcount(lanes);
  }

  void access(const TraceStep& step, unsigned lanes,
              const std::array<std::uint64_t, 32>& address) override {
    AccessCount& count = counts_.accesses[step.place];
    const auto kind = static_cast<AccessKind>(step.kind);
    const WarpAccess access{lanes, address, step.bytes, kind != AccessKind::read};
    if (count.requests++ == 0) {
      count.space = static_cast<MemorySpace>(step.space);
      count.costliest = access;
    }
    count.lanes += std::popcount(lanes);
    int cost = 0;
    if (count.space == MemorySpace::shared) {
      cost = shared_wavefronts(access);
      count.wavefronts += cost;
      count.ideal_wavefronts += std::min(cost, ideal_wavefronts(access));
      count.degree = std::max(count.degree, bank_conflicts(access));
    } else if (count.space == MemorySpace::global) {
      cost = sectors(access);
      count.sectors += cost;
      count.ideal_sectors += ideal_sectors(access);
      count.bytes_used += bytes_used(access);
    }
    if (cost <= count.highest) return;
    count.highest = cost;
    count.costliest = access;
  }

 private:
  LaunchCounts& counts_;
};

AccessRecorder::AccessRecorder(WarpFilter filter) : filter_(std::move(filter)) {}

void AccessRecorder::begin_launch(const LaunchPlan& plan) {
  plan_ = &plan;
  launches_.push_back({plan.kernel.name, plan.grid, plan.block, 0, {}, {}});
  blocks_ = {};
  accesses_ = {};
  contexts_ = {};
  flow_ = {};
  const auto threads = static_cast<std::size_t>(plan.block.count());
  threads_.resize(threads);
  wanted_.assign((threads + warp_lanes - 1) / warp_lanes, true);
}

bool AccessRecorder::begin_block(std::uint64_t block, std::byte* shared) {
  spaces_.set_shared(shared, plan_->shared_bytes);
  for (unsigned warp = 0; warp < wanted_.size(); ++warp)
    wanted_[warp] = !filter_ || filter_(*plan_, block, warp);
  for (Thread& thread : threads_) {
    thread.trace.clear();
    thread.callers.clear();
    thread.contexts.assign(1, 0);
  }
  thread_ = nullptr;
  return std::ranges::find(wanted_, true) != wanted_.end();
}

void AccessRecorder::enter_thread(int thread) {
  const auto index = static_cast<std::size_t>(thread);
  thread_ = wanted_[index / warp_lanes] ? &threads_[index] : nullptr;
}

void AccessRecorder::add_block(const Place& place) {
  const std::uint32_t number_of_it = blocks_(place);
  std::vector<BlockCount>& blocks = launches_.back().blocks;
  if (number_of_it == blocks.size()) blocks.push_back({place.code, 0, 0});
  thread_->trace.push_back({0, number_of_it, 0, TraceStep::block, 0});
}

void AccessRecorder::basic_block(std::uintptr_t code) {
  if (thread_) add_block({code, thread_->contexts.back(), a_block});
}

void AccessRecorder::enter_function(std::uintptr_t caller) {
  if (!thread_) return;
  const std::uint32_t context = contexts_({caller, thread_->contexts.back(), a_call});
  thread_->contexts.push_back(context + 1);
  thread_->callers.push_back(caller);
}

/// What follows in the caller is no part of the callee's last block.
void AccessRecorder::leave_function() {
  if (!thread_ || thread_->callers.empty()) return;
  const std::uintptr_t caller = thread_->callers.back();
  thread_->callers.pop_back();
  thread_->contexts.pop_back();
  if (!thread_->callers.empty()) add_block({caller, thread_->contexts.back(), after_a_call});
}

void AccessRecorder::access(const Access& access) {
  if (!thread_) return;
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const MemorySpace space =
      access.kind == AccessKind::texture ? MemorySpace::global : spaces_.of(access.address, frame);
  if (space == MemorySpace::local) return;
  const std::uint32_t what =
      an_access + static_cast<std::uint32_t>(access.kind) * 32 + access.bytes;
  const std::uint32_t place = accesses_({access.code, thread_->contexts.back(), what});
  std::vector<AccessCount>& accesses = launches_.back().accesses;
  if (place == accesses.size()) {
    AccessCount& count = accesses.emplace_back();
    count.code = access.code;
    count.kind = access.kind;
    count.bytes = access.bytes;
  }
  thread_->trace.push_back({access.address, place, access.bytes,
                            static_cast<std::uint8_t>(access.kind),
                            static_cast<std::uint8_t>(space)});
}

void AccessRecorder::end_block() {
  thread_ = nullptr;
  Counter counter(launches_.back());
  for (const Thread& thread : threads_) add_edges(flow_, thread.trace);
  std::vector<LaneTrace> lanes;
  for (std::size_t warp = 0; warp < wanted_.size(); ++warp) {
    if (!wanted_[warp]) continue;
    const std::size_t first = warp * warp_lanes;
    const std::size_t last = std::min<std::size_t>(first + warp_lanes, threads_.size());
    lanes.resize(last - first);
    for (std::size_t i = first; i < last; ++i) std::swap(lanes[i - first], threads_[i].trace);
    walk_warp(lanes, flow_, counter);
    ++launches_.back().warps;
    for (std::size_t i = first; i < last; ++i) std::swap(lanes[i - first], threads_[i].trace);
  }
}

void AccessRecorder::end_launch() { plan_ = nullptr; }

}  // namespace livewarp::emulator
