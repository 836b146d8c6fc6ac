// A kernel around a kernel: its blocks note where and when they ran, without a word in the kernel.
//
// Read by NVRTC alone, below kernels whose `__global__` was made `__device__ __forceinline__`, and
// with LIVEWARP_TRACED_BOUNDS as the kernel's own launch bounds (see `KernelCompiler::traced`).
#pragma once

#include "kernels/core/device/device.cuh"
#include "kernels/core/device/global_timer.cuh"

LIVEWARP_KERNELS_BEGIN

/// What a block notes as it begins: `RawBlock` of kernels/core/blocks/block_trace.h.
struct alignas(16) TracedBegin {
  uint64 ns;
  unsigned cycle, multiprocessor;
};

/// Where blocks note; `RawLaunch` there says what.
struct TracedPlaces {
  TracedBegin* begins;   // by block
  unsigned* end_cycles;  // by block, in it by warp
  uint64* end_ns;        // of the first blocks
  unsigned end_ns_count;
};

__device__ __forceinline__ uint64 block_number() {
  return (uint64{blockIdx.z} * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}

/// Runs the kernel F, whose parameters are P. Threads that leave F early come back here. Each warp
/// notes its own end, and the last of them is the block's: a barrier would keep warps that have
/// ended. Nothing of this stays in registers while F runs.
template <auto F, class... P>
__global__ void LIVEWARP_TRACED_BOUNDS traced_kernel(P... parameters, TracedPlaces places) {
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (thread == 0)
    places.begins[block_number()] = {global_timer(), multiprocessor_cycle(), multiprocessor()};
  F(parameters...);
  __syncwarp();
  if (thread % 32 != 0) return;
  const unsigned warps = (blockDim.x * blockDim.y * blockDim.z + 31) / 32;
  places.end_cycles[block_number() * warps + thread / 32] = multiprocessor_cycle();
  if (thread == 0 && block_number() < places.end_ns_count)
    places.end_ns[block_number()] = global_timer();
}

/// The wrapper of F, whose parameters it finds out.
template <auto F>
struct TracedKernel;
template <class... P, void (*F)(P...)>
struct TracedKernel<F> {
  static constexpr auto kernel = &traced_kernel<F, P...>;
};

LIVEWARP_KERNELS_END
