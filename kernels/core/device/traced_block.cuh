// A kernel around a kernel: its blocks note where and when they ran, without a word in the kernel.
//
// Read by NVRTC alone, below kernels whose `__global__` was made `__device__ __forceinline__` (see
// `KernelCompiler::traced`).
#pragma once

#include "kernels/core/device/device.cuh"
#include "kernels/core/device/global_timer.cuh"

LIVEWARP_KERNELS_BEGIN

/// What a block notes, a sector of memory: `RawBlock` of kernels/core/blocks/block_trace.h.
struct alignas(32) TracedBlock {
  uint64 begin_ns, end_ns, begin_cycle;
  unsigned cycles, multiprocessor;
};

/// Of a large grid one block in so many reads the common clock: the line through what they read
/// tells of all.
constexpr unsigned traced_reading = 16;
constexpr uint64 traced_large = 65536;  ///< blocks

/// Runs the kernel F, whose parameters are P, in blocks of at most `threads`. Threads that leave F
/// early come back here: the block ends when its last thread does.
template <int threads, auto F, class... P>
__global__ void __launch_bounds__(threads) traced_kernel(P... parameters, TracedBlock* records) {
  const bool first = threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
  const uint64 block = (uint64{blockIdx.z} * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const uint64 blocks = uint64{gridDim.x} * gridDim.y * gridDim.z;
  const bool reads = blocks < traced_large || block % traced_reading == 0;
  uint64 begin_ns = 0, begin_cycle = 0;
  unsigned where = 0;
  if (first) {
    where = multiprocessor();
    if (reads) begin_ns = global_timer();
    begin_cycle = multiprocessor_cycle();
  }
  F(parameters...);
  __syncthreads();
  if (!first) return;
  const unsigned cycles = unsigned(multiprocessor_cycle() - begin_cycle);
  const uint64 end_ns = reads ? global_timer() : 0;
  records[block] = {begin_ns, end_ns, begin_cycle, cycles, where};
}

/// The wrapper of F, whose parameters it finds out.
template <int threads, auto F>
struct TracedKernel;
template <int threads, class... P, void (*F)(P...)>
struct TracedKernel<threads, F> {
  static constexpr auto kernel = &traced_kernel<threads, F, P...>;
};

LIVEWARP_KERNELS_END
