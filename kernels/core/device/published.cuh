// Words by which blocks of a launch tell one another something while it runs. Beside device.cuh,
// since few kernels ask for them.
//
//   while ((word = load_relaxed(words + i)) == 0) spin_pause();
//
// Whoever waits so must know that the block which will write has begun: the order in which blocks
// begin is nobody's promise, but one that an atomic counts them in is. What a word says must be in
// the word: of other memory that the block wrote before, nothing is said without a fence.
#pragma once

#include "kernels/core/device/device.cuh"

#if !defined(__CUDACC__) && !defined(__CUDACC_RTC__)
namespace livewarp::emulator {

/// A load and a store, as a GPU counts them, of a word that other threads may access meanwhile.
void note_relaxed_read(void* code, const void* address, std::size_t bytes);
void note_relaxed_write(void* code, const void* address, std::size_t bytes);

}  // namespace livewarp::emulator
#endif

LIVEWARP_KERNELS_BEGIN

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

/// Reads a word that other blocks write meanwhile, whole (PTX ISA, memory consistency model:
/// relaxed, at the scope of the GPU). The compiler neither leaves it out nor reads it once for all.
__device__ __forceinline__ uint64 load_relaxed(const uint64* word) {
  uint64 value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
  return value;
}

/// Writes a word that other blocks wait for, whole.
__device__ __forceinline__ void store_relaxed(uint64* word, uint64 value) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}

/// In a loop that waits for another block.
__device__ __forceinline__ void spin_pause() {}

#else

LIVEWARP_UNTRACED inline uint64 load_relaxed(const uint64* word) {
  LIVEWARP_NOTE(word, sizeof(uint64), relaxed_read);
  return std::atomic_ref<uint64>(*const_cast<uint64*>(word)).load(std::memory_order_relaxed);
}

LIVEWARP_UNTRACED inline void store_relaxed(uint64* word, uint64 value) {
  LIVEWARP_NOTE(word, sizeof(uint64), relaxed_write);
  std::atomic_ref<uint64>(*word).store(value, std::memory_order_relaxed);
}

using emulator::spin_pause;

#endif

LIVEWARP_KERNELS_END
