#include "kernels/emulator/lens/access_recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "kernels/emulator/lens/texture_rules.h"
#include "kernels/emulator/lens/warp_walk.h"
#include "kernels/emulator/run/block_runner.h"

namespace livewarp::emulator {

namespace {

constexpr std::uint32_t a_block = 0, after_a_call = 1, a_call = 2, a_barrier = 3, an_access = 4;
constexpr std::uint64_t a_reach = std::uint64_t{1}
                                  << 63;  // its number follows, in place of an address

}  // namespace

/// Adds what a warp did to the counts of its launch.
class AccessRecorder::Counter final : public WarpVisitor {
 public:
  Counter(LaunchCounts& counts, const std::vector<TextureReach>& reaches)
      : counts_(counts), reaches_(reaches) {}
  void begin_warp(std::size_t lanes) { present_ = std::int64_t(lanes); }

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
    count.present += present_;
    const int cost = add_cost(count, access);
    if (cost <= count.highest) return;
    count.highest = cost;
    count.costliest = access;
  }

 private:
  int add_cost(AccessCount& count, const WarpAccess& access) {
    int cost = 0;
    if (count.kind == AccessKind::texture) {
      const FetchCost fetch = cost_of_fetch(access);
      cost = fetch.sectors;
      count.sectors += cost;
      count.quad_sectors += fetch.by_quads;
      count.bytes_used += fetch.bytes;
      count.ideal_sectors += (fetch.bytes + 31) / 32;
    } else if (count.space == MemorySpace::constant) {
      cost = distinct_addresses(access);
      count.addresses += cost;
    } else if (count.space == MemorySpace::shared) {
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
    return cost;
  }
  /// By the reaches of its lanes; from plain memory as a load has it.
  FetchCost cost_of_fetch(const WarpAccess& access) const {
    WarpFetch fetch;
    WarpAccess plain = access;
    for (unsigned mask = access.active; mask != 0; mask &= mask - 1) {
      const auto lane = unsigned(std::countr_zero(mask));
      const std::uint64_t address = access.address[lane];
      if (address == 0) plain.active &= ~(1u << lane);  // outside
      if ((address & a_reach) == 0) continue;
      fetch.active |= 1u << lane;
      fetch.reach[lane] = &reaches_[address & ~a_reach];
    }
    if (fetch.active != 0) return fetch_cost(fetch);
    FetchCost cost{.sectors = sectors(plain), .bytes = bytes_used(plain)};
    for (unsigned quad = 0; quad < 8; ++quad) {
      WarpAccess four = plain;
      four.active &= 0xfu << 4 * quad;
      cost.by_quads += sectors(four);
    }
    return cost;
  }

  LaunchCounts& counts_;
  const std::vector<TextureReach>& reaches_;
  std::int64_t present_ = warp_lanes;
};

AccessRecorder::AccessRecorder(WarpFilter filter, WarpListener* listener, std::size_t longest)
    : filter_(std::move(filter)), listener_(listener), longest_(longest) {}

void AccessRecorder::begin_launch(const LaunchPlan& plan) {
  plan_ = &plan;
  launches_.push_back({plan.kernel.name, plan.grid, plan.block, 0, {}, {}, {}});
  blocks_ = {};
  accesses_ = {};
  barriers_ = {};
  contexts_ = {};
  structures_ = structures_of(plan.kernel.call);
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
  reaches_.clear();
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
  add_step({0, number_of_it, 0, TraceStep::block, 0});
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
  if (access.reach) {
    reaches_.push_back(*access.reach);
    return add_access(access, space, a_reach | (reaches_.size() - 1), access.bytes);
  }
  const unsigned piece = piece_of(access);
  for (unsigned from = 0; from < access.bytes; from += piece)
    add_access(access, space, access.address + from, piece);
}

/// A structure's copy goes in pieces, as its alignment asks for: that of the kernel's own types of
/// this size, else the largest that size and address allow. Static shared arrays begin at a
/// multiple of 128 bytes, so there the compiler sees pairs of floats as aligned to 8: of 8 and 16
/// bytes the kernel's types decide too. (Of 4 they do not: most such accesses are of numbers.)
unsigned AccessRecorder::piece_of(const Access& access) const {
  const bool plain = access.kind == AccessKind::read || access.kind == AccessKind::write;
  if (!plain || (access.aligned == 0 && access.bytes < 8)) return access.bytes;
  std::size_t aligned = access.aligned == 0 ? access.bytes : access.aligned;
  if (const auto known = structures_.find(access.bytes); known != structures_.end())
    aligned = std::min(aligned, known->second);
  else if (access.aligned != 0)
    aligned |= access.address;
  return piece_bytes(access.bytes, aligned);
}

void AccessRecorder::add_access(const Access& access, MemorySpace space, std::uintptr_t address,
                                unsigned bytes) {
  const std::uint32_t structure = bytes < access.bytes ? access.bytes : 0;
  const std::uint32_t what =
      an_access + static_cast<std::uint32_t>(access.kind) * 32 + bytes + structure * 256;
  const std::uint32_t place = accesses_({access.code, thread_->contexts.back(), what});
  std::vector<AccessCount>& accesses = launches_.back().accesses;
  if (place == accesses.size()) {
    AccessCount& count = accesses.emplace_back();
    count.code = access.code;
    count.kind = access.kind;
    count.bytes = bytes;
    count.structure = structure;
  }
  add_step({address, place, static_cast<std::uint16_t>(bytes),
            static_cast<std::uint8_t>(access.kind), static_cast<std::uint8_t>(space)});
}

void AccessRecorder::reach_barrier(std::uintptr_t code) {
  if (!thread_) return;
  const std::uint32_t place = barriers_({code, thread_->contexts.back(), a_barrier});
  std::vector<std::uintptr_t>& barriers = launches_.back().barriers;
  if (place == barriers.size()) barriers.push_back(code);
  add_step({0, place, 0, TraceStep::barrier, 0});
}

void AccessRecorder::end_block() {
  thread_ = nullptr;
  Counter counter(launches_.back(), reaches_);
  for (const Thread& thread : threads_) add_edges(flow_, thread.trace);
  std::vector<LaneTrace> lanes;
  for (std::size_t warp = 0; warp < wanted_.size(); ++warp) {
    if (!wanted_[warp]) continue;
    const std::size_t first = warp * warp_lanes;
    const std::size_t last = std::min<std::size_t>(first + warp_lanes, threads_.size());
    lanes.resize(last - first);
    for (std::size_t i = first; i < last; ++i) std::swap(lanes[i - first], threads_[i].trace);
    counter.begin_warp(lanes.size());
    walk_warp(lanes, flow_, counter);
    if (listener_) {
      listener_->begin_warp(launches_.back(), lanes.size());
      walk_warp(lanes, flow_, *listener_);
    }
    ++launches_.back().warps;
    for (std::size_t i = first; i < last; ++i) std::swap(lanes[i - first], threads_[i].trace);
  }
}

void AccessRecorder::end_launch() {
  std::vector<BlockCount>& blocks = launches_.back().blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    blocks[i].in_loop = flow_.in_loop(std::uint32_t(i));
  plan_ = nullptr;
}

}  // namespace livewarp::emulator
