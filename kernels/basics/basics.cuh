// Kernels of vector addition, from one thread to a full GPU.
#pragma once

#include "kernels/core/device.cuh"

LIVEWARP_KERNELS_BEGIN

__device__ __forceinline__ void basics_add(const float* sum, const float* addend, float* new_sum,
                                           float* new_addend, int i) {
  new_sum[i] = sum[i] + addend[i];
  new_addend[i] = addend[i];
}

// Lesson: <<<1, 1>>>. This is how the loop looked on the CPU, and it runs; but one thread is one lane
// of one warp of one multiprocessor. It waits for every load, and all the rest of the GPU is idle.
__global__ void basics_one_thread(const float* __restrict__ sum, const float* __restrict__ addend,
                                  float* __restrict__ new_sum, float* __restrict__ new_addend,
                                  int first, int last) {
  for (int i = first; i < last; ++i) basics_add(sum, addend, new_sum, new_addend, i);
}

// Lesson: one element a thread. The loop is gone: the grid is the loop. Its last block reaches beyond
// the end unless n is a multiple of the block, so every thread asks whether its element exists. Threads
// are scheduled in warps of 32: a block of 513 threads takes 17 warps, as one of 544 does, and 31
// lanes of the last one do nothing.
__global__ void basics_blocks(const float* __restrict__ sum, const float* __restrict__ addend,
                              float* __restrict__ new_sum, float* __restrict__ new_addend,
                              int first, int last) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < last) basics_add(sum, addend, new_sum, new_addend, i);
}

// Lesson: any number of blocks, whatever n is. A thread goes on by the size of the whole grid, so that
// neighbouring threads still touch neighbouring memory. Give it few blocks and see how many it takes
// until the memory, and not the number of threads, is the limit.
__global__ void basics_grid_stride(const float* __restrict__ sum, const float* __restrict__ addend,
                                   float* __restrict__ new_sum, float* __restrict__ new_addend,
                                   int first, int last) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = first + blockIdx.x * blockDim.x + threadIdx.x; i < last; i += stride)
    basics_add(sum, addend, new_sum, new_addend, i);
}

/// The element that a pixel shows: one each, or with more elements than pixels an even choice. Beyond
/// the last element it is n or more.
__device__ __forceinline__ int basics_element(int pixel, int pixels, int n) {
  return n <= pixels ? pixel : int(int64(pixel) * n / pixels);
}

/// Colour of element i: one of four hues says which block computes it, the brightness is the sum
/// modulo 1. `block` is the number of elements that a block computes.
__device__ __forceinline__ uchar4 basics_color(const float* sum, int i, int n, int block) {
  if (i >= n) return make_uchar4(22, 26, 33, 255);
  const uchar4 hues[4] = {make_uchar4(90, 145, 246, 255), make_uchar4(247, 168, 37, 255),
                          make_uchar4(79, 220, 186, 255), make_uchar4(182, 111, 152, 255)};
  const uchar4 hue = hues[i / block % 4];
  const float brightness = 0.15f + 0.85f * (sum[i] - floorf(sum[i]));
  return make_uchar4((unsigned char)(brightness * hue.x), (unsigned char)(brightness * hue.y),
                     (unsigned char)(brightness * hue.z), 255);
}

// Picture: one thread a pixel.
__global__ void basics_picture(const float* __restrict__ sum, uchar4* __restrict__ picture, int n,
                               int pixels, int block) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel >= pixels) return;
  picture[pixel] = basics_color(sum, basics_element(pixel, pixels, n), n, block);
}

LIVEWARP_KERNELS_END
