// Cooperative groups for kernels: CUDA's own where nvcc compiles, and for NVRTC, which need not
// have its header, and for the host compiler the same names, as far as kernels here use them.
// Blocks are rows.
#pragma once

#include "kernels/core/device/device.cuh"

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)
  #include <cooperative_groups.h>
#else

LIVEWARP_KERNELS_BEGIN

namespace cooperative_groups {

/// All threads of the block.
class thread_block {
 public:
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  __device__ __forceinline__ unsigned thread_rank() const { return threadIdx.x; }
  __device__ __forceinline__ unsigned num_threads() const { return blockDim.x; }
};

__device__ __forceinline__ thread_block this_thread_block() { return {}; }

/// As many neighbouring threads of a block, a power of two up to a warp.
template <unsigned Size>
class thread_block_tile {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0);

 public:
  __device__ __forceinline__ unsigned thread_rank() const { return threadIdx.x % Size; }
  __device__ __forceinline__ unsigned num_threads() const { return Size; }
  /// Which tile of the block it is, and how many there are.
  __device__ __forceinline__ unsigned meta_group_rank() const { return threadIdx.x / Size; }
  __device__ __forceinline__ unsigned meta_group_size() const {
    return (blockDim.x + Size - 1) / Size;
  }
  __device__ __forceinline__ void sync() const { __syncwarp(mask()); }
  template <class T>
  __device__ __forceinline__ T shfl_down(T value, unsigned delta) const {
    return __shfl_down_sync(mask(), value, delta, int(Size));
  }

 private:
  __device__ __forceinline__ unsigned mask() const {
    return Size == 32 ? 0xffffffffu
                      : ((1u << (Size % 32)) - 1u) << (threadIdx.x % 32 / Size * Size);
  }
};

template <unsigned Size>
__device__ __forceinline__ thread_block_tile<Size> tiled_partition(const thread_block&) {
  return {};
}

}  // namespace cooperative_groups

LIVEWARP_KERNELS_END

#endif
