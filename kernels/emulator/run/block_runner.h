#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernels/core/device/lane.h"
#include "kernels/core/exec/exec.h"
#include "kernels/emulator/run/fibre.h"
#include "kernels/emulator/run/kernel_observer.h"
#include "kernels/emulator/run/random.h"
#include "kernels/emulator/run/static_shared.h"

namespace livewarp::emulator {

constexpr unsigned warp_lanes = 32;
constexpr unsigned max_block_threads = 1024;

/// How far a launch is, for blocks that wait for others of it.
class LaunchProgress {
 public:
  /// `alone`: its blocks run one after another on one thread of the operating system.
  explicit LaunchProgress(bool alone) : alone_(alone) {}
  bool alone() const { return alone_; }
  std::int64_t ended() const { return ended_.load(std::memory_order_relaxed); }
  void end_block() { ended_.fetch_add(1, std::memory_order_relaxed); }
  /// A block has failed with what is being thrown: those that wait for it fail likewise.
  void fail();
  /// Throws that, if one has.
  void rethrow_failure() const;

 private:
  const bool alone_;
  std::atomic<std::int64_t> ended_{0};
  std::atomic<bool> failed_{false};
  mutable std::mutex mutex_;
  std::exception_ptr failure_;
};

/// One launch as its blocks see it. `args[i]` points to the i-th parameter.
struct LaunchPlan {
  KernelRef kernel;
  void* const* args = nullptr;
  Dim3 grid, block;
  std::size_t shared_bytes = 0;
  std::uint64_t launch = 0;  ///< number of the launch, from 1, never the same twice
  std::uint64_t seed = 0;
  std::stop_token stop;
  KernelObserver* observer = nullptr;  ///< hears instrumented kernels; may be null
  LaunchProgress* progress = nullptr;  ///< null: no block waits for another
};

/// Runs blocks one after the other on one thread of the operating system. Threads of a block take
/// turns on fibres, in an order drawn from the seed; a thread goes on until it must wait for others
/// or ends. Threads that never wait share one fibre, so a kernel without barriers costs no switch.
class BlockRunner {
 public:
  BlockRunner();
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  /// Takes over what all blocks of a launch share; cheap for a launch it knows. `plan` must outlive
  /// their runs.
  void begin(const LaunchPlan& plan);
  /// Runs the block of that index in the grid, x first. Throws what a thread threw, `Error` if the
  /// threads wait for each other for ever, `Cancelled` at a barrier once stop is requested. It can
  /// be used again after that.
  void run(std::uint64_t block_index);

  // For the running thread: see kernels/core/device/lane.h.
  // `code` is where the kernel goes on after it.
  int barrier(BarrierKind kind, int predicate, std::uintptr_t code);
  std::uint64_t exchange(WarpOperation operation, unsigned mask, std::uint64_t value, int source,
                         std::uintptr_t code);
  [[noreturn]] void abandon(std::exception_ptr failure);
  void put_off();
  void spin(std::uintptr_t code);
  void attempt(std::uintptr_t code, std::uintptr_t address, std::size_t bytes);
  void* shared() const { return shared_.get(); }
  int lane() const { return static_cast<int>(thread_ % warp_lanes); }

 private:
  /// A fibre and the thread that it is to run when it is resumed; -1 tells it to end.
  struct Carrier {
    std::optional<Fibre> fibre;
    int thread = -1;
    std::jmp_buf start;  ///< of its thread, to come back to when that is abandoned
  };
  enum class Wait : std::uint8_t { no, barrier, warp };
  /// One thread of the block.
  struct Thread {
    Carrier* carrier = nullptr;  ///< null before it starts and after its end
    Wait wait = Wait::no;
    WarpOperation operation = WarpOperation::sync;
    unsigned mask = 0;        ///< of its warp operation
    int source = 0;           ///< lane that it wants to read
    std::uint64_t value = 0;  ///< given to the warp operation, then its result
    std::uintptr_t code = 0;  ///< where it waits, or waited last
    /// Of its last atomic: where, on which word, what stood there before, and which access of all
    /// it was; and how many before it were the same, with nothing in between.
    std::uintptr_t tried_at = 0, tried = 0;
    std::uint64_t found = 0, access = 0;
    unsigned repeats = 0;
  };
  /// Who has changed a word by an atomic last, as far as the next atomic on it has seen.
  struct Change {
    int thread = -1, tries = -1;  ///< `tries`: whose atomic was the last one
    std::uintptr_t code = 0, tries_at = 0;
    std::uint64_t before = 0;  ///< what stood there when it tried
  };
  struct Warp {
    unsigned live = 0;     ///< lanes that have not exited
    unsigned waiting = 0;  ///< lanes at a warp operation
  };
  using Given = std::array<std::uint64_t, warp_lanes>;  ///< by the lanes of a warp
  /// What is thrown through a thread that is given up, so that its objects are destroyed.
  struct GivenUp {};

