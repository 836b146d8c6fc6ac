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

LIVEWARP_KERNELS_END
