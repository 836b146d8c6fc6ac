#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

#include "kernels/core/base/named_memory.h"

namespace livewarp {
struct TextureReach;
}

namespace livewarp::emulator {

struct LaunchPlan;

/// What a kernel does with memory. A copy is what an asynchronous one writes to shared memory.
enum class AccessKind : std::uint8_t { read, write, atomic, texture, copy };

/// One access of one thread.
struct Access {
  std::uintptr_t code = 0;  ///< where the kernel goes on after it: an address of the program's code
  std::uintptr_t address = 0;  ///< of its first byte; null: there is none, see `reach`
  std::uint16_t bytes = 0;
  AccessKind kind = AccessKind::read;
  /// Of a structure's copy the largest alignment that the compiler leaves open, a power of two; 0
  /// where it is one access for all that the compiler tells.
  std::uint8_t aligned = 0;
  const TextureReach* reach = nullptr;  ///< of a fetch from a texture with rows
  bool relaxed = false;  ///< read or written whole, while others may write it (memory model)
};

/// Hears what the threads of instrumented kernels do, as they do it: all of one launch on one
/// thread of the operating system, block after block. A member may throw; the launch then fails
/// with that.
class KernelObserver {
 public:
  virtual ~KernelObserver() = default;

  /// Global memory that the launches to come may touch.
  virtual void use_memory(const std::vector<NamedMemory>&) {}
  virtual void begin_launch(const LaunchPlan&) {}
  virtual void end_launch() {}
  /// Whether a block is executed at all: who only looks may leave out those whose results nobody
  /// reads. Work of the host that comes after such a launch is then left out too.
  virtual bool runs_block(std::uint64_t /*block*/) { return true; }
  /// `shared` is the block's dynamic shared memory. Returns whether it wants to hear the block at
  /// all.
  virtual bool begin_block(std::uint64_t /*block*/, std::byte* /*shared*/) { return true; }
  virtual void end_block() {}

  /// Whether a thread of the block is to go on before those that are not, wherever both can.
  virtual bool goes_first(int /*thread*/) const { return true; }
  /// What follows is done by this thread of the block, x first.
  virtual void enter_thread(int /*thread*/) {}
  /// The running thread has ended.
  virtual void leave_thread() {}
  /// The running thread has come to a barrier of its block, where it waits for the others.
  virtual void reach_barrier(std::uintptr_t /*code*/) {}
  /// All threads that have not ended have met at a barrier.
  virtual void pass_barrier() {}

  virtual void access(const Access&) {}
  /// The thread passes a __threadfence.
  virtual void fence() {}
  /// The thread begins a basic block of the code.
  virtual void basic_block(std::uintptr_t /*code*/) {}
  /// It calls a function of the kernel that was not made part of its caller, and comes back.
  virtual void enter_function(std::uintptr_t /*caller*/) {}
  virtual void leave_function() {}
};

/// Who hears the kernels that run on this thread of the operating system from now on; null: nobody.
/// Returns who heard them before.
KernelObserver* observe(KernelObserver* observer);

/// How many accesses to memory were heard on this thread of the operating system.
std::uint64_t accesses_until_now();

/// The running thread is about to change a word by an atomic, and is heard: others of its block go
/// on where it has tried in vain for long.
void attempt_atomic(void* code, const void* address, std::size_t bytes);

/// Who hears the running thread lets it wait until no other of its block can go on.
void put_off_thread();

/// Ends the running thread of the kernel, and the launch, with that. Its objects are not destroyed:
/// those of kernels have nothing to destroy.
[[noreturn]] void abandon_thread(std::exception_ptr failure);

}  // namespace livewarp::emulator
