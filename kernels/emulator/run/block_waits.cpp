// What the threads of a block wait for: barriers and warp operations, and what is said when they
// wait for ever.
#include <bit>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "kernels/core/base/error.h"
#include "kernels/emulator/run/block_runner.h"
#include "kernels/emulator/run/source_lines.h"

namespace livewarp::emulator {

namespace {

const char* name_of(BarrierKind kind) {
  switch (kind) {
  case BarrierKind::count: return "__syncthreads_count";
  case BarrierKind::all: return "__syncthreads_and";
  case BarrierKind::any: return "__syncthreads_or";
  case BarrierKind::sync: break;
  }
  return "__syncthreads";
}

const char* name_of(WarpOperation operation) {
  switch (operation) {
  case WarpOperation::shuffle: return "a shuffle";
  case WarpOperation::vote: return "a vote";
  case WarpOperation::match: return "a match";
  case WarpOperation::sync: break;
  }
  return "__syncwarp";
}

/// The lanes of `lanes` of which `is` is true.
template <class Is>
unsigned mask_where(unsigned lanes, const Is& is) {
  unsigned mask = 0;
  for (unsigned rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    mask |= static_cast<unsigned>(is(lane)) << lane;
  }
  return mask;
}

}  // namespace

/// Two calls of a barrier are one where they come from one line: a compiler may have made two of
/// it.
void BlockRunner::check_barrier(BarrierKind kind) const {
  if (at_barrier_.empty()) return;
  const int other = at_barrier_.front();
  const bool same_place =
      threads_[thread_].code == threads_[other].code || line_of(thread_) == line_of(other);
  if (kind == barrier_kind_ && same_place) return;
  throw Error(fmt::format("{}: reaches {} while {} waits at {}{}", where(thread_), name_of(kind),
                          describe(other), name_of(barrier_kind_), line_of(other)),
              "all threads of a block must meet in the same barrier");
}

int BlockRunner::barrier(BarrierKind kind, int predicate, std::uintptr_t code) {
  threads_[thread_].code = code;
  vain_tries_ = vain_turns_ = 0;
  check_barrier(kind);
  if (heard_by_) heard_by_->reach_barrier(code);
  barrier_kind_ = kind;
  barrier_predicates_ += predicate != 0;
  threads_[thread_].wait = Wait::barrier;
  at_barrier_.push_back(static_cast<std::uint16_t>(thread_));
  if (at_barrier_.size() == live_) release_barrier();
  wait();
  // The next barrier cannot have been released before this thread reached it: this is still ours.
  return barrier_result_;
}

void BlockRunner::release_barrier() {
  if (heard_by_) heard_by_->pass_barrier();
  if (plan_->stop.stop_requested()) throw Cancelled();
  const int came = static_cast<int>(at_barrier_.size());
  switch (barrier_kind_) {
  case BarrierKind::sync: barrier_result_ = 0; break;
  case BarrierKind::count: barrier_result_ = barrier_predicates_; break;
  case BarrierKind::all: barrier_result_ = barrier_predicates_ == came; break;
  case BarrierKind::any: barrier_result_ = barrier_predicates_ > 0; break;
  }
  barrier_predicates_ = 0;
  for (const std::uint16_t thread : at_barrier_) make_ready(thread);
  at_barrier_.clear();
}

// -- other blocks ---------------------------------------------------------------------------------

void LaunchProgress::fail() {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::current_exception();
  failed_ = true;
}

void LaunchProgress::rethrow_failure() const {
  if (!failed_) return;
  const std::lock_guard lock(mutex_);
  std::rethrow_exception(failure_);
}

/// One who waits for another block goes on as long as blocks end: that one may be the next.
void BlockRunner::spin(std::uintptr_t code) {
  constexpr std::chrono::seconds longest{20};
  const LaunchProgress* const progress = plan_->progress;
  threads_[thread_].code = code;
  if (plan_->stop.stop_requested()) throw Cancelled();
  if (!progress || progress->alone()) wait_in_vain();
  progress->rethrow_failure();
  std::this_thread::yield();
  const auto now = std::chrono::steady_clock::now();
  if (const std::int64_t ended = progress->ended(); ended != ended_seen_) {
    ended_seen_ = ended;
    ended_at_ = now;
  }
  if (now - ended_at_ > longest) wait_in_vain();
}

void BlockRunner::wait_in_vain() const {
  throw Error(fmt::format("{}: waits for another block, which has not begun", where(thread_)),
              "blocks run in any order: one may wait for those that have begun alone, which an "
              "atomic counts");
}

// -- warps ----------------------------------------------------------------------------------------

std::uint64_t BlockRunner::exchange(WarpOperation operation, unsigned mask, std::uint64_t value,
                                    int source, std::uintptr_t code) {
  const unsigned bit = 1u << lane();
  threads_[thread_].code = code;
  vain_tries_ = vain_turns_ = 0;
  if (!(mask & bit)) {
    throw Error(fmt::format("{}: reaches {} with mask 0x{:08x}, which leaves out its own lane {}",
                            where(thread_), name_of(operation), mask, lane()),
                "a thread that takes part must be in the mask");
  }
  const unsigned index = static_cast<unsigned>(thread_) / warp_lanes;
  Thread& mine = threads_[thread_];
  mine.wait = Wait::warp;
  mine.operation = operation;
  mine.mask = mask;
  mine.source = source;
  mine.value = value;
  warps_[index].waiting |= bit;
  complete_warp_operation(index, thread_);
  wait();
  return mine.value;
}

/// What lane `i` gets of what the lanes gave.
std::uint64_t BlockRunner::result_for(unsigned i, const Thread& lane, unsigned taking_part,
                                      const Given& given) {
  switch (lane.operation) {
  case WarpOperation::vote:
    return mask_where(taking_part, [&](unsigned j) { return given[j] != 0; });
  case WarpOperation::match:
    return mask_where(taking_part, [&](unsigned j) { return given[j] == given[i]; });
  default: return given[lane.source & 31];
  }
}

/// Ends the operation that `member` waits in, if all who take part have come.
void BlockRunner::complete_warp_operation(unsigned warp_index, int member) {
  Warp& warp = warps_[warp_index];
  const WarpOperation operation = threads_[member].operation;
  const unsigned mask = threads_[member].mask, taking_part = mask & warp.live;
  if (taking_part & ~warp.waiting) return;

  Thread* lanes = &threads_[warp_index * warp_lanes];
  Given given;
  given.fill(~std::uint64_t{0});
  for (unsigned i = 0; i < warp_lanes; ++i) {
    if (!(taking_part >> i & 1u)) continue;
    if (lanes[i].mask != mask || lanes[i].operation != operation) return;
    given[i] = lanes[i].value;
  }
  for (unsigned i = 0; i < warp_lanes; ++i) {
    if (!(taking_part >> i & 1u)) continue;
    lanes[i].value = result_for(i, lanes[i], taking_part, given);
    make_ready(static_cast<int>(warp_index * warp_lanes + i));
  }
  warp.waiting &= ~taking_part;
}

// -- words ----------------------------------------------------------------------------------------

std::string BlockRunner::describe(int thread) const {
  const Index3& index = indices_[thread];
  return fmt::format("thread ({}, {}, {})", index.x, index.y, index.z);
}

std::string BlockRunner::where_at(int thread, std::uintptr_t code) const {
  return fmt::format("kernel {}, block ({}, {}, {}), {}{}", plan_->kernel.name, blockIdx.x,
                     blockIdx.y, blockIdx.z, describe(thread), line_at(code));
}

/// Where a thread waits, if that is known: instrumented kernels carry their lines.
std::string BlockRunner::line_at(std::uintptr_t code) const {
  if (!plan_->observer) return {};
  const SourceLine line = SourceLines().of(code);
  return line.line > 0 ? fmt::format(", {}:{}", line.file, line.line) : std::string();
}

std::string BlockRunner::describe_wait(int thread) const {
  const Thread& t = threads_[thread];
  if (t.wait == Wait::barrier) return fmt::format("waits at {}", name_of(barrier_kind_));
  return fmt::format("waits at {} of mask 0x{:08x}", name_of(t.operation), t.mask);
}

/// Every thread that has not exited waits. Names one of them, and one that waits elsewhere.
std::exception_ptr BlockRunner::deadlock() const {
  int first = -1, other = -1;
  for (int i = 0; i < static_cast<int>(threads_.size()); ++i) {
    const Thread& t = threads_[i];
    if (t.wait == Wait::no) continue;
    if (first < 0) first = i;
    const Thread& f = threads_[first];
    const bool elsewhere = t.wait != f.wait || (t.wait == Wait::warp &&
                                                (t.mask != f.mask || t.operation != f.operation));
    if (other < 0 && elsewhere) other = i;
  }
  std::string what = fmt::format("{}: {} for ever", where(first), describe_wait(first));
  if (other >= 0)
    what += fmt::format(": {} {}{}", describe(other), describe_wait(other), line_of(other));
  return std::make_exception_ptr(
      Error(what, "every thread of the block (or of the mask) must reach the same call"));
}

}  // namespace livewarp::emulator
