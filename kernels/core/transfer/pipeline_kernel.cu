#include <array>

#include "kernels/core/base/dim.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/transfer/pipeline_kernel.h"
#include "kernels/core/transfer/pipeline_pictures.h"

namespace livewarp {

namespace {

constexpr Dim3 filter_block{32, 8};
constexpr int filter_threads = 32 * 8;

/// A thread a pixel, a layer of the grid a picture.
__global__ void __launch_bounds__(filter_threads)
    filter_pixels(const std::uint32_t* __restrict__ from, std::uint32_t* __restrict__ to, int width,
                  int height, unsigned work) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= height) return;
  const std::size_t first = std::size_t(blockIdx.z) * std::size_t(width) * std::size_t(height);
  std::uint32_t sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const int row = min(max(y + dy, 0), height - 1), column = min(max(x + dx, 0), width - 1);
      sum += from[first + std::size_t(row) * std::size_t(width) + std::size_t(column)];
    }
  for (unsigned i = 0; i < work; ++i) sum = sum * MixRound::a + MixRound::b;
  to[first + std::size_t(y) * std::size_t(width) + std::size_t(x)] = sum;
}

}  // namespace

void filter_pictures(const std::uint32_t* from, std::uint32_t* to, PictureSize size, unsigned work,
                     cudaStream_t stream) {
  const Dim3 blocks = grid_over(size.width, size.height, filter_block);
  std::array<void*, 5> arguments{static_cast<void*>(&from), static_cast<void*>(&to),
                                 static_cast<void*>(&size.width), static_cast<void*>(&size.height),
                                 static_cast<void*>(&work)};
  check_cuda(LIVEWARP_CUDA(cudaLaunchKernel, reinterpret_cast<const void*>(filter_pixels),
                           dim3(blocks.x, blocks.y, unsigned(size.pictures)),
                           dim3(filter_block.x, filter_block.y), arguments.data(), 0, stream),
             "cannot start the kernel of a pipeline");
}

}  // namespace livewarp
