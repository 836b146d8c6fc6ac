// A kernel around a kernel: its blocks note where and when they ran, without a word in the kernel.
//
// Read by NVRTC alone, below kernels whose `__global__` was made `__device__ __forceinline__`, and
// with LIVEWARP_TRACED_BOUNDS as the kernel's own launch bounds (see `KernelCompiler::traced`).
#pragma once

#include "kernels/core/device/device.cuh"
#include "kernels/core/device/global_timer.cuh"

LIVEWARP_KERNELS_BEGIN

/// What a block notes, a sector of memory: `RawBlock` of kernels/core/blocks/block_trace.h.
struct alignas(32) TracedBlock {
  uint64 begin_ns, end_ns, begin_cycle;
  unsigned cycles, multiprocessor;
};

/// Runs the kernel F, whose parameters are P. Threads that leave F early come back here: the block
/// ends when its last thread does.
template <auto F, class... P>
__global__ void LIVEWARP_TRACED_BOUNDS traced_kernel(P... parameters, TracedBlock* records) {
  const bool first = threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
  uint64 begin_ns = 0;
  if (first) begin_ns = global_timer();
  const uint64 begin_cycle = multiprocessor_cycle();
  F(parameters...);
  __syncthreads();
  if (!first) return;
  const unsigned cycles = unsigned(multiprocessor_cycle() - begin_cycle);
  const uint64 block = (uint64{blockIdx.z} * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  records[block] = {begin_ns, global_timer(), begin_cycle, cycles, multiprocessor()};
}

/// The wrapper of F, whose parameters it finds out.
template <auto F>
struct TracedKernel;
template <class... P, void (*F)(P...)>
struct TracedKernel<F> {
  static constexpr auto kernel = &traced_kernel<F, P...>;
};

LIVEWARP_KERNELS_END
