// Threads that repeat an atomic until it succeeds, as one does who waits for a lock. Here a thread
// goes on until it must wait, so nobody could let it succeed: after some tries others have a turn.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "kernels/core/base/error.h"
#include "kernels/emulator/run/block_runner.h"

namespace livewarp::emulator {

namespace {

constexpr unsigned tries_a_turn = 1024;
/// So many in a row, of all threads that still can, while nothing else happens: they never will.
constexpr std::uint64_t most_vain_tries = std::uint64_t{1} << 20;
constexpr unsigned most_vain_turns = 4;  ///< of each thread

std::uint64_t word_at(std::uintptr_t address, std::size_t bytes) {
  std::uint64_t word = 0;
  if (bytes <= sizeof(word)) std::memcpy(&word, reinterpret_cast<const void*>(address), bytes);
  return word;
}

}  // namespace

/// Whether an atomic has changed its word is seen by the next one on it.
const BlockRunner::Change& BlockRunner::follow_change(std::uintptr_t address, std::uint64_t now,
                                                      std::uintptr_t code) {
  Change& change = changes_[address];
  if (change.tries >= 0 && change.before != now) {
    change.thread = change.tries;
    change.code = change.tries_at;
  }
  change.tries = thread_;
  change.tries_at = code;
  change.before = now;
  return change;
}

void BlockRunner::attempt(std::uintptr_t code, std::uintptr_t address, std::size_t bytes) {
  Thread& mine = threads_[thread_];
  const std::uint64_t now = word_at(address, bytes), access = accesses_until_now();
  const Change& change = follow_change(address, now, code);
  const bool again = mine.tried_at == code && mine.tried == address && mine.found == now &&
                     (access == mine.access + 1 || mine.repeats % tries_a_turn == 0);
  mine.tried_at = code;
  mine.tried = address;
  mine.found = now;
  mine.access = access;
  if (!again) {
    mine.repeats = 0;
    vain_tries_ = vain_turns_ = 0;
    return;
  }
  ++mine.repeats;
  ++vain_tries_;
  if (mine.repeats % tries_a_turn != 0) return;
  ++vain_turns_;
  if (vain_tries_ >= most_vain_tries && vain_turns_ >= most_vain_turns * live_)
    spin_for_ever(change);
  let_others_go_on(code);
}

void BlockRunner::let_others_go_on(std::uintptr_t code) {
  if (plan_->stop.stop_requested()) throw Cancelled();
  threads_[thread_].code = code;
  make_ready(thread_);
  end_putting_off();  // the thread that it waits for may be among them
  wait();
}

/// One that tries the running thread's word in vain: of the warp of who has changed it last, if one
/// does.
int BlockRunner::trier_beside(int holder) const {
  if (holder < 0) return thread_;
  const int first = holder / int(warp_lanes) * int(warp_lanes);
  const int end = std::min(first + int(warp_lanes), int(threads_.size()));
  for (int i = first; i < end; ++i) {
    const Thread& other = threads_[i];
    if (other.carrier && other.wait == Wait::no && other.repeats > 0 &&
        other.tried == threads_[thread_].tried)
      return i;
  }
  return thread_;
}

/// All threads of the block that do not wait try in vain, and nothing else happens any more.
void BlockRunner::spin_for_ever(const Change& change) const {
  const int trier = trier_beside(change.thread);
  std::string what =
      where_at(trier, threads_[trier].tried_at) + ": repeats an atomic for ever, in vain";
  if (change.thread >= 0) {
    const std::string waits = threads_[change.thread].wait == Wait::no
                                  ? std::string("has ended since, or tries in vain itself")
                                  : describe_wait(change.thread) + line_of(change.thread);
    const bool same_warp = change.thread / int(warp_lanes) == trier / int(warp_lanes);
    what += fmt::format(": {}{} has changed the word last{}, and {}", describe(change.thread),
                        same_warp && change.thread != trier ? " of the same warp" : "",
                        line_at(change.code), waits);
  }
  throw Error(what, "who holds a lock must not wait for threads that wait for the lock: release it "
                    "first, or let one lane take it for its whole warp");
}

}  // namespace livewarp::emulator
