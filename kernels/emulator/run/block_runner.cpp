#include "kernels/emulator/run/block_runner.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/core/base/error.h"

namespace livewarp::emulator {

namespace {

/// Fills shared memory at the start of a block: NaN as float, -1 as integer.
constexpr int poison = 0xff;

}  // namespace

BlockRunner::BlockRunner() { idle_.reserve(max_block_threads); }

BlockRunner::~BlockRunner() {
  for (Carrier* carrier : idle_) {
    carrier->thread = -1;
    Fibre::hand_over(home_, *carrier->fibre);
  }
}

void BlockRunner::begin(const LaunchPlan& plan) {
  plan_ = &plan;
  // These are the system's thread's. Another executor's launch may have run on it since.
  blockDim = {plan.block.x, plan.block.y, plan.block.z};
  gridDim = {plan.grid.x, plan.grid.y, plan.grid.z};
  if (launch_ == plan.launch) return;
  launch_ = plan.launch;
  const auto count = static_cast<unsigned>(plan.block.count());
  indices_.clear();
  for (unsigned z = 0; z < plan.block.z; ++z) {
    for (unsigned y = 0; y < plan.block.y; ++y) {
      for (unsigned x = 0; x < plan.block.x; ++x) indices_.push_back({x, y, z});
    }
  }
  first_block_ = true;
  threads_.assign(count, Thread{});
  warps_.resize((count + warp_lanes - 1) / warp_lanes);
  at_barrier_.reserve(count);
  // Exactly as large as asked, so that an address sanitizer sees every access beyond it.
  shared_.reset(new (std::align_val_t{128}) std::byte[plan.shared_bytes]);
}

void BlockRunner::run(std::uint64_t block_index) {
  reset(block_index);
  const Installed installed(*this);
  heard_by_ = plan_->observer;
  if (heard_by_ && !heard_by_->begin_block(block_index, shared_.get())) heard_by_ = nullptr;
  for (unsigned thread = 0; thread < live_; ++thread) make_ready(static_cast<int>(thread));
  Carrier& first = idle_carrier();
  first.thread = pick();
  Fibre::hand_over(home_, *first.fibre);
  if (failure_) {
    give_up_all();
    launch_ = 0;
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  if (heard_by_) heard_by_->end_block();
  if (std::exchange(first_block_, false)) static_shared_.after_first_block();
}

void BlockRunner::reset(std::uint64_t block_index) {
  const Dim3& grid = plan_->grid;
  blockIdx = {static_cast<unsigned>(block_index % grid.x),
              static_cast<unsigned>(block_index / grid.x % grid.y),
              static_cast<unsigned>(block_index / grid.x / grid.y)};
  random_ = Random(plan_->seed ^ (block_index + 1) * 0xd1342543de82ef95u);
  std::memset(shared_.get(), poison, plan_->shared_bytes);
  if (first_block_) {
    static_shared_.before_first_block(poison);
  } else {
    static_shared_.before_block();
  }
  live_ = static_cast<unsigned>(threads_.size());
  ready_count_ = 0;
  put_off_.clear();
  at_barrier_.clear();
  barrier_predicates_ = 0;
  ended_seen_ = -1;
  changes_.clear();
  vain_tries_ = vain_turns_ = 0;
  for (unsigned w = 0; w < warps_.size(); ++w) {
    const unsigned lanes = std::min(warp_lanes, live_ - w * warp_lanes);
    warps_[w] = {lanes == warp_lanes ? ~0u : (1u << lanes) - 1, 0};
  }
}

// -- taking turns ---------------------------------------------------------------------------------

Fibre* BlockRunner::carry(Carrier& self) {
  while (self.thread >= 0) {
    run_thread(self);
    proceed(self);
  }
  return &home_;
}

void BlockRunner::run_thread(Carrier& self) {
  const int thread = self.thread;
  threads_[thread].carrier = &self;
  threads_[thread].repeats = 0;
  vain_tries_ = vain_turns_ = 0;
  enter(thread);
  if (_setjmp(self.start) == 0) run_kernel(thread);
  observe(nullptr);
  threads_[thread].carrier = nullptr;
}

/// No exception may leave the fibre: it is kept, and thrown again by `run`.
void BlockRunner::run_kernel(int thread) {
  try {
    observe(heard_by_);
    plan_->kernel.call(plan_->args);
    observe(nullptr);
    if (heard_by_) heard_by_->leave_thread();
    exit(thread);
  } catch (const GivenUp&) {
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }
}

void BlockRunner::abandon(std::exception_ptr failure) {
  if (!failure_) failure_ = std::move(failure);
  failure = nullptr;  // nothing is destroyed that is jumped over
  std::longjmp(threads_[thread_].carrier->start, 1);
}

void BlockRunner::proceed(Carrier& self) {
  const int next = failure_ ? -1 : pick();
  if (next >= 0 && !threads_[next].carrier) {
    self.thread = next;
    return;
  }
  idle_.push_back(&self);
  if (next >= 0) {
    Fibre::hand_over(*self.fibre, *threads_[next].carrier->fibre);
  } else {
    if (live_ > 0 && !failure_) failure_ = deadlock();
    Fibre::hand_over(*self.fibre, home_);
  }
}

void BlockRunner::wait() {
  const int thread = thread_;
  const int next = pick();
  if (next != thread) {
    Fibre& here = *threads_[thread].carrier->fibre;
    if (next < 0) {
      failure_ = deadlock();
      Fibre::hand_over(here, home_);
    } else if (threads_[next].carrier) {
      Fibre::hand_over(here, *threads_[next].carrier->fibre);
    } else {
      Carrier& carrier = idle_carrier();
      carrier.thread = next;
      Fibre::hand_over(here, *carrier.fibre);
    }
    if (giving_up_) {
      thread_ = thread;
      throw GivenUp{};
    }
    enter(thread);
  }
  threads_[thread].wait = Wait::no;
}

void BlockRunner::make_ready(int thread) {
  const auto number = static_cast<std::uint16_t>(thread);
  if (heard_by_ && !heard_by_->goes_first(thread))
    put_off_.push_back(number);
  else
    ready_[ready_count_++] = number;
}

void BlockRunner::put_off() {
  put_off_.push_back(static_cast<std::uint16_t>(thread_));
  wait();
}

void BlockRunner::end_putting_off() {
  for (const std::uint16_t thread : put_off_) ready_[ready_count_++] = thread;
  put_off_.clear();
}

int BlockRunner::pick() {
  if (ready_count_ == 0) end_putting_off();
  if (ready_count_ == 0) return -1;
  const unsigned place = random_.below(ready_count_);
  const int thread = ready_[place];
  ready_[place] = ready_[--ready_count_];
  return thread;
}

void BlockRunner::enter(int thread) {
  thread_ = thread;
  threadIdx = indices_[thread];
  if (heard_by_) heard_by_->enter_thread(thread);
}

BlockRunner::Carrier& BlockRunner::idle_carrier() {
  if (idle_.empty()) {
    Carrier& made = carriers_.emplace_back();
    made.fibre.emplace(stacks_.take(static_cast<int>(carriers_.size()) - 1),
                       [this, &made] { return carry(made); });
    return made;
  }
  Carrier& carrier = *idle_.back();
  idle_.pop_back();
  return carrier;
}

/// An exited thread counts as arrived wherever others wait for it.
void BlockRunner::exit(int thread) {
  const unsigned index = static_cast<unsigned>(thread) / warp_lanes;
  Warp& warp = warps_[index];
  warp.live &= ~(1u << thread % warp_lanes);
  --live_;
  vain_tries_ = vain_turns_ = 0;
  for (unsigned lane = 0; warp.waiting != 0 && lane < warp_lanes; ++lane) {
    if (warp.waiting >> lane & 1u) {
      complete_warp_operation(index, static_cast<int>(index * warp_lanes + lane));
    }
  }
  if (live_ > 0 && at_barrier_.size() == live_) release_barrier();
}

/// Runs every suspended thread into an exception, one after the other.
void BlockRunner::give_up_all() {
  giving_up_ = true;
  for (Thread& thread : threads_) {
    if (thread.carrier) Fibre::hand_over(home_, *thread.carrier->fibre);
    thread.wait = Wait::no;
  }
  giving_up_ = false;
}

}  // namespace livewarp::emulator
