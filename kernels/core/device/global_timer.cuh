// The GPU's own clock, for kernels that tell when they ran. Beside device.cuh, since no workload
// reads it.
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

LIVEWARP_KERNELS_END