  void reset(std::uint64_t block_index);
  Fibre* carry(Carrier& self);
  void run_thread(Carrier& self);
  void run_kernel(int thread);
  void proceed(Carrier& self);
  void enter(int thread);
  void exit(int thread);
  void wait();
  int pick();
  void make_ready(int thread);
  void end_putting_off();
  Carrier& idle_carrier();
  void release_barrier();
  void complete_warp_operation(unsigned warp_index, int member);
  static std::uint64_t result_for(unsigned i, const Thread& lane, unsigned taking_part,
                                  const Given& given);
  void give_up_all();
  std::string describe(int thread) const;
  std::string describe_wait(int thread) const;
  std::string where(int thread) const { return where_at(thread, threads_[thread].code); }
  std::string where_at(int thread, std::uintptr_t code) const;
  std::string line_of(int thread) const { return line_at(threads_[thread].code); }
  std::string line_at(std::uintptr_t code) const;
  void check_barrier(BarrierKind kind) const;
  std::exception_ptr deadlock() const;
  [[noreturn]] void wait_in_vain() const;
  const Change& follow_change(std::uintptr_t address, std::uint64_t now, std::uintptr_t code);
  void let_others_go_on(std::uintptr_t code);
  int trier_beside(int holder) const;
  [[noreturn]] void spin_for_ever(const Change& change) const;

  struct SharedDelete {
    void operator()(std::byte* memory) const { ::operator delete[](memory, std::align_val_t{128}); }
  };

  const LaunchPlan* plan_ = nullptr;
  KernelObserver* heard_by_ = nullptr;  ///< the present block; null: nobody
  std::uint64_t launch_ = 0;
  std::vector<Index3> indices_;  ///< threadIdx by thread
  std::unique_ptr<std::byte[], SharedDelete> shared_;

  StaticShared static_shared_;
  bool first_block_ = true;  ///< of the launch, on this thread of the operating system

  Fibre home_;  ///< the thread of the operating system that calls `run`
  StackPool stacks_{max_block_threads};
  std::deque<Carrier> carriers_;
  std::vector<Carrier*> idle_;

  // The present block.
  Random random_;
  std::vector<Thread> threads_;
  std::vector<Warp> warps_;
  std::array<std::uint16_t, max_block_threads> ready_{};  ///< may run, in no order
  unsigned ready_count_ = 0;
  std::vector<std::uint16_t> put_off_;  ///< may run too, once none of those can
  std::vector<std::uint16_t> at_barrier_;
  BarrierKind barrier_kind_ = BarrierKind::sync;
  int barrier_predicates_ = 0, barrier_result_ = 0;
  unsigned live_ = 0;                                   ///< threads that have not exited
  int thread_ = 0;                                      ///< the running one
  std::unordered_map<std::uintptr_t, Change> changes_;  ///< by word, of heard blocks
  std::uint64_t vain_tries_ = 0;  ///< since a thread did anything but repeat an atomic in vain
  unsigned vain_turns_ = 0;       ///< turns of threads that did nothing else
  std::exception_ptr failure_;
  bool giving_up_ = false;
  std::int64_t ended_seen_ = -1;  ///< blocks of the launch, when this one waited for another last
  std::chrono::steady_clock::time_point ended_at_;  ///< when their number changed
};

/// Makes `runner` the one that the kernels on this thread of the operating system speak to.
class Installed {
 public:
  explicit Installed(BlockRunner& runner);
  ~Installed();
  Installed(const Installed&) = delete;
  Installed& operator=(const Installed&) = delete;
};

}  // namespace livewarp::emulator
