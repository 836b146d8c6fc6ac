// The sum where it is used: how much a time step has changed, found by a kernel of its own or by
// the step itself.
//
//   apart   step: read T, write T'       sum: read T and T' again       16 bytes a cell
//   fused   step: read T, write T', add up (T' - T)^2 on the way         8 bytes a cell
//
// `found` becomes the number of the step, and the sum over all cells of (T' - T)^2.
#pragma once

#include "kernels/core/device/block_sum.cuh"
#include "kernels/heat/cuda/heat.cuh"

LIVEWARP_KERNELS_BEGIN

/// Of differences and squares in fp32.
__device__ __forceinline__ float heat_squared_change(float before, float after) {
  const float change = after - before;
  return change * change;
}

/// The sum of all that threads bring, as what step number `step` has found.
__device__ __forceinline__ void heat_find(double squares, const GridTotal& total, double step,
                                          double* found) {
  const double mine[1] = {squares};
  if (!grid_sum(mine, blockIdx.x, gridDim.x, total)) return;
  found[0] = step;
}

// Lesson residual-apart: How much did the step change? A solver stops by that number, the residual.
// Here the naive step is followed by a kernel of its own, which reads the temperatures before and
// after and adds up the squares of what has changed: each thread its cells, each block its threads
// by shuffles, the last block all blocks. It can follow any step. But the step was bound by memory,
// and the sum reads as many bytes again: look at the time beside that of naive.
__global__ void heat_change(const float* __restrict__ before, const float* __restrict__ after,
                            int64 cells, double step, const __grid_constant__ GridTotal total,
                            double* found) {
  const float4* const was = reinterpret_cast<const float4*>(before);
  const float4* const is = reinterpret_cast<const float4*>(after);
  const int64 vectors = cells / 4, stride = int64(gridDim.x) * blockDim.x;
  const int64 first = int64(blockIdx.x) * blockDim.x + threadIdx.x;
  double squares = 0;
  LIVEWARP_UNROLL(4)
  for (int64 i = first; i < vectors; i += stride) {
    const float4 a = load_readonly(was + i), b = load_readonly(is + i);
    squares += (heat_squared_change(a.x, b.x) + heat_squared_change(a.y, b.y)) +
               (heat_squared_change(a.z, b.z) + heat_squared_change(a.w, b.w));
  }
  const int64 rest = 4 * vectors + first;
  if (rest < cells) squares += heat_squared_change(before[rest], after[rest]);
  heat_find(squares, total, step, found);
}

/// Keeps the sum over this block: one number where it had one a thread.
__device__ __forceinline__ void heat_keep_sum(float squares, float* of_blocks) {
  const float sum = block_sum(squares);
  if (thread_of_block() == 0) of_blocks[int64(blockIdx.y) * gridDim.x + blockIdx.x] = sum;
}

// Lesson residual-fused: The naive step adds up by itself what it changes. A thread has both
// temperatures in registers when it stores the new one: their difference costs no access. The block
// adds up its threads by shuffles and writes one number, and a small kernel adds up those of all
// blocks. What remains of the sum is shuffles and a barrier, which are not free either. Compare
// with residual-apart: fusing kernels saves the traffic between them.
//
// Threads beyond the edge change nothing, but none may leave before the shuffles.
__global__ void heat_fused(const float* in, float* out, float own, float beside, int nx, int ny,
                           float* of_blocks) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float squares = 0;
  if (x < nx && y < ny) {
    const int i = y * nx + x;
    const float before = in[i];
    float next = before;
    if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
      const float row = in[i - 1] + in[i + 1];
      const float column = in[i - nx] + in[i + nx];
      next = own * next + beside * (row + column);
    }
    out[i] = next;
    squares = heat_squared_change(before, next);
  }
  heat_keep_sum(squares, of_blocks);
}

/// The same of any plate: see heat_general.
__global__ void heat_general_fused(const float* in, float* out, const unsigned char* marks,
                                   const __grid_constant__ HeatPlate<float> plate,
                                   float* of_blocks) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float squares = 0;
  if (x < plate.nx && y < plate.ny) {
    const int64 i = plate.cell(x, y);
    const float next = heat_next<HeatPlain>(in, marks, x, y, plate);
    out[i] = next;
    squares = heat_squared_change(in[i], next);
  }
  heat_keep_sum(squares, of_blocks);
}

/// Adds up what the blocks of a fused step have kept: one number of some hundreds of cells.
__global__ void heat_add_up(const float* __restrict__ of_blocks, int64 blocks, double step,
                            const __grid_constant__ GridTotal total, double* found) {
  double squares = 0;
  LIVEWARP_UNROLL(4)
  for (int64 i = int64(blockIdx.x) * blockDim.x + threadIdx.x; i < blocks;
       i += int64(gridDim.x) * blockDim.x)
    squares += of_blocks[i];
  heat_find(squares, total, step, found);
}

LIVEWARP_KERNELS_END
