// Kernels that copy an array: the same bytes, by other lanes.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson copy: One thread copies one number of 4 bytes, neighbours copy neighbours. The 32 loads of
// a warp leave as one request for 128 bytes in a row: 4 sectors of 32 bytes, and every byte that
// moves is used. All other variants copy the same bytes in another order, or by another path.
//
//     lane     0 1 2 ... 7 | 8 ... 15 | 16 ... 23 | 24 ... 31
//     sector        0      |    1     |     2     |     3
__global__ void access_copy(const float* __restrict__ x, float* __restrict__ y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}

// Lesson stride: Neighbouring lanes take numbers `stride` apart: first all of one remainder, then
// those of the next, so that in the end all are copied. Memory moves in sectors of 32 bytes, and a
// sector comes whole: at a stride of 2 half of each is used, from 8 on one number of 4 bytes, and a
// warp's request takes 32 sectors in place of 4. Sweep the stride: the time goes up with the
// sectors, until each lane has one for itself.
//
//     stride 2   x . x . x . x . | x . x . x . x . | ...    8 sectors a warp, half used
//     stride 8   x . . . . . . . | x . . . . . . . | ...   32 sectors a warp, an eighth used
__global__ void access_stride(const float* __restrict__ x, float* __restrict__ y, int n,
                              int stride) {
  const int remainder = blockIdx.y;
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride + remainder;
  if (i < n) y[i] = x[i];
}

// Lesson offset: The same copy, but the grid begins `offset` numbers in front of the array, so that
// a warp's 128 bytes no longer begin where a sector does. They lie over 5 sectors in place of 4.
// That is a quarter more requested, and far less than a quarter more time: the fifth sector is the
// neighbouring warp's first, and mostly still in the cache. An offset of 8 costs nothing.
//
//     offset 0   |xxxxxxxx|xxxxxxxx|xxxxxxxx|xxxxxxxx|           4 sectors
//     offset 7   |.xxxxxxx|xxxxxxxx|xxxxxxxx|xxxxxxxx|x.......|  5 sectors
__global__ void access_offset(const float* __restrict__ x, float* __restrict__ y, int n,
                              int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x - offset;
  if (i >= 0 && i < n) y[i] = x[i];
}

// Lesson width: How many bytes a lane takes at once: 1, 4, 8 or 16. No byte is wasted by any of
// them, but a request of a warp moves 1, 4, 8 or 16 sectors. With bytes there are 16 times as many
// requests as with float4, more instructions than it takes to keep memory busy; wide ones keep more
// bytes in flight with as many threads.
template <class Word>
__global__ void access_width(const Word* __restrict__ x, Word* __restrict__ y, int words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < words) y[i] = x[i];
}

LIVEWARP_KERNELS_END
