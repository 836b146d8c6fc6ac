#pragma once

#include <cstdint>
#include <functional>

#include "kernels/core/exec/exec.h"

namespace livewarp::emulator {

// Launches of kernels that are compiled with instrumentation, for tests.

/// `launch_truth`.
void launch_traced_truth(KernelExec& exec, void* a, void* b,
                         const std::function<void(const char*)>& each);

/// One warp, 64 rounds: in round k lanes for which k + lane is odd write out[32 k + lane].
void launch_alternating(KernelExec& exec, float* out);
/// One block of 64 threads: each goes as many rounds through a loop as its number says and reads
/// in[round].
void launch_uneven_loop(KernelExec& exec, const float* in, float* out);
/// One warp: the lower half multiplies its number often, all write it.
void launch_half_warp(KernelExec& exec, float* out);

/// Two blocks of a warp: each thread writes its word, one more than the block before wrote for it.
void launch_handed_on(KernelExec& exec, std::uint64_t* words);

/// 4,096 blocks of 256 threads that copy structures by value, from and to `data`: by way of shared
/// memory, where each thread reads its neighbour's, or straight from one half of it to the other.
enum class Copied {
  three_floats,   ///< 12 bytes, aligned to 4
  six_floats,     ///< 24, aligned to 4
  three_doubles,  ///< 24, aligned to 8
  two_doubles,    ///< 16, aligned to 8
  two_floats,     ///< 8, aligned to 4
  four_bytes,     ///< 4, aligned to 1
  four_floats     ///< 16, aligned to 16
};
void launch_copies_by_shared(KernelExec& exec, Copied what, void* out);
void launch_copies(KernelExec& exec, Copied what, const void* in, void* out);

/// One warp: constant memory with one address for all lanes, with two, and with one for each.
void launch_constant(KernelExec& exec, float* out);

/// Kernels with one defect each, or none.
enum class Planted {
  sound,            ///< mirrors 64 numbers by shared memory
  missing_barrier,  ///< the same without its barrier
  divergent,        ///< two barriers at different places of the code
  never_reached,   ///< a barrier that the second warp waits for while the first waits for a shuffle
                   ///< with it
  beyond_buffer,   ///< thread 63 writes one number too far
  beyond_shared,   ///< thread 63 reads one number too far
  uninitialised,   ///< half of the shared memory is not written
  input_written,   ///< thread 7 writes its input
  between_blocks,  ///< block 1 reads what block 0 writes
  same_result,     ///< both blocks write the same numbers: no defect
  other_result,    ///< both blocks write to the same places, not the same
  changed_later,   ///< both write the same numbers, and then one of them others
  before_buffer,   ///< thread 0 writes two numbers too early
  atomics,         ///< blocks and threads add to one number: no defect
  counted,         ///< the block that counts itself last reads what the other wrote: no defect
  counted_unfenced,  ///< the same without its fence
  handed_on,         ///< block 1 reads a word that block 0 writes, both whole: no defect
  held_lock,         ///< a lane waits for its warp while it holds the lock that those wait for
  passed_lock        ///< the second warp waits for a lock that the first one holds meanwhile: no
                     ///< defect
};
/// By 2 blocks of 64 threads: 128 numbers in and out, 64 numbers of shared memory.
void launch_planted(KernelExec& exec, Planted defect, float* in, float* out);

}  // namespace livewarp::emulator
