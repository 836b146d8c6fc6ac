// Kernels that do not copy: a gather, a reversal, a stencil, a table.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson gather: Each thread reads the number that its index names. The indices come in a row, 4
// sectors a warp; where the numbers lie is up to them. Random ones cost nearly a sector a lane,
// 32 for 128 bytes that are used. Sorted ones name the same numbers in another order, and a warp
// finds its 32 within about 5 sectors: to sort the work first often pays for itself.
__global__ void access_gather(const float* __restrict__ x, const int* __restrict__ index,
                              float* __restrict__ y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[index[i]];
}

// Lesson reverse: The array reversed. The lanes of a warp store to falling addresses, which since
// 2008 costs nothing: a request takes the sectors that its lanes touch, in whatever order. Only
// where the length is no multiple of 8 do the stores begin within a sector, and take 5.
__global__ void access_reverse(const float* __restrict__ x, float* __restrict__ y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[n - 1 - i] = x[i];
}

// Lesson reverse-shared: Shared memory's first lesson: a block puts its numbers into shared memory,
// waits until all have arrived, and takes them out in reverse, so that loads and stores both rise.
// On GPUs before 2008 this was several times faster. Today it takes as many sectors as without and
// the barrier on top: reorder in shared memory what would scatter, not what merely falls.
//
//     x        0 1 2 3 ... 255      loaded in order
//     shared   0 1 2 3 ... 255      barrier
//     y        255 ... 3 2 1 0      stored in order, taken out in reverse
__global__ void access_reverse_shared(const float* __restrict__ x, float* __restrict__ y, int n) {
  float* const tile = dynamic_shared<float>();
  const int first = blockIdx.x * blockDim.x, t = threadIdx.x;
  const int count = min(int(blockDim.x), n - first);  // the last block may have fewer
  if (t < count) tile[t] = x[first + t];
  __syncthreads();
  if (t < count) y[n - first - count + t] = tile[count - 1 - t];
}

// Lesson stencil: Each thread adds 2 r + 1 neighbours, straight from global memory. Every number is
// asked for by 2 r + 1 threads, in requests that begin within a sector: 5 sectors each but for the
// middle one. Nearly all are found in the L1 cache; what is left is the number of requests, which
// grows with the radius. Sweep it beside the variant with shared memory.
__global__ void access_stencil(const float* __restrict__ x, float* __restrict__ y, int n,
                               int radius) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) sum += x[min(max(i + k, 0), n - 1)];
  y[i] = sum;
}

// Lesson stencil-shared: The block loads what it needs once: its own numbers, one a thread, and a
// halo of r on either side by its first r threads. After the barrier all 2 r + 1 neighbours come
// from shared memory, 32 of them without a bank conflict. Global memory sees 4 sectors a warp and
// the halo, whatever the radius.
//
//     shared   [ r | 256 of the block | r ]
__global__ void access_stencil_shared(const float* __restrict__ x, float* __restrict__ y, int n,
                                      int radius) {
  float* const tile = dynamic_shared<float>();
  const int first = blockIdx.x * blockDim.x, t = threadIdx.x, i = first + t;
  tile[radius + t] = x[min(i, n - 1)];
  if (t < radius) {
    tile[t] = x[max(i - radius, 0)];
    tile[radius + blockDim.x + t] = x[min(first + int(blockDim.x) + t, n - 1)];
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k <= 2 * radius; ++k) sum += tile[t + k];
  y[i] = sum;
}

constexpr int access_table_size = 32;

__constant__ float access_constants[access_table_size];

// Lesson constant: Every thread adds a table of 32 numbers in constant memory. Its cache gives a
// warp one word at a time. Where all lanes want the same word, as with a filter's weights, that is
// as fast as a register. Let the lanes begin at 2, 4, ... 32 different places of the table: the
// same numbers are added, but each load takes as many turns as there are addresses.
__global__ void access_constant(const float* __restrict__ x, float* __restrict__ y, int n,
                                int addresses) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, begin = threadIdx.x % addresses;
  if (i >= n) return;
  float sum = x[i];
  for (int j = 0; j < access_table_size; ++j)
    sum += access_constants[(begin + j) % access_table_size];
  y[i] = sum;
}

// Lesson lookup: The same table in global memory. The L1 cache is as wide as a warp: 32 lanes that
// name 32 neighbouring words get them in one request of 4 sectors. It is slower than constant
// memory for one address, and far faster for many: a table that lanes index by their data belongs
// here, or into shared memory.
__global__ void access_lookup(const float* __restrict__ x, const float* __restrict__ table,
                              float* __restrict__ y, int n, int addresses) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, begin = threadIdx.x % addresses;
  if (i >= n) return;
  float sum = x[i];
  for (int j = 0; j < access_table_size; ++j)
    sum += load_readonly(table + (begin + j) % access_table_size);
  y[i] = sum;
}

LIVEWARP_KERNELS_END
