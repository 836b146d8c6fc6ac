// Kernels of vector addition, from one thread to a full GPU.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

__device__ __forceinline__ void basics_add(const float* sum, const float* addend, float* new_sum,
                                           float* new_addend, int i) {
  new_sum[i] = sum[i] + addend[i];
  new_addend[i] = addend[i];
}

// Lesson one-thread: The CPU's loop in a kernel of one block of one thread, <<<1, 1>>>. It is
// right, and slower than the CPU: one lane of one warp of one multiprocessor works, waits for every
// load, and the rest of the GPU is idle. This is where everybody begins; the next variants only
// spread the same line over more threads.
__global__ void basics_one_thread(const float* __restrict__ sum, const float* __restrict__ addend,
                                  float* __restrict__ new_sum, float* __restrict__ new_addend,
                                  int first, int last) {
  for (int i = first; i < last; ++i) basics_add(sum, addend, new_sum, new_addend, i);
}

// Lesson one-block: One block of M threads, <<<1, M>>>: neighbouring threads take neighbouring
// elements, and all go on by M. A block lives on one multiprocessor and cannot leave it, so that
// the others are idle whatever M is. Begin with 1 thread: twice as many take half the time, until
// 32 make a warp that reads whole sectors, and further as long as more loads are under way.
__global__ void basics_one_block(const float* __restrict__ sum, const float* __restrict__ addend,
                                 float* __restrict__ new_sum, float* __restrict__ new_addend,
                                 int first, int last) {
  for (int i = first + threadIdx.x; i < last; i += blockDim.x)
    basics_add(sum, addend, new_sum, new_addend, i);
}

// Lesson thread-blocks: Blocks of one thread, <<<N, 1>>>: all multiprocessors work, and each block
// is a warp of which one lane in 32 does. It asks for a sector of 32 bytes and uses 4 of them; only
// so many blocks fit on a multiprocessor, and launching a block takes time. With more elements a
// block it has fewer of them to launch, but its lane still works alone.
__global__ void basics_thread_blocks(const float* __restrict__ sum,
                                     const float* __restrict__ addend, float* __restrict__ new_sum,
                                     float* __restrict__ new_addend, int first, int last,
                                     int elements) {
  const int begin = first + blockIdx.x * elements, end = min(begin + elements, last);
  for (int i = begin; i < end; ++i) basics_add(sum, addend, new_sum, new_addend, i);
}

// Lesson blocks: One thread per element: the grid is the loop. Its last block reaches beyond the
// end unless n is a multiple of the block, so every thread asks whether its element exists. Now the
// memory is the limit, and most block sizes do equally well. Look at 513: threads run in warps of
// 32, so a block of 513 costs as much as one of 544, and fewer of them fit on a multiprocessor.
__global__ void basics_blocks(const float* __restrict__ sum, const float* __restrict__ addend,
                              float* __restrict__ new_sum, float* __restrict__ new_addend,
                              int first, int last) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < last) basics_add(sum, addend, new_sum, new_addend, i);
}

// Lesson grid-stride: A grid-stride loop, for any number of blocks, whatever n is: a thread goes on
// by the size of the whole grid, so that neighbouring threads still touch neighbouring memory.
// Begin with 1 block and go up: the time falls until enough loads are in flight to keep the memory
// busy, and then no further.
__global__ void basics_grid_stride(const float* __restrict__ sum, const float* __restrict__ addend,
                                   float* __restrict__ new_sum, float* __restrict__ new_addend,
                                   int first, int last) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = first + blockIdx.x * blockDim.x + threadIdx.x; i < last; i += stride)
    basics_add(sum, addend, new_sum, new_addend, i);
}

constexpr int basics_hues = 4;
constexpr float basics_darkest = 0.15f;

/// The hue of a block's elements.
__device__ __forceinline__ uchar4 basics_hue(int block) {
  const uchar4 hues[basics_hues] = {make_uchar4(90, 145, 246, 255), make_uchar4(247, 168, 37, 255),
                                    make_uchar4(79, 220, 186, 255),
                                    make_uchar4(182, 111, 152, 255)};
  return hues[block % basics_hues];
}

/// Colour of a pixel, which shows one element, or with more elements than pixels one of an even
/// choice: one of four hues says which block computes it, the brightness is the sum modulo 1.
/// `block` is the number of neighbouring elements that a block computes, and after `blocks` of them
/// the first goes on.
__device__ __forceinline__ uchar4 basics_color(const float* sum, int pixel, int pixels, int n,
                                               int block, int blocks) {
  const int i = n <= pixels ? pixel : int(int64(pixel) * n / pixels);
  if (i >= n) return make_uchar4(22, 26, 33, 255);
  const uchar4 hue = basics_hue(i / block % blocks);
  const float brightness = basics_darkest + (1 - basics_darkest) * (sum[i] - floorf(sum[i]));
  return make_uchar4((unsigned char)(brightness * hue.x), (unsigned char)(brightness * hue.y),
                     (unsigned char)(brightness * hue.z), 255);
}

__global__ void basics_picture(const float* __restrict__ sum, uchar4* __restrict__ picture, int n,
                               int pixels, int block, int blocks) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel < pixels) picture[pixel] = basics_color(sum, pixel, pixels, n, block, blocks);
}

LIVEWARP_KERNELS_END
