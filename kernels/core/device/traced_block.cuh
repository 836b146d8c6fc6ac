// A kernel around a kernel: its blocks note where and when they ran, without a word in the kernel.
//
// Read by NVRTC alone, below kernels whose `__global__` was made `__device__ __forceinline__`, with
// LIVEWARP_TRACED_BOUNDS as launch bounds that leave as many registers as the kernel has, and
// LIVEWARP_TRACED_SHARED for `__shared__` or nothing (see `KernelCompiler::traced`).
#pragma once

#include "kernels/core/device/device.cuh"
#include "kernels/core/device/global_timer.cuh"

LIVEWARP_KERNELS_BEGIN

/// What a block notes, in the cycles of its multiprocessor: `RawBlock` of
/// kernels/core/blocks/block_trace.h.
struct alignas(16) TracedBlock {
  unsigned begin_cycle, end_cycle, multiprocessor, unused;
};

/// Runs the kernel F, whose parameters are P. Threads that leave F early come back here: the block
/// ends when its last thread does. It begins as the last of its warps does.
///
/// Blocks may last for less than a microsecond, and a multiprocessor waits for each instruction
/// that stands before the first load or after the last barrier. So a block notes cycles alone, once
/// and at its end. The begin waits in a register where F leaves one, else in shared memory; every
/// thread writes it there, for asking which is the first takes longer.
template <auto F, class... P>
__global__ void LIVEWARP_TRACED_BOUNDS traced_kernel(P... parameters, TracedBlock* records) {
  LIVEWARP_TRACED_SHARED unsigned begin_cycle;
  begin_cycle = multiprocessor_cycle();
  F(parameters...);
  __syncthreads();
  if (!is_first_thread_anew()) return;
  const unsigned end_cycle = multiprocessor_cycle();
  const unsigned block = block_number_anew();
  records[block] = {begin_cycle, end_cycle, multiprocessor(), 0};
}

/// Both clocks of a multiprocessor at one moment: `ClockReading` of
/// kernels/core/blocks/block_trace.h.
struct alignas(16) TracedClocks {
  uint64 ns;
  unsigned cycle, multiprocessor;
};

/// A block a reading, in more blocks than there are multiprocessors. The common clock may count in
/// steps of a microsecond: it is read as it moves on.
extern "C" __global__ void livewarp_read_clocks(TracedClocks* readings) {
  if (threadIdx.x != 0) return;
  const uint64 before = global_timer();
  uint64 now = before;
  while (now == before) now = global_timer();
  const unsigned cycle = multiprocessor_cycle();
  readings[blockIdx.x] = {now, cycle, multiprocessor()};
}

/// The wrapper of F, whose parameters it finds out.
template <auto F>
struct TracedKernel;
template <class... P, void (*F)(P...)>
struct TracedKernel<F> {
  static constexpr auto kernel = &traced_kernel<F, P...>;
};

LIVEWARP_KERNELS_END
