// What a kernel compiled by the host compiler asks of the executor that runs it. `kernels/emulator`
// defines all of it. One fibre is one thread of CUDA; the fibres of a block never leave the
// operating system's thread that began the block, so thread-local data are the block's.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(LIVEWARP_TRACED)
  /// Of functions that stand for an instruction: what they do inside is not what the kernel does.
  #define LIVEWARP_UNTRACED [[gnu::noinline, gnu::no_sanitize("thread"), gnu::no_sanitize_coverage]]
  /// In such a function: to the end of its scope, what it calls is not what the kernel does either.
  #define LIVEWARP_UNHEARD() const ::livewarp::emulator::Unheard unheard
  /// Tells whoever hears the kernel that such a function accesses memory, from where it was called,
  /// and is heard no more. Two statements, the first of the function.
  #define LIVEWARP_NOTE(address, bytes, kind)                                                      \
    ::livewarp::emulator::note_##kind(__builtin_return_address(0), address, bytes);                \
    LIVEWARP_UNHEARD()
  #define LIVEWARP_NOTE_COPY(from, to, bytes)                                                      \
    ::livewarp::emulator::note_copy(__builtin_return_address(0), from, to, bytes);                 \
    LIVEWARP_UNHEARD()
#else
  #define LIVEWARP_UNTRACED
  #define LIVEWARP_NOTE(address, bytes, kind) ((void)0)
  #define LIVEWARP_NOTE_COPY(from, to, bytes) ((void)0)
  #define LIVEWARP_UNHEARD() ((void)0)
#endif

namespace livewarp::emulator {

// See kernels/emulator/run/kernel_observer.h. `code` is where the kernel goes on.
void note_atomic(void* code, const void* address, std::size_t bytes);
void note_texture(void* code, const void* object, std::size_t bytes);
/// To shared memory; from null: zeros.
void note_copy(void* code, const void* from, const void* to, std::size_t bytes);

/// While it lives, nobody hears what the running thread does.
class Unheard {
 public:
  Unheard();
  ~Unheard();
  Unheard(const Unheard&) = delete;
  Unheard& operator=(const Unheard&) = delete;

 private:
  void* before_;
};

/// Three unsigned indices, the type of the built-ins.
struct Index3 {
  unsigned x, y, z;
};

// The built-ins of the running thread; its executor writes them at every switch.
extern constinit thread_local Index3 threadIdx;
extern constinit thread_local Index3 blockIdx;
extern constinit thread_local Index3 blockDim;
extern constinit thread_local Index3 gridDim;

/// The block's dynamic shared memory, aligned to 16 bytes or more.
void* dynamic_shared_memory();

/// Position of the running thread in its warp of 32, counted x first.
int lane_index();

enum class BarrierKind { sync, count, all, any };
/// Waits for every thread of the block that has not exited. Returns, over all who came, the number
/// of non-zero predicates (count), or whether all or any are.
int block_barrier(BarrierKind kind, int predicate);

enum class WarpOperation { sync, shuffle, vote, match };
/// Waits for the threads of the warp named in `mask` that have not exited; they must ask for the
/// same operation with the same mask. Shuffle: returns the value that lane `source` gave; a lane
/// that does not take part yields all bits set (NaN), so that its use is seen. Vote: returns the
/// mask of the lanes whose value is not 0. Match: returns the mask of the lanes whose value is the
/// same.
std::uint64_t warp_exchange(WarpOperation operation, unsigned mask, std::uint64_t value,
                            int source);

/// In a loop that waits for what another block writes: lets that one go on. Throws `Error` where it
/// has not begun and never will, since blocks run one after another.
void spin_pause();

}  // namespace livewarp::emulator
