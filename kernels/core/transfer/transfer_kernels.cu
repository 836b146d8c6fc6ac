#include <algorithm>
#include <array>

#include "kernels/core/base/dim.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/multiprocessors.h"
#include "kernels/core/transfer/transfer_kernels.h"

namespace livewarp {

namespace {

constexpr int copy_threads = 512;

/// By a loop over the grid: through the bus some hundred KB in flight are enough, so that a block a
/// multiprocessor leaves room for what runs beside it.
__global__ void __launch_bounds__(copy_threads)
    copy_through(const uint4* __restrict__ from, uint4* __restrict__ to, std::size_t count) {
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    to[i] = from[i];
}

}  // namespace

void load_copy_kernel() {
  use_cuda_device();
  cudaFuncAttributes attributes{};
  check_cuda(LIVEWARP_CUDA(cudaFuncGetAttributes, &attributes,
                           reinterpret_cast<const void*>(copy_through)),
             "loading the kernel that transfers");
}

void copy_by_kernel(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  std::size_t count = bytes / sizeof(uint4);
  if (count == 0) return;
  const std::size_t blocks = std::min((count + copy_threads - 1) / copy_threads,
                                      std::size_t(std::max(cuda_multiprocessors(), 1)));
  std::array<void*, 3> arguments{static_cast<void*>(&from), static_cast<void*>(&to),
                                 static_cast<void*>(&count)};
  check_cuda(LIVEWARP_CUDA(cudaLaunchKernel, reinterpret_cast<const void*>(copy_through),
                           dim3(unsigned(blocks)), dim3(copy_threads), arguments.data(), 0, stream),
             "cannot start the kernel that transfers");
}

}  // namespace livewarp
