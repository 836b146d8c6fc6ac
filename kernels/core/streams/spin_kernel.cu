#include "kernels/core/streams/spin_kernel.h"

#include <algorithm>
#include <array>

#include "kernels/core/device/global_timer.cuh"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/multiprocessors.h"

namespace livewarp {

namespace {

constexpr int spin_threads = 1024;

/// One thread looks at the clock; the others wait for it, and keep their places.
__global__ void __launch_bounds__(spin_threads)
    spin_by_clock(unsigned long long* moments, unsigned long long* words,
                  unsigned long long nanoseconds, unsigned long long seed) {
  if (threadIdx.x == 0) {
    const unsigned long long begin = global_timer();
    atomicMin(&moments[0], begin);
    while (global_timer() - begin < nanoseconds) {
    }
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  words[blockIdx.x] = (blockIdx.x + 1ull) * 0x9E3779B97F4A7C15ull ^ seed;
  atomicMax(&moments[1], global_timer());
}

const void* spin_symbol() { return reinterpret_cast<const void*>(spin_by_clock); }

}  // namespace

unsigned spin_blocks_at_once() {
  use_cuda_device();
  int blocks = 0;
  check_cuda(LIVEWARP_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor, &blocks, spin_symbol(),
                           spin_threads, std::size_t{0}),
             "loading the kernel that spins");
  return unsigned(std::max(blocks, 1)) * unsigned(std::max(cuda_multiprocessors(), 1));
}

void spin(const SpinShape& shape, std::uint64_t seed, GpuMoments* moments, std::uint64_t* words,
          cudaStream_t stream) {
  auto nanoseconds = static_cast<unsigned long long>(shape.block_ms * 1e6);
  unsigned long long sent = seed;
  std::array<void*, 4> arguments{static_cast<void*>(&moments), static_cast<void*>(&words),
                                 static_cast<void*>(&nanoseconds), static_cast<void*>(&sent)};
  check_cuda(LIVEWARP_CUDA(cudaLaunchKernel, spin_symbol(), dim3(shape.blocks), dim3(spin_threads),
                           arguments.data(), 0, stream),
             "cannot start the kernel that spins");
}

}  // namespace livewarp
