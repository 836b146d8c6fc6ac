#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernels/core/base/named_memory.h"
#include "kernels/core/exec/exec.h"
#include "kernels/emulator/run/kernel_observer.h"
#include "kernels/emulator/run/memory_spaces.h"
#include "kernels/emulator/run/source_lines.h"

namespace livewarp::emulator {

/// Finds defects that often go unnoticed on a GPU. An access ends the launch with an `Error` that
/// names kernel, block, thread and line if it
///
/// - lies outside of the memory that the step may touch, or writes what it may only read;
/// - lies beyond dynamic shared memory;
/// - reads shared memory that the block has not written;
/// - meets, without a barrier in between, an access of another warp of the block to the same byte
/// of shared memory, one of
///   the two a write;
/// - meets, in the same launch, an access of another block to the same byte of global memory, one
/// of the two a write.
///
/// Atomics may meet each other, and so may writes that leave what is there: several threads may
/// give one result. What a block wrote before a __threadfence and an atomic, another may access
/// after an atomic of its own on the same word. Lanes of one warp are not held against each other.
/// What it cannot see: an index
/// that is wrong and still lies within memory that the step may touch, or within another static
/// shared array.
class MemoryChecker : public KernelObserver {
 public:
  void use_memory(const std::vector<NamedMemory>& memory) override;
  void begin_launch(const LaunchPlan& plan) override;
  bool begin_block(std::uint64_t block, std::byte* shared) override;
  void enter_thread(int thread) override { thread_ = thread; }
  void end_block() override { settle(); }
  void pass_barrier() override { ++epoch_; }
  void access(const Access& access) override;
  void fence() override { fenced_by_ = thread_; }

 private:
  /// Who accessed a byte, and when. One stands for every byte, so it is small.
  struct Mark {
    std::uint32_t when = 0;   ///< epoch of shared memory, launch of global; 0: never
    std::uint32_t block = 0;  ///< of the grid, its low bits
    std::int32_t code = 0;    ///< from the kernel's, among code that is smaller than 2 GB
    std::uint16_t thread = 0;
    bool atomic = false;
  };
  struct Byte {
    Mark write, read, other_read;  ///< `other_read` by another warp or block than `read`
    std::uint32_t written_in = 0;  ///< number of the block of all launches that wrote it last
  };
  /// A byte that was written before, and is about to be written: wrong if that changes it.
  struct Rewrite {
    std::uintptr_t address = 0;
    unsigned char value = 0;  ///< that was there
    Mark before;
    Access access;
    int thread = 0;
    bool shared = false;
  };
  struct Region {
    NamedMemory memory;
    std::vector<Byte> bytes;
  };

  struct Found {
    Region* region = nullptr;
    bool inside = false;
  };

  Found region_of(const Access& access);
  static bool was_read_by_two(const Byte& byte, const Mark& now);
  void check_shared(const Access& access);
  void check_global(const Access& access);
  void check_dynamic_bounds(const Access& access, std::uintptr_t distance) const;
  bool is_dynamic(const Access& access) const;
  Byte& static_byte(std::uintptr_t address);
  Mark mark_of(const Access& access, std::uint32_t when) const;
  void check_byte(Byte& byte, std::uintptr_t address, const Access& access, const Mark& now,
                  bool shared);
  void settle();
  bool apart(const Mark& a, const Mark& b, bool shared) const;
  void follow_fences(const Access& access);
  bool heard_of(std::uint32_t block) const;
  [[noreturn]] void fail_met(const Access& access, const Mark& before, const char* did,
                             bool shared) const;
  [[noreturn]] void fail(const Access& access, const std::string& what,
                         const std::string& advice) const;
  std::string who(const Mark& mark) const;
  std::string thread_text(int thread) const;
  std::string block_text(std::uint64_t block) const;
  std::string line_of(std::uintptr_t code) const;

  const LaunchPlan* plan_ = nullptr;
  MemorySpaces spaces_;
  mutable SourceLines lines_;
  std::vector<Region> regions_;
  std::vector<Byte> dynamic_shared_;
  std::vector<std::vector<Byte>> static_shared_;  ///< in chunks: a kernel touches few of them
  const std::byte* shared_ = nullptr;
  std::vector<Rewrite> rewrites_;
  /// The word by whose atomic a block has let others know what it wrote, by the block's number.
  std::unordered_map<std::uint32_t, std::uintptr_t> told_;
  std::vector<std::uintptr_t> asked_;  ///< words that the present block has changed by atomics
  std::uintptr_t code_base_ = 0;       ///< of the present launch
  std::uint64_t block_ = 0;
  std::uint32_t launch_ = 0, epoch_ = 0, blocks_begun_ = 0;
  int thread_ = 0,
      fenced_by_ = nobody;  ///< the thread that has passed a fence and written nothing since
  static constexpr int nobody = -1;
};

}  // namespace livewarp::emulator

namespace livewarp {

/// An emulator whose launches are checked so, if they are of instrumented kernels.
std::unique_ptr<KernelExec> make_checked_exec(std::uint64_t seed = 1, std::stop_token stop = {});

}  // namespace livewarp
