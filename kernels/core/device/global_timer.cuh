// The GPU's own clocks, for kernels that tell when and where they ran. Beside device.cuh, since no
// workload reads them.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Nanoseconds of a clock that all multiprocessors share (PTX ISA, %globaltimer). How finely it
/// counts is the GPU's own affair: about a microsecond, or less.
__device__ __forceinline__ uint64 global_timer() {
  uint64 now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
  return now;
}

/// The multiprocessor that the thread runs on, from 0, and the lower half of its own count of
/// cycles.
__device__ __forceinline__ unsigned multiprocessor() {
  unsigned number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(number)::"memory");
  return number;
}
__device__ __forceinline__ unsigned multiprocessor_cycle() {
  unsigned now;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(now)::"memory");
  return now;
}

/// Whether the thread is its block's first, and its block's number in the grid, x first: read from
/// special registers where that is asked, so that neither is kept in a register until then.
#define LIVEWARP_READ_ANEW(name)                                                                   \
  [] {                                                                                             \
    unsigned value;                                                                                \
    asm volatile("mov.u32 %0, %%" name ";" : "=r"(value)::"memory");                               \
    return value;                                                                                  \
  }()
__device__ __forceinline__ bool is_first_thread_anew() {
  return (LIVEWARP_READ_ANEW("tid.x") | LIVEWARP_READ_ANEW("tid.y") |
          LIVEWARP_READ_ANEW("tid.z")) == 0;
}
__device__ __forceinline__ unsigned block_number_anew() {
  return (LIVEWARP_READ_ANEW("ctaid.z") * gridDim.y + LIVEWARP_READ_ANEW("ctaid.y")) * gridDim.x +
         LIVEWARP_READ_ANEW("ctaid.x");
}
#undef LIVEWARP_READ_ANEW

LIVEWARP_KERNELS_END
